import type { CelType } from '../types/cel-type.ts';

/** An unsigned 64-bit integer. */
export class CelUint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A double; plain JavaScript numbers are CEL's ints. */
export class CelDouble {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A span of time in nanoseconds. */
export class CelDuration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A point in time, in nanoseconds since 1970 UTC. */
export class CelTimestamp {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A value that may be absent. */
export class CelOptional {
  /** The value; undefined when absent. */
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }

  static readonly none = new CelOptional(undefined);
}

/**
 * A value of an object type (with fields) or an opaque type (without), provided by a library or type provider.
 * Fields are read with `get`; what `get` returns is a value already.
 */
export abstract class CelObject {
  abstract readonly type: CelType;

  /** The value of a field; undefined when it is not set. Throws a `CelError` for a field that does not exist. */
  get(_field: string): Value | undefined {
    return undefined;
  }

  /** Whether the objects are equal; `equal` compares what is in them. */
  abstract equals(other: Value, equal: (left: Value, right: Value) => boolean): boolean;

  /** The object as JSON, for results that leave CEL. */
  toJson(): unknown {
    return null;
  }
}

/** A list that is not a plain array: one that knows its schema, or is lazy. */
export abstract class CelList {
  abstract readonly size: number;
  /** The element at a valid index. */
  abstract at(index: number): Value;
  /** The elements followed by another list's. */
  abstract concat(other: ListValue): ListValue;
  /** Equality where it is not by position; undefined: compare by position. */
  equals?(other: ListValue, equal: (left: Value, right: Value) => boolean): boolean;
}

/** A map that is not a plain object: one with keys other than strings, or that knows its schema. */
export abstract class CelMap {
  abstract readonly size: number;
  /** The value of a key, or undefined. */
  abstract get(key: Value): Value | undefined;
  abstract keys(): Iterable<Value>;
  /** Equality where it is not by entries; undefined: compare by entries. */
  equals?(other: MapValue, equal: (left: Value, right: Value) => boolean): boolean;
}

/** A list: a plain array holds values or plain JSON. */
export type ListValue = CelList | readonly unknown[];

/** A plain JSON object: a map with string keys. */
export type PlainMap = Readonly<Record<string, unknown>>;

/** A map. */
export type MapValue = CelMap | PlainMap;

/** Constants in an expression. */
export type LiteralValue = bigint | boolean | CelDouble | CelUint | null | number | string | Uint8Array;

/**
 * Any value at run time. An int is a `number` where that is exact and a `bigint` beyond; a plain number in JSON that
 * is no integer is taken for a double when it is read. Lists and maps may be plain JSON.
 */
export type Value =
  | CelDuration
  | CelList
  | CelMap
  | CelObject
  | CelOptional
  | CelTimestamp
  | CelType
  | LiteralValue
  | PlainMap
  | readonly unknown[];
