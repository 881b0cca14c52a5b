import { maxInt64, maxUint64, minInt64, toInt } from '../values/integers.ts';
import { CelDouble, CelUint, type LiteralValue } from '../values/value.ts';
import type { Token } from './token.ts';
import { unescapeBytes, unescapeString } from './unescape.ts';

/** A literal's text that has no value, such as a number out of range. */
export class LiteralError extends Error {}

/** The value of a literal's token; `sign` is a minus that belongs to it. Throws {@link LiteralError}. */
export function literalValue(token: Token, sign: '' | '-'): LiteralValue {
  switch (token.kind) {
    case 'NUM_INT':
      return intLiteral(token.text, sign);
    case 'NUM_UINT':
      return uintLiteral(token.text);
    case 'NUM_FLOAT':
      return doubleLiteral(sign + token.text);
    case 'STRING':
      return unescapeString(token.text);
    case 'BYTES':
      return unescapeBytes(token.text.slice(1));
    case 'true':
    case 'false':
      return token.kind === 'true';
    default:
      return null;
  }
}

function intLiteral(text: string, sign: '' | '-'): LiteralValue {
  const value = sign === '-' ? -BigInt(text) : BigInt(text);
  if (value < minInt64 || value > maxInt64) throw new LiteralError('invalid int literal');
  return toInt(value);
}

function uintLiteral(text: string): LiteralValue {
  const value = BigInt(text.slice(0, -1));
  if (value > maxUint64) throw new LiteralError('invalid uint literal');
  return new CelUint(value);
}

function doubleLiteral(text: string): LiteralValue {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new LiteralError('invalid double literal');
  return new CelDouble(value);
}
