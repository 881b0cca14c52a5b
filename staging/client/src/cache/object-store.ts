import { type DeepReadonly, keyOf, type KubeObject, namespaceOf } from '@kubescript/apimachinery';

import type { Indexer, Lister } from './informer.ts';

/** The objects of one resource by key, by namespace and by the values of indexers. */
export class ObjectStore<T extends KubeObject> implements Lister<T> {
  readonly #objects = new Map<string, DeepReadonly<T>>();
  readonly #namespaces = new Map<string, Map<string, DeepReadonly<T>>>();
  readonly #indexes = new Map<string, Index<T>>();

  get(namespace: string, name: string): DeepReadonly<T> | undefined {
    return this.#objects.get(namespace === '' ? name : `${namespace}/${name}`);
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#objects.get(key);
  }

  list({
    namespace,
    filter,
  }: {
    readonly namespace?: string;
    readonly filter?: (object: DeepReadonly<T>) => boolean;
  } = {}): readonly DeepReadonly<T>[] {
    const objects =
      namespace === undefined || namespace === '' ? this.#objects : (this.#namespaces.get(namespace) ?? new Map());
    const all = [...(objects.values() as Iterable<DeepReadonly<T>>)];
    return filter === undefined ? all : all.filter(filter);
  }

  byIndex(index: string, value: string): readonly DeepReadonly<T>[] {
    const found = this.#indexes.get(index);
    if (found === undefined) throw new Error(`no indexer is called ${index}`);
    return [...(found.byValue.get(value)?.values() ?? [])];
  }

  /** Number of objects. */
  get size(): number {
    return this.#objects.size;
  }

  /** All keys. */
  keys(): Iterable<string> {
    return this.#objects.keys();
  }

  /** Puts an object in place of the one of the same key, which is returned. */
  set(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    const key = keyOf(object);
    const old = this.#objects.get(key);
    this.#objects.set(key, object);
    const namespace = namespaceOf(object);
    if (namespace !== '') this.#inNamespace(namespace).set(key, object);
    for (const index of this.#indexes.values()) fileAgain(index, key, old, object);
    return old;
  }

  /** Takes an object out. */
  delete(key: string): DeepReadonly<T> | undefined {
    const old = this.#objects.get(key);
    if (old === undefined) return undefined;
    this.#objects.delete(key);
    const namespace = namespaceOf(old);
    const siblings = this.#namespaces.get(namespace);
    siblings?.delete(key);
    if (siblings?.size === 0) this.#namespaces.delete(namespace);
    for (const index of this.#indexes.values()) fileAgain(index, key, old, undefined);
    return old;
  }

  /** Adds an index over what is here and what comes; one of the same name stays as it is. */
  addIndexer(name: string, valuesOf: Indexer<T>): void {
    if (this.#indexes.has(name)) return;
    const index: Index<T> = { valuesOf, byValue: new Map() };
    this.#indexes.set(name, index);
    for (const [key, object] of this.#objects) fileAgain(index, key, undefined, object);
  }

  #inNamespace(namespace: string): Map<string, DeepReadonly<T>> {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const made = new Map<string, DeepReadonly<T>>();
    this.#namespaces.set(namespace, made);
    return made;
  }
}

interface Index<T> {
  readonly valuesOf: Indexer<T>;
  readonly byValue: Map<string, Map<string, DeepReadonly<T>>>;
}

function fileAgain<T>(
  index: Index<T>,
  key: string,
  old: DeepReadonly<T> | undefined,
  object: DeepReadonly<T> | undefined,
): void {
  if (old !== undefined) {
    for (const value of index.valuesOf(old)) {
      const filed = index.byValue.get(value);
      filed?.delete(key);
      if (filed?.size === 0) index.byValue.delete(value);
    }
  }
  if (object === undefined) return;
  for (const value of index.valuesOf(object)) {
    const filed = index.byValue.get(value);
    if (filed === undefined) index.byValue.set(value, new Map([[key, object]]));
    else filed.set(key, object);
  }
}
