import { goEscapes } from '../util/go-format.ts';

/** Go's decoder goes no deeper. */
const maxDepth = 10_000;

const endOfInput = 'unexpected end of JSON input';

/**
 * What Go's decoder says of a text that is no JSON; undefined if it is. Made for texts that a faster parser refused.
 *
 * @go encoding/json#checkValid
 */
export function jsonSyntaxProblem(text: string): string | undefined {
  try {
    new Scanner(text).scan();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.message;
    throw error;
  }
}

class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
}

const whitespace = /[ \t\r\n]/;
const digit = /[0-9]/;
const hexDigit = /[0-9a-fA-F]/;
const literals: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

/** Reads a text as Go's scanner does, with a stack of its own: input may be nested deep. */
class Scanner {
  readonly #text: string;
  readonly #open: ('object' | 'array')[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws a SyntaxProblem if the text is no JSON. */
  scan(): void {
    this.#value();
    while (this.#open.length > 0) this.#afterValue();
    const rest = this.#next();
    if (rest !== '') this.#fail(rest, 'after top-level value');
  }

  /** A scalar, or the beginning of an object or array up to its first value that is neither. */
  #value(): void {
    for (;;) {
      const char = this.#take();
      if (char === '{') {
        this.#enter('object');
        if (this.#peek() === '}') return;
        this.#key();
      } else if (char === '[') {
        this.#enter('array');
        if (this.#peek() === ']') return;
      } else {
        this.#scalar(char);
        return;
      }
    }
  }

  #afterValue(): void {
    const isObject = this.#open.at(-1) === 'object';
    const char = this.#take();
    if (char === (isObject ? '}' : ']')) {
      this.#open.pop();
      return;
    }
    if (char !== ',') this.#fail(char, isObject ? 'after object key:value pair' : 'after array element');
    if (isObject) this.#key();
    this.#value();
  }

  #enter(kind: 'object' | 'array'): void {
    this.#open.push(kind);
    if (this.#open.length > maxDepth) throw new SyntaxProblem('exceeded max depth');
  }

  #key(): void {
    const char = this.#take();
    if (char !== '"') this.#fail(char, 'looking for beginning of object key string');
    this.#string();
    const colon = this.#take();
    if (colon !== ':') this.#fail(colon, 'after object key');
  }

  #scalar(char: string): void {
    const literal = literals[char];
    if (char === '"') this.#string();
    else if (char === '-' || digit.test(char)) this.#number(char);
    else if (literal !== undefined) this.#literal(literal);
    else this.#fail(char, 'looking for beginning of value');
  }

  #string(): void {
    for (;;) {
      const char = this.#char();
      if (char === '"') return;
      if (char < ' ') this.#fail(char, 'in string literal');
      if (char === '\\') this.#escape();
    }
  }

  #escape(): void {
    const char = this.#char();
    if ('bfnrt\\/"'.includes(char)) return;
    if (char !== 'u') this.#fail(char, 'in string escape code');
    for (let count = 0; count < 4; count++) {
      const hex = this.#char();
      if (!hexDigit.test(hex)) this.#fail(hex, 'in \\u hexadecimal character escape');
    }
  }

  #number(first: string): void {
    let char = first;
    if (char === '-') {
      char = this.#char();
      if (!digit.test(char)) this.#fail(char, 'in numeric literal');
    }
    if (char !== '0') this.#digits();
    if (this.#text[this.#at] === '.') {
      this.#at += 1;
      this.#someDigits('after decimal point in numeric literal');
    }
    if (/[eE]/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
      if (/[+-]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      this.#someDigits('in exponent of numeric literal');
    }
  }

  #someDigits(context: string): void {
    const char = this.#char();
    if (!digit.test(char)) this.#fail(char, context);
    this.#digits();
  }

  #digits(): void {
    while (digit.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #literal(literal: string): void {
    for (const expected of literal.slice(1)) {
      const char = this.#char();
      if (char !== expected) this.#fail(char, `in literal ${literal} (expecting '${expected}')`);
    }
  }

  /** The next character that is no white space, without taking it; empty at the end. */
  #peek(): string {
    while (whitespace.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text[this.#at] ?? '';
  }

  #next(): string {
    const char = this.#peek();
    this.#at += 1;
    return char;
  }

  #take(): string {
    const char = this.#next();
    if (char === '') throw new SyntaxProblem(endOfInput);
    return char;
  }

  #char(): string {
    const char = this.#text[this.#at];
    if (char === undefined) throw new SyntaxProblem(endOfInput);
    this.#at += 1;
    return char;
  }

  #fail(char: string, context: string): never {
    throw new SyntaxProblem(`invalid character ${quoted(char)} ${context}`);
  }
}

const escapes: Readonly<Record<string, string>> = { ...goEscapes, "'": "\\'", '"': '"' };

/** The first byte of a character as Go quotes it. @go encoding/json#quoteChar */
function quoted(char: string): string {
  const escape = escapes[char];
  if (escape !== undefined) return `'${escape}'`;
  const [byte = 0] = new TextEncoder().encode(char);
  if (byte >= 0x20 && byte < 0x7f) return `'${char}'`;
  const isShown = byte > 0xa0 && byte !== 0xad;
  const hex = byte.toString(16).padStart(byte < 0x80 ? 2 : 4, '0');
  return isShown ? `'${String.fromCharCode(byte)}'` : `'\\${byte < 0x80 ? 'x' : 'u'}${hex}'`;
}
