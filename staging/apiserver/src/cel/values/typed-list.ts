import { CelList, equalByPosition, listSize, listValues, type ListValue, toJson, type Value } from '@kubescript/cel';
import type { CelSchema } from '../schema.ts';
import { TypedMap } from './typed-map.ts';

/** How a JSON array is to be read. */
export interface ListReading {
  readonly items: CelSchema;
  /** `atomic`, `set` or `map`: decides equality and addition. */
  readonly listType: string;
  /** The fields that identify an element of a list of type map. */
  readonly mapKeys: readonly string[];
  readonly toValue: (data: unknown, schema: CelSchema) => Value;
}

/**
 * A JSON array read by its schema. Sets and lists of type map are equal whatever their order, and `+` joins them:
 * elements of the right replace those of the same key, others are appended.
 * @go k8s.io/apiserver/pkg/cel/common#unstructuredList
 */
export class TypedList extends CelList {
  readonly data: readonly unknown[];
  readonly #reading: ListReading;

  constructor(data: readonly unknown[], reading: ListReading) {
    super();
    this.data = data;
    this.#reading = reading;
  }

  override get size(): number {
    return this.data.length;
  }

  override at(index: number): Value {
    return this.#reading.toValue(this.data[index], this.#reading.items);
  }

  override concat(other: ListValue): ListValue {
    const added = other instanceof TypedList ? other.data : Array.from(listValues(other), rawOf);
    if (this.#reading.listType === 'atomic') return new TypedList([...this.data, ...added], this.#reading);
    const joined = new Map<unknown, unknown>();
    for (const element of this.data) joined.set(this.#keyOf(element), element);
    for (const element of added) {
      const key = this.#keyOf(element);
      if (this.#reading.listType === 'map' || !joined.has(key)) joined.set(key, element);
    }
    return new TypedList([...joined.values()], this.#reading);
  }

  override equals(other: ListValue, equal: (left: Value, right: Value) => boolean): boolean {
    if (this.size !== listSize(other)) return false;
    if (this.#reading.listType === 'atomic') return equalByPosition(this, other);
    const byKey = new Map(this.data.map((element, index) => [this.#keyOf(element), index] as const));
    for (const element of listValues(other)) {
      const index = byKey.get(this.#keyOf(rawOf(element)));
      if (index === undefined || !equal(this.at(index), element)) return false;
    }
    return true;
  }

  /** What identifies an element of a set or map. */
  #keyOf(element: unknown): unknown {
    const { listType, mapKeys } = this.#reading;
    if (listType === 'set') return typeof element === 'object' ? JSON.stringify(element) : element;
    const object = element as Readonly<Record<string, unknown>>;
    return JSON.stringify(mapKeys.map((key) => object[key]));
  }
}

/** The JSON behind a value. */
function rawOf(value: Value): unknown {
  if (value instanceof TypedMap || value instanceof TypedList) return value.data;
  return toJson(value);
}
