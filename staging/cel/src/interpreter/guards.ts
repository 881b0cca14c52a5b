import type { CelType } from '../types/cel-type.ts';
import { isInt, isList, isMap, typeOf } from '../values/classify.ts';
import { CelDouble, CelDuration, CelObject, CelOptional, CelTimestamp, CelUint, type Value } from '../values/value.ts';
import { CelType as TypeValue } from '../types/cel-type.ts';
import { listAt, listSize } from '../values/collections.ts';

/** Whether a value may be passed for a declared type. */
export type Guard = (value: Value) => boolean;

const always: Guard = () => true;

const primitive: Partial<Record<CelType['kind'], Guard>> = {
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => value instanceof Uint8Array,
  double: (value) => value instanceof CelDouble,
  duration: (value) => value instanceof CelDuration,
  int: isInt,
  map: isMap,
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  timestamp: (value) => value instanceof CelTimestamp,
  type: (value) => value instanceof TypeValue,
  uint: (value) => value instanceof CelUint,
};

/**
 * The check of a value against a declared type; of a list only the first element is looked at, as in the reference.
 * @go github.com/google/cel-go/common/types#(*Type).IsAssignableRuntimeType
 */
export function guardOf(type: CelType): Guard {
  const basic = primitive[type.kind];
  if (basic !== undefined) return type.nullable ? (value) => value === null || basic(value) : basic;
  switch (type.kind) {
    case 'list':
      return listGuard(type.parameters[0]);
    case 'opaque':
      return type.name === 'optional_type' ? (value) => value instanceof CelOptional : namedGuard(type.name);
    case 'struct':
      return namedGuard(type.name);
    default:
      return always;
  }
}

function namedGuard(name: string): Guard {
  return (value) =>
    value instanceof CelObject ? value.type.name === name : isMap(value) && typeOf(value).name === name;
}

function listGuard(element: CelType | undefined): Guard {
  const inner = element === undefined ? always : guardOf(element);
  if (inner === always) return isList;
  return (value) => isList(value) && (listSize(value) === 0 || inner(listAt(value, 0)));
}
