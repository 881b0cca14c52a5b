import {
  CelDouble,
  CelDuration,
  CelError,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelUint,
  type Value,
  formatValue,
  isList,
  isMap,
  listValues,
  mapGet,
  mapKeys,
} from '@kubescript/cel';

/** A value as JSON. Throws a CelError for one that has no JSON form. */
export function celJson(value: Value): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') {
    return value;
  }
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof CelDouble) return value.value;
  if (value instanceof CelUint) return Number(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof CelTimestamp || value instanceof CelDuration) return formatValue(value);
  if (value instanceof CelOptional) return value.value === undefined ? null : celJson(value.value);
  if (value instanceof CelObject) return value.toJson();
  if (isList(value)) return [...listValues(value)].map(celJson);
  if (isMap(value)) return mapJson(value);
  throw new CelError(`no JSON form of ${formatValue(value)}`);
}

function mapJson(value: Parameters<typeof mapKeys>[0]): Readonly<Record<string, unknown>> {
  const entries = [...mapKeys(value)].map((key) => {
    if (typeof key !== 'string') throw new CelError(`map key ${formatValue(key)} is not a string`);
    return [key, celJson(mapGet(value, key) ?? null)] as const;
  });
  return Object.fromEntries(entries);
}
