import type { CacheEvent } from './cache-event.ts';
import type { CacheWatcher } from './cache-watcher.ts';
import type { FieldIndex } from './field-index.ts';

/**
 * The open watches of a resource, filed so that a change reaches those that may care without asking the others:
 * thousands of kubelets watch pods by node, and a pod concerns one of them.
 */
export class WatcherIndex {
  private readonly everything = new Set<CacheWatcher>();
  private readonly filed = new Map<string, Set<CacheWatcher>>();
  private readonly fields: readonly FieldIndex[];

  constructor(fields: readonly FieldIndex[]) {
    this.fields = fields;
  }

  add(watcher: CacheWatcher): void {
    const place = placeOf(watcher);
    if (place === undefined) this.everything.add(watcher);
    else if (!this.filed.get(place)?.add(watcher)) this.filed.set(place, new Set([watcher]));
  }

  remove(watcher: CacheWatcher): void {
    const place = placeOf(watcher);
    if (place === undefined) {
      this.everything.delete(watcher);
      return;
    }
    const set = this.filed.get(place);
    set?.delete(watcher);
    if (set?.size === 0) this.filed.delete(place);
  }

  /** Hands a change to everybody who may care. */
  deliver(event: CacheEvent): void {
    for (const watcher of this.everything) watcher.deliver(event);
    if (this.filed.size === 0) return;
    this.deliverTo(`key:${event.key}`, event);
    for (const field of this.fields) {
      const values = new Set<string>();
      if (event.current !== undefined) values.add(field.valueOf(event.current.attributes));
      if (event.previous !== undefined) values.add(field.valueOf(event.previous.attributes));
      for (const value of values) this.deliverTo(`field:${field.name}=${value}`, event);
    }
  }

  *all(): Iterable<CacheWatcher> {
    yield* this.everything;
    for (const set of this.filed.values()) yield* set;
  }

  private deliverTo(place: string, event: CacheEvent): void {
    for (const watcher of this.filed.get(place) ?? []) watcher.deliver(event);
  }
}

function placeOf({ scope }: CacheWatcher): string | undefined {
  switch (scope.kind) {
    case 'key':
      return `key:${scope.key}`;
    case 'field':
      return `field:${scope.field}=${scope.value}`;
    case 'prefix':
      return undefined;
  }
}
