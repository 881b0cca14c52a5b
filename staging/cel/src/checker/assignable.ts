import { type CelType, isExactType } from '../types/cel-type.ts';
import { isDyn } from '../types/types.ts';
import type { Mapping } from './mapping.ts';

const nullableKinds: ReadonlySet<string> = new Set(['opaque', 'struct', 'null', 'duration', 'timestamp', 'any']);

/**
 * Whether the types unify, one assignable to the other; binds type parameters in `mapping` (also when it fails).
 * @go github.com/google/cel-go/checker#internalIsAssignable
 */
export function unify(mapping: Mapping, left: CelType, right: CelType): boolean {
  if (right.kind === 'typeParam') {
    const { valid, bound } = bind(mapping, left, right);
    if (valid) return true;
    if (bound) return false;
  }
  if (left.kind === 'typeParam') return bind(mapping, right, left).valid;
  if (isDynOrError(left) || isDynOrError(right)) return true;
  if (left.kind === 'null') return isNullable(right);
  if (right.kind === 'null') return isNullable(left);
  if (left.kind !== right.kind) return false;
  if (left.kind === 'type') return true;
  return left.name === right.name && unifyAll(mapping, left.parameters, right.parameters);
}

/** Whether the lists are as long and unify pairwise. */
export function unifyAll(mapping: Mapping, left: readonly CelType[], right: readonly CelType[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((type, index) => {
    const other = right[index];
    return other !== undefined && unify(mapping, type, other);
  });
}

export function isDynOrError(type: CelType): boolean {
  return type.kind === 'error' || isDyn(type);
}

function isNullable(type: CelType): boolean {
  return type.nullable || nullableKinds.has(type.kind);
}

/** Binds a type parameter to a type, or checks that what it is bound to fits. */
function bind(mapping: Mapping, type: CelType, parameter: CelType): { valid: boolean; bound: boolean } {
  if (type.kind === 'typeParam' && type.name === parameter.name) return { valid: true, bound: true };
  const current = mapping.get(parameter.name);
  if (current !== undefined) {
    if (isExactType(type, current)) return { valid: true, bound: true };
    if (!unify(mapping, type, current)) return { valid: false, bound: true };
    const general = mostGeneral(type, current);
    if (!occursIn(mapping, parameter, general)) mapping.set(parameter.name, general);
    return { valid: true, bound: true };
  }
  if (occursIn(mapping, parameter, type)) return { valid: false, bound: false };
  mapping.set(parameter.name, type);
  return { valid: true, bound: false };
}

/** Whether the parameter stands somewhere in the type: no type contains itself. */
function occursIn(mapping: Mapping, parameter: CelType, type: CelType): boolean {
  if (type.kind !== 'typeParam') return type.parameters.some((inner) => occursIn(mapping, parameter, inner));
  if (type.name === parameter.name) return true;
  const bound = mapping.get(type.name);
  return bound !== undefined && occursIn(mapping, parameter, bound);
}

/** The more general of two types that unify. */
export function mostGeneral(left: CelType, right: CelType): CelType {
  return isEqualOrLessSpecific(left, right) ? left : right;
}

function isEqualOrLessSpecific(left: CelType, right: CelType): boolean {
  if (isDyn(left) || left.kind === 'typeParam') return true;
  if (isDyn(right) || right.kind === 'typeParam' || left.kind !== right.kind) return false;
  if (left.kind === 'type') return true;
  if (left.parameters.length === 0) return isExactType(left, right);
  if (left.name !== right.name || left.parameters.length !== right.parameters.length) return false;
  return left.parameters.every((parameter, index) => {
    const other = right.parameters[index];
    return other !== undefined && isEqualOrLessSpecific(parameter, other);
  });
}
