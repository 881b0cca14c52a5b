import { adapt } from './adapt.ts';
import { equalValues } from './equality.ts';
import { CelError, noSuchOverload } from './errors.ts';
import { isInt, isList, isMap, typeOf } from './classify.ts';
import { formatValue } from './format-value.ts';
import { CelDouble, CelList, CelMap, CelUint, type ListValue, type MapValue, type Value } from './value.ts';

/** The number of code points of a string. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        index++;
      }
    }
  }
  return count;
}

export function listSize(list: ListValue): number {
  return list instanceof CelList ? list.size : list.length;
}

/** The element at an index that is known to be valid. */
export function listAt(list: ListValue, index: number): Value {
  return list instanceof CelList ? list.at(index) : adapt(list[index]);
}

/** The elements as values, in order. */
export function* listValues(list: ListValue): Generator<Value> {
  const size = listSize(list);
  for (let index = 0; index < size; index++) yield listAt(list, index);
}

export function mapSize(map: MapValue): number {
  return map instanceof CelMap ? map.size : Object.keys(map).length;
}

/** The value of a key, or undefined when the map has no such key. */
export function mapGet(map: MapValue, key: Value): Value | undefined {
  if (map instanceof CelMap) return map.get(key);
  return typeof key === 'string' && Object.hasOwn(map, key) ? adapt(map[key]) : undefined;
}

export function mapKeys(map: MapValue): Iterable<Value> {
  return map instanceof CelMap ? map.keys() : Object.keys(map);
}

/** The size of a value as the costs count it: 1 for a scalar. */
export function sizeForCost(value: Value): number {
  if (typeof value === 'string') return codePointCount(value);
  if (value instanceof Uint8Array) return value.length;
  if (isList(value)) return listSize(value);
  return isMap(value) ? mapSize(value) : 1;
}

/** A list index from a value: an int, or a uint or double without fraction. */
export function toIndex(index: Value): number {
  if (isInt(index)) return Number(index);
  if (index instanceof CelUint) return Number(index.value);
  if (index instanceof CelDouble) {
    if (Number.isInteger(index.value)) return index.value;
    throw new CelError(`unsupported index value ${formatValue(index)} in list`);
  }
  throw new CelError(`unsupported index type '${typeOf(index).name}' in list`);
}

/** `list[index]` */
export function indexList(list: ListValue, index: Value): Value {
  const at = toIndex(index);
  if (at < 0 || at >= listSize(list)) throw new CelError(`index out of bounds: ${String(at)}`);
  return listAt(list, at);
}

/** `element in container` */
export function contains(container: Value, element: Value): boolean {
  if (isList(container)) {
    const size = listSize(container);
    for (let index = 0; index < size; index++) {
      if (equalValues(listAt(container, index), element)) return true;
    }
    return false;
  }
  if (isMap(container)) return mapGet(container, element) !== undefined;
  throw noSuchOverload();
}

/** The key under which a map finds a value: numbers that are equal are one key. */
function keyOf(key: Value): bigint | boolean | number | string | undefined {
  if (typeof key === 'string' || typeof key === 'boolean') return key;
  if (isInt(key)) return key;
  if (key instanceof CelUint) return key.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(key.value) : key.value;
  if (key instanceof CelDouble && Number.isInteger(key.value)) {
    return Number.isSafeInteger(key.value) ? key.value + 0 : BigInt(key.value);
  }
  return undefined;
}

/** A map made by an expression. */
export class LiteralMap extends CelMap {
  readonly #entries = new Map<unknown, { readonly key: Value; readonly value: Value }>();

  /** Adds an entry; false when the key is there already. Throws for a value that cannot be a key. */
  add(key: Value, value: Value): boolean {
    const at = keyOf(key);
    if (at === undefined || key instanceof CelDouble) throw new CelError(`unsupported key type: ${typeOf(key).name}`);
    if (this.#entries.has(at)) return false;
    this.#entries.set(at, { key, value });
    return true;
  }

  override get size(): number {
    return this.#entries.size;
  }

  override get(key: Value): Value | undefined {
    return this.#entries.get(keyOf(key))?.value;
  }

  override *keys(): Generator<Value> {
    for (const { key } of this.#entries.values()) yield key;
  }
}

/** `left + right` of lists. */
export function concatLists(left: ListValue, right: ListValue): ListValue {
  if (left instanceof CelList) return left.concat(right);
  return [...left, ...(right instanceof CelList ? listValues(right) : right)];
}
