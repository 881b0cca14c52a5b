import { ParseError } from '../util/parse-error.ts';
import { splitQuantity, type QuantityFormat } from './quantity-syntax.ts';

const nanosPerMilli = 10n ** 6n;
const nanosPerUnit = 10n ** 9n;
const maxBinary = (2n ** 63n - 1n) * nanosPerUnit;
/** Larger exponents are refused: nobody has that much of anything, and the number would fill the memory. */
const maxExponent = 1024;
/** For the same reason. */
const maxDigits = 2 * maxExponent;

/**
 * An exact amount of a resource, and the family of suffixes in which it is written. Immutable. Amounts are multiples
 * of 10⁻⁹; what is smaller was rounded up, away from zero.
 *
 * @go k8s.io/apimachinery/pkg/api/resource#Quantity
 */
export class QuantityValue {
  readonly #nanos: bigint;
  readonly format: QuantityFormat;
  #text: string | undefined;

  constructor(nanos: bigint, format: QuantityFormat) {
    this.#nanos = nanos;
    this.format = format;
  }

  /** The amount in units of 10⁻⁹. */
  get nanos(): bigint {
    return this.#nanos;
  }

  get isZero(): boolean {
    return this.#nanos === 0n;
  }

  /** -1, 0 or 1. */
  get sign(): -1 | 0 | 1 {
    return this.#nanos === 0n ? 0 : this.#nanos < 0n ? -1 : 1;
  }

  /** The sum, written as this one unless it is zero. */
  add(other: QuantityValue): QuantityValue {
    return new QuantityValue(this.#nanos + other.#nanos, this.isZero ? other.format : this.format);
  }

  sub(other: QuantityValue): QuantityValue {
    return new QuantityValue(this.#nanos - other.#nanos, this.isZero ? other.format : this.format);
  }

  /** A whole multiple. */
  mul(factor: number): QuantityValue {
    return new QuantityValue(this.#nanos * BigInt(factor), this.format);
  }

  neg(): QuantityValue {
    return new QuantityValue(-this.#nanos, this.format);
  }

  /** Negative, zero or positive as this amount is smaller than, equal to or larger than the other. */
  cmp(other: QuantityValue): -1 | 0 | 1 {
    return this.#nanos === other.#nanos ? 0 : this.#nanos < other.#nanos ? -1 : 1;
  }

  equals(other: QuantityValue): boolean {
    return this.#nanos === other.#nanos;
  }

  /** Whole units, rounded away from zero. Exact up to 2^53. */
  value(): number {
    return Number(divideUp(this.#nanos, nanosPerUnit));
  }

  /** Thousandths, rounded away from zero. Exact up to 2^53. */
  milliValue(): number {
    return Number(divideUp(this.#nanos, nanosPerMilli));
  }

  /** The nearest floating point number. */
  asNumber(): number {
    const whole = this.#nanos / nanosPerUnit;
    return Number(whole) + Number(this.#nanos - whole * nanosPerUnit) / 1e9;
  }

  /** Rounded away from zero to a multiple of a thousandth: the finest that resource lists keep. */
  roundUpToMilli(): QuantityValue {
    return new QuantityValue(divideUp(this.#nanos, nanosPerMilli) * nanosPerMilli, this.format);
  }

  /**
   * The canonical form: no fraction, the largest suffix that keeps it exact.
   *
   * @go k8s.io/apimachinery/pkg/api/resource#(*Quantity).CanonicalizeBytes
   */
  toString(): string {
    this.#text ??= this.isZero ? '0' : formatNanos(this.#nanos, this.format);
    return this.#text;
  }

  toJSON(): string {
    return this.toString();
  }
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (quotient * divisor === dividend) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

function formatNanos(nanos: bigint, format: QuantityFormat): string {
  const units = nanos / nanosPerUnit;
  const isWhole = units * nanosPerUnit === nanos;
  if (format === 'BinarySI' && isWhole && (units >= 1024n || units <= -1024n)) {
    const [mantissa, step] = stripFactor(units, 1024n, binarySuffixes.length - 1);
    return `${String(mantissa)}${binarySuffixes[step] ?? ''}`;
  }
  if (format === 'DecimalExponent') {
    const [mantissa, step] = stripFactor(nanos, 1000n, Number.MAX_SAFE_INTEGER);
    const exponent = step * 3 - 9;
    return exponent === 0 ? String(mantissa) : `${String(mantissa)}e${String(exponent)}`;
  }
  const [mantissa, step] = stripFactor(nanos, 1000n, decimalSuffixes.length - 1);
  return `${String(mantissa)}${decimalSuffixes[step] ?? ''}`;
}

function stripFactor(value: bigint, factor: bigint, maxSteps: number): readonly [mantissa: bigint, steps: number] {
  let steps = 0;
  while (steps < maxSteps && value % factor === 0n) {
    value /= factor;
    steps++;
  }
  return [value, steps];
}

const remembered = new Map<string, QuantityValue>();
const maxRemembered = 4096;
/** Longer texts are not worth their memory. */
const maxRememberedLength = 64;

/**
 * Reads `100m`, `1.5Gi`, `12e6`. Throws ParseError in upstream's words.
 *
 * @go k8s.io/apimachinery/pkg/api/resource#ParseQuantity
 */
export function parseQuantity(text: string): QuantityValue {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const parsed = parse(text);
  if (text.length > maxRememberedLength) return parsed;
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(text, parsed);
  return parsed;
}

function parse(text: string): QuantityValue {
  const { negative, digits, decimals, base, exponent, format } = splitQuantity(text);
  if (exponent > maxExponent || digits.length > maxDigits)
    throw new ParseError('unable to parse numeric part of quantity');
  const unscaled = BigInt(digits);
  const nanos =
    base === 2 ? scaleByTen(unscaled << BigInt(exponent), 9 - decimals) : scaleByTen(unscaled, exponent - decimals + 9);
  const capped = format === 'BinarySI' && nanos > maxBinary ? maxBinary : nanos;
  const isFraction = capped > 0n && capped < nanosPerUnit;
  return new QuantityValue(negative ? -capped : capped, format === 'BinarySI' && isFraction ? 'DecimalSI' : format);
}

/** `value · 10^power`, rounded up; `value` is not negative. */
function scaleByTen(value: bigint, power: number): bigint {
  if (power >= 0) return value * 10n ** BigInt(power);
  if (value === 0n) return 0n;
  const digits = String(value).length;
  return digits < -power ? 1n : divideUp(value, 10n ** BigInt(-power));
}

/** The canonical form of a quantity's text; throws ParseError. */
export function canonicalQuantity(text: string): string {
  return parseQuantity(text).toString();
}

/** So many whole units. */
export function newQuantity(value: number | bigint, format: QuantityFormat = 'DecimalSI'): QuantityValue {
  return new QuantityValue(BigInt(value) * nanosPerUnit, format);
}

/** So many thousandths. */
export function newMilliQuantity(milliValue: number | bigint, format: QuantityFormat = 'DecimalSI'): QuantityValue {
  return new QuantityValue(BigInt(milliValue) * nanosPerMilli, format);
}

/** Zero. */
export const zeroQuantity: QuantityValue = newQuantity(0);
