/** Distinguished encoding (DER) of the few ASN.1 types that certificates are made of: each function writes one element. */

const constructed = 0x20;
const contextSpecific = 0x80;

/** A sequence of elements. */
export function sequence(...elements: readonly Buffer[]): Buffer {
  return element(0x10 | constructed, elements);
}

/** A set of one element; more would have to be sorted. */
export function setOf(only: Buffer): Buffer {
  return element(0x11 | constructed, [only]);
}

/** A positive integer, given as its bytes, most significant first. */
export function positiveInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : Buffer.from(bytes.subarray(first));
  return element(0x02, (digits[0] ?? 0) >= 0x80 ? [Buffer.of(0), digits] : [digits]);
}

/** True; what is false is left out where it is the default. */
export function booleanTrue(): Buffer {
  return element(0x01, [Buffer.of(0xff)]);
}

/** Nothing, which some algorithms have as their parameters. */
export function nullElement(): Buffer {
  return element(0x05, []);
}

/** An object identifier, `2.5.29.15`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, [Buffer.from([first * 40 + second, ...rest].flatMap(base128))]);
}

/** Bytes. */
export function octetString(bytes: Uint8Array): Buffer {
  return element(0x04, [bytes]);
}

/** Bits; the last `unused` of them do not count. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return element(0x03, [Buffer.of(unused), bytes]);
}

/** Text: as PrintableString where its characters allow that, as Go does, otherwise as UTF8String. */
export function directoryString(text: string): Buffer {
  return element(/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text) ? 0x13 : 0x0c, [Buffer.from(text)]);
}

/** A time in whole seconds: UTCTime until 2049, GeneralizedTime from then on (RFC 5280, section 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  const year = date.getUTCFullYear();
  return year < 2050 ? element(0x17, [Buffer.from(digits.slice(2))]) : element(0x18, [Buffer.from(digits)]);
}

/** A number in place of the type that the element would have. */
export function implicitTag(number: number, content: Uint8Array): Buffer {
  return element(contextSpecific | number, [content]);
}

/** A number around an element. */
export function explicitTag(number: number, inner: Buffer): Buffer {
  return element(contextSpecific | constructed | number, [inner]);
}

/** One element as it was read: its tag, its content, and all of its bytes. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/** The elements that stand one behind the other in `bytes`. Throws a RangeError if they end too early. */
export function readElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const { start, length } = readLength(bytes, at + 1);
    const end = start + length;
    if (end > bytes.length) throw new RangeError('an element is longer than what holds it');
    elements.push({ tag: bytes.readUInt8(at), content: bytes.subarray(start, end), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return elements;
}

function element(tag: number, contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Buffer.concat([Buffer.of(tag, ...lengthOctets(length)), ...contents]);
}

function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

function readLength(bytes: Buffer, at: number): { readonly start: number; readonly length: number } {
  const first = bytes.readUInt8(at);
  if (first < 0x80) return { start: at + 1, length: first };
  const count = first & 0x7f;
  return { start: at + 1 + count, length: bytes.readUIntBE(at + 1, count) };
}

function base128(value: number): readonly number[] {
  const octets = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) octets.unshift(0x80 | (rest & 0x7f));
  return octets;
}
