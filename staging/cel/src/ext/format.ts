import { listAt, listSize } from '../values/collections.ts';
import { CelError } from '../values/errors.ts';
import type { ListValue, Value } from '../values/value.ts';
import {
  formatBinary,
  formatDecimal,
  formatFixed,
  formatHex,
  formatOctal,
  formatScientific,
} from './format-numbers.ts';
import { formatText } from './format-text.ts';

/** The letter of a clause and its precision. */
export interface Clause {
  readonly letter: string;
  readonly precision: number;
}

const defaultPrecision = 6;

/** Writes a value as a clause says; throws `CelError` where the clause does not take it. */
function formatClause({ letter, precision }: Clause, value: Value): string {
  switch (letter) {
    case 's':
      return formatText(value);
    case 'd':
      return formatDecimal(value);
    case 'f':
      return formatFixed(value, precision);
    case 'e':
      return formatScientific(value, precision);
    case 'b':
      return formatBinary(value);
    case 'o':
      return formatOctal(value);
    default:
      return formatHex(value, letter === 'X');
  }
}

/**
 * Walks a format's text and hands its clauses, with the index of the argument each takes, to `format`. Throws a
 * `CelError` for a faulty format.
 */
export function interpolate(
  text: string,
  argumentCount: number,
  format: (clause: Clause, index: number) => string,
): { readonly text: string; readonly used: number } {
  let used = 0;
  const pattern = /%(%|(?:\.(\d*))?([^]?))/g;
  const written = text.replace(pattern, (_match, body: string, digits: string | undefined, letter: string) => {
    if (body === '%') return '%';
    if (used >= argumentCount) throw new CelError(`index ${String(used)} out of range`);
    if (body === '') throw new CelError('unexpected end of string');
    const clause = readClause(digits, letter);
    return format(clause, used++);
  });
  return { text: written, used };
}

function readClause(digits: string | undefined, letter: string): Clause {
  const fault = (reason: string): CelError => new CelError(`could not parse formatting clause: ${reason}`);
  if (letter === '') throw fault('error while parsing precision: could not find end of precision specifier');
  if (digits === '') {
    const reason = 'strconv.Atoi: parsing "": invalid syntax';
    throw fault(`error while parsing precision: error while converting precision to integer: ${reason}`);
  }
  if (!/^[sdfebxXo]$/.test(letter)) throw fault(`unrecognized formatting clause "${letter}"`);
  return { letter, precision: digits === undefined ? defaultPrecision : Number(digits) };
}

/** `text.format(args)` */
export function formatString(text: string, args: ListValue): string {
  return interpolate(text, listSize(args), (clause, index) => {
    try {
      return formatClause(clause, listAt(args, index));
    } catch (error) {
      if (error instanceof CelError) throw new CelError(`error during formatting: ${error.message}`);
      throw error;
    }
  }).text;
}
