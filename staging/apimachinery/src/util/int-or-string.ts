import type { IntOrString } from '../runtime/scalars.ts';
import { ParseError } from './parse-error.ts';

/**
 * The number that an int or percentage stands for: `25%` of `total`, rounded up or down. Throws ParseError for a text
 * that is not a percentage.
 *
 * @go k8s.io/apimachinery/pkg/util/intstr#GetScaledValueFromIntOrPercent
 */
export function intOrStringValue(value: IntOrString, total: number, roundUp: boolean): number {
  if (typeof value === 'number') return value;
  const percent = percentOf(value);
  if (percent === undefined) {
    throw new ParseError('invalid value for IntOrString: invalid type: string is not a percentage');
  }
  const share = (percent * total) / 100;
  return roundUp ? Math.ceil(share) : Math.floor(share);
}

/** 25 for `25%`; undefined for any other text. */
export function percentOf(value: string): number | undefined {
  return /^[+-]?\d+%$/.test(value) ? Number(value.slice(0, -1)) : undefined;
}

/** A number if the text is one, else the text: how flags and ports are read. */
export function parseIntOrString(text: string): IntOrString {
  return /^[+-]?\d{1,10}$/.test(text) ? Number(text) : text;
}
