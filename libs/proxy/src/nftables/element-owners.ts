import type { ElementTable, TableElement } from './service-rules.ts';

/** One change of an element: added with its new value, or deleted (first), or both. */
export interface ElementChange {
  readonly table: ElementTable;
  readonly key: string;
  readonly isThere: boolean;
  readonly wanted: TableElement | undefined;
}

/**
 * The elements that service ports want. Several may want the same one (the cluster IP of a service with two ports, or
 * two services in conflict about an address): it is there as long as any does, as the first of them wants it.
 */
export class ElementOwners {
  /** table/key → owner → element */
  readonly #wanted = new Map<string, Map<string, TableElement>>();
  readonly #byOwner = new Map<string, readonly TableElement[]>();

  /** Replaces what an owner wants, and returns what changes by that. */
  set(owner: string, elements: readonly TableElement[]): readonly ElementChange[] {
    const before = this.#byOwner.get(owner) ?? [];
    const touched = new Map([...before, ...elements].map((element) => [idOf(element), element]));
    const old = new Map([...touched.keys()].map((id) => [id, this.#current(id)]));
    for (const element of before) this.#drop(owner, element);
    for (const element of elements) this.#want(owner, element);
    if (elements.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, elements);
    return [...touched].flatMap(([id, { table, key }]) => {
      const [was, wanted] = [old.get(id), this.#current(id)];
      return was?.value === wanted?.value && (was === undefined) === (wanted === undefined)
        ? []
        : { table, key, isThere: was !== undefined, wanted };
    });
  }

  #current(id: string): TableElement | undefined {
    return this.#wanted.get(id)?.values().next().value;
  }

  #drop(owner: string, element: TableElement): void {
    const owners = this.#wanted.get(idOf(element));
    owners?.delete(owner);
    if (owners?.size === 0) this.#wanted.delete(idOf(element));
  }

  #want(owner: string, element: TableElement): void {
    const owners = this.#wanted.get(idOf(element)) ?? new Map<string, TableElement>();
    this.#wanted.set(idOf(element), owners.set(owner, element));
  }
}

function idOf({ table, key }: TableElement): string {
  return `${table} ${key}`;
}
