import { isInt } from '../values/classify.ts';
import { CelDouble, CelUint, type Value } from '../values/value.ts';
import { clauseError } from './clause-error.ts';

/** The number of an int or uint. */
function integerOf(value: Value): bigint | undefined {
  if (isInt(value)) return BigInt(value);
  return value instanceof CelUint ? value.value : undefined;
}

export function formatDecimal(value: Value): string {
  const integer = integerOf(value);
  if (integer === undefined) throw clauseError('d', value);
  return String(integer);
}

export function formatOctal(value: Value): string {
  const integer = integerOf(value);
  if (integer === undefined) throw clauseError('o', value);
  return integer.toString(8);
}

export function formatBinary(value: Value): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  const integer = integerOf(value);
  if (integer === undefined) throw clauseError('b', value);
  return integer.toString(2);
}

export function formatHex(value: Value, upper: boolean): string {
  const text = hexOf(value);
  return upper ? text.toUpperCase() : text;
}

function hexOf(value: Value): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (bytes instanceof Uint8Array) return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const integer = integerOf(value);
  if (integer === undefined) throw clauseError('x', value);
  return integer.toString(16);
}

/** The names that stand for doubles no digits can write. */
const special: ReadonlyMap<string, string> = new Map([
  ['NaN', 'NaN'],
  ['Infinity', '∞'],
  ['-Infinity', '-∞'],
]);

function doubleOf(value: Value, letter: string): number {
  if (value instanceof CelDouble) return value.value;
  if (typeof value === 'string' && special.has(value)) return Number(value);
  throw clauseError(letter, value);
}

/** `%f`: grouped by thousands, as English does. */
export function formatFixed(value: Value, precision: number): string {
  const number = doubleOf(value, 'f');
  const named = special.get(String(number));
  if (named !== undefined) return named;
  const [whole = '', fraction] = number.toFixed(Math.min(precision, 100)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `%e`: `2.718280 × 10⁰⁰` with narrow spaces. */
export function formatScientific(value: Value, precision: number): string {
  const number = doubleOf(value, 'e');
  const named = special.get(String(number));
  if (named !== undefined) return named;
  const [mantissa = '', exponent = '0'] = number.toExponential(Math.min(precision, 100)).split('e');
  const digits = exponent.replace(/^[+-]/, '').padStart(2, '0');
  const raised = Array.from(digits, (digit) => superscripts.charAt(Number(digit))).join('');
  return `${mantissa}\u202f×\u202f10${exponent.startsWith('-') ? '⁻' : ''}${raised}`;
}
