import { CelMap, mapGet, mapSize, noSuchOverload, type MapValue, type Value } from '@kubescript/cel';
import { escapeField, unescapeField } from '../escaping.ts';
import type { CelSchema } from '../schema.ts';
import { jsonEqual } from '@kubescript/apimachinery';

/** How a JSON object is to be read. */
export interface MapReading {
  /** Whether it has fields of its own, whose names are escaped, instead of keys. */
  readonly hasProperties: boolean;
  readonly schemaOf: (key: string) => CelSchema | undefined;
  readonly toValue: (data: unknown, schema: CelSchema) => Value;
}

/**
 * A JSON object read by its schema. Fields the schema does not know are invisible, and null fields are absent.
 * @go k8s.io/apiserver/pkg/cel/common#unstructuredMap
 */
export class TypedMap extends CelMap {
  readonly data: Readonly<Record<string, unknown>>;
  readonly #reading: MapReading;

  constructor(data: Readonly<Record<string, unknown>>, reading: MapReading) {
    super();
    this.data = data;
    this.#reading = reading;
  }

  override get size(): number {
    return Object.keys(this.data).length;
  }

  override get(key: Value): Value | undefined {
    if (typeof key !== 'string') throw noSuchOverload();
    const { hasProperties, schemaOf, toValue } = this.#reading;
    const name = hasProperties ? unescapeField(key) : key;
    if (name === undefined || !Object.hasOwn(this.data, name)) return undefined;
    const data = this.data[name];
    if (hasProperties && (data === null || data === undefined)) return undefined;
    const schema = schemaOf(name);
    return schema === undefined ? undefined : toValue(data, schema);
  }

  override *keys(): Generator<Value> {
    const { hasProperties, schemaOf } = this.#reading;
    for (const key of Object.keys(this.data)) {
      if (schemaOf(key) !== undefined) yield hasProperties ? (escapeField(key) ?? key) : key;
    }
  }

  override equals(other: MapValue, equal: (left: Value, right: Value) => boolean): boolean {
    if (this.size !== mapSize(other)) return false;
    return Object.keys(this.data).every((key) => this.#equalAt(key, other, equal));
  }

  #equalAt(key: string, other: MapValue, equal: (left: Value, right: Value) => boolean): boolean {
    const data = this.data[key];
    const schema = this.#reading.schemaOf(key);
    if (schema === undefined) return other instanceof TypedMap && jsonEqual(data, other.data[key]);
    const found = mapGet(other, key);
    if (data === null) return found === undefined || found === null;
    return found !== undefined && equal(this.#reading.toValue(data, schema), found);
  }
}
