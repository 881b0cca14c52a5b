import { adapt } from '../values/adapt.ts';
import { isList, isMap } from '../values/classify.ts';
import { indexList, listSize, mapGet, toIndex } from '../values/collections.ts';
import { noSuchKey, noSuchOverload } from '../values/errors.ts';
import { formatValue } from '../values/format-value.ts';
import { CelMap, CelObject, CelOptional, type Value } from '../values/value.ts';

/** The value of a key, index or field; undefined where there is none. */
export function find(container: Value, key: Value): Value | undefined {
  if (isList(container)) {
    const index = toIndex(key);
    return index >= 0 && index < listSize(container) ? indexList(container, index) : undefined;
  }
  if (isMap(container)) return mapGet(container, key);
  if (container instanceof CelObject && typeof key === 'string') return container.get(key);
  return undefined;
}

/** `container[key]` and `container.key`; an optional stays one. */
export function qualify(container: Value, key: Value): Value {
  if (container instanceof CelOptional) return qualifyOptional(container, key);
  if (isList(container)) return indexList(container, key);
  const value = find(container, key);
  if (value !== undefined) return value;
  if (container instanceof CelObject && container.type.kind !== 'struct') throw noSuchOverload();
  throw noSuchKey(formatValue(key));
}

/** `container[?key]` and `container.?key` */
export function qualifyOptional(container: Value, key: Value): CelOptional {
  if (container instanceof CelOptional) {
    return container.value === undefined ? container : qualifyOptional(container.value, key);
  }
  const value = find(container, key);
  return value === undefined ? CelOptional.none : new CelOptional(value);
}

/** A reader of one field, fast for plain objects. */
export function fieldReader(field: string): (container: Value) => Value {
  if (field in Object.prototype) return (container) => qualify(container, field);
  return (container) => {
    if (typeof container === 'object' && container !== null && Object.getPrototypeOf(container) === Object.prototype) {
      const value = (container as Record<string, unknown>)[field];
      if (value === undefined) throw noSuchKey(field);
      return adapt(value);
    }
    if (container instanceof CelMap) {
      const value = container.get(field);
      if (value === undefined) throw noSuchKey(field);
      return value;
    }
    return qualify(container, field);
  };
}

/** Whether the field is there: `has(container.field)`. */
export function isPresent(container: Value, field: string): boolean {
  if (container instanceof CelOptional) {
    return container.value !== undefined && isPresent(container.value, field);
  }
  return find(container, field) !== undefined;
}
