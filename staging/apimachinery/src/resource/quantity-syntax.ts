import { ParseError } from '../util/parse-error.ts';

/** The family of suffixes in which a quantity is written. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The parts of a quantity: `± digits · 10^-decimals · base^exponent`. */
export interface QuantityParts {
  readonly negative: boolean;
  /** Decimal digits, at least one, without the point. */
  readonly digits: string;
  /** How many of the digits stood after the point. */
  readonly decimals: number;
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const wrongFormat = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const wrongSuffix = "unable to parse quantity's suffix";

const shape = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/;

/** Splits the text of a quantity; throws ParseError in upstream's words. */
export function splitQuantity(text: string): QuantityParts {
  const match = text === '' ? null : shape.exec(text);
  if (match === null) throw new ParseError(wrongFormat);
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  const { base, exponent, format } = readSuffix(suffix);
  return {
    negative: sign === '-',
    digits: whole + fraction === '' ? '0' : whole + fraction,
    decimals: fraction.length,
    base,
    exponent,
    format,
  };
}

type Suffix = Pick<QuantityParts, 'base' | 'exponent' | 'format'>;

const knownSuffixes: ReadonlyMap<string, Suffix> = new Map([
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, i): [string, Suffix] => [
    suffix,
    { base: 10, exponent: 3 * i - 9, format: 'DecimalSI' },
  ]),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, i): [string, Suffix] => [
    suffix,
    { base: 2, exponent: 10 * (i + 1), format: 'BinarySI' },
  ]),
]);

function readSuffix(suffix: string): Suffix {
  const known = knownSuffixes.get(suffix);
  if (known !== undefined) return known;
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined) throw new ParseError(wrongSuffix);
  return { base: 10, exponent: Number(exponent), format: 'DecimalExponent' };
}
