import type { ObjectAttributes } from './object-attributes.ts';
import type { CacheEntry } from './watch-cache.ts';

/** Files the entries of a cache by the value of one field (`spec.nodeName` of pods). */
export class FieldIndex {
  readonly name: string;
  private readonly byValue = new Map<string, Map<string, CacheEntry>>();

  constructor(name: string) {
    this.name = name;
  }

  /** The value under which an object is filed. */
  valueOf({ fields }: ObjectAttributes): string {
    return fields[this.name] ?? '';
  }

  /** An entry took the place of another (undefined: there is none). */
  replace(old: CacheEntry | undefined, entry: CacheEntry | undefined): void {
    if (old !== undefined) this.remove(old);
    if (entry === undefined) return;
    const value = this.valueOf(entry.attributes);
    const filed = this.byValue.get(value);
    if (filed === undefined) this.byValue.set(value, new Map([[entry.key, entry]]));
    else filed.set(entry.key, entry);
  }

  clear(): void {
    this.byValue.clear();
  }

  entriesOf(value: string): Iterable<CacheEntry> {
    return this.byValue.get(value)?.values() ?? [];
  }

  private remove(entry: CacheEntry): void {
    const value = this.valueOf(entry.attributes);
    const filed = this.byValue.get(value);
    filed?.delete(entry.key);
    if (filed?.size === 0) this.byValue.delete(value);
  }
}
