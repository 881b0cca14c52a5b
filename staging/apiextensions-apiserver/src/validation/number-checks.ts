import type { JSONSchemaProps } from '@kubescript/api/apiextensions/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { Result } from './result.ts';

type Limits = DeepReadonly<
  Pick<JSONSchemaProps, 'maximum' | 'minimum' | 'exclusiveMaximum' | 'exclusiveMinimum' | 'multipleOf'>
>;

/** The number's place, and the type that the schema states for it ('' if there is not exactly one). */
interface NumberPlace {
  readonly type: string;
  /** Only a format that is checked; '' if there is none. */
  readonly format: string;
  readonly path: string;
}

const maxInt32 = 2 ** 31;
const maxInt64 = 2 ** 63;

/**
 * Checks a number against the limits of its schema.
 *
 * @go k8s.io/kube-openapi/pkg/validation/validate#(*numberValidator).Validate
 */
export function checkNumber(value: number, schema: Limits, place: NumberPlace): Result {
  const { path } = place;
  const result = new Result();
  if (!isInRange(value, place)) {
    const format = place.format === '' ? '(default format)' : `with format ${place.format}`;
    const message = `Checked value must be of type ${place.type} ${format} in ${path}`;
    result.add({ code: 'composite', name: '', message });
  }
  const refuse = (detail: string): void => {
    result.add({ code: 'other', name: path, message: `${path} in body should be ${detail}`, value });
  };
  const { multipleOf, maximum, minimum } = schema;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) refuse(`a multiple of ${String(multipleOf)}`);
  if (maximum !== undefined) {
    const isExclusive = schema.exclusiveMaximum === true;
    if (isExclusive && value >= maximum) refuse(`less than ${String(maximum)}`);
    else if (!isExclusive && value > maximum) refuse(`less than or equal to ${String(maximum)}`);
  }
  if (minimum !== undefined) {
    const isExclusive = schema.exclusiveMinimum === true;
    if (isExclusive && value <= minimum) refuse(`greater than ${String(minimum)}`);
    else if (!isExclusive && value < minimum) refuse(`greater than or equal to ${String(minimum)}`);
  }
  return result;
}

/** @go k8s.io/kube-openapi/pkg/validation/validate#IsValueValidAgainstRange */
function isInRange(value: number, { type, format }: NumberPlace): boolean {
  if (type !== 'integer') return format !== 'float' || Number.isFinite(Math.fround(value));
  const limit = format === 'int32' ? maxInt32 : maxInt64;
  return Number.isInteger(value) && value >= -limit && value < limit;
}

function isMultiple(value: number, factor: number): boolean {
  if (factor === 0) return false;
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Number.isInteger(quotient);
}
