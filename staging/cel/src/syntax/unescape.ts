const simple: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['?', '?'],
]);

/** What stands in a literal: text, or a number for one byte (bytes literals) or code point. */
export interface Unescaped {
  readonly text: string;
  /** Set for bytes literals. */
  readonly bytes: Uint8Array;
}

/** A literal that the lexer accepts but that has no value. */
export class UnescapeError extends Error {}

/** The body of a literal without prefix and quotes, and whether escapes count in it. */
function bodyOf(literal: string): { readonly body: string; readonly raw: boolean } {
  const normalized = literal.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const raw = normalized.startsWith('r') || normalized.startsWith('R');
  const quoted = raw ? normalized.slice(1) : normalized;
  const quotes = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
  return { body: quoted.slice(quotes, -quotes), raw };
}

/**
 * The value of a string literal. Throws {@link UnescapeError}.
 * @go github.com/google/cel-go/parser#unescape
 */
export function unescapeString(literal: string): string {
  const { body, raw } = bodyOf(literal);
  if (raw || !body.includes('\\')) return body;
  return body.replace(escapeSequence, (sequence) => {
    const code = codeOf(sequence);
    if (typeof code === 'string') return code;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new UnescapeError('invalid unicode code point');
    return String.fromCodePoint(code);
  });
}

/** The value of a bytes literal (without its `b`): text in UTF-8, and `\x` and octal escapes as single bytes. */
export function unescapeBytes(literal: string): Uint8Array {
  const { body, raw } = bodyOf(literal);
  const encoder = new TextEncoder();
  if (raw) return encoder.encode(body);
  const bytes: number[] = [];
  let from = 0;
  for (const match of body.matchAll(escapeSequence)) {
    const code = codeOf(match[0]);
    if (/^\\[uU]/.test(match[0])) throw new UnescapeError('unable to unescape string');
    bytes.push(...encoder.encode(body.slice(from, match.index)));
    bytes.push(typeof code === 'string' ? code.charCodeAt(0) : code);
    from = match.index + match[0].length;
  }
  bytes.push(...encoder.encode(body.slice(from)));
  return Uint8Array.from(bytes);
}

const escapeSequence = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[^])/g;

function codeOf(sequence: string): number | string {
  const letter = sequence.charAt(1);
  const plain = simple.get(letter);
  if (plain !== undefined) return plain;
  if (/[xXuU]/.test(letter)) return Number.parseInt(sequence.slice(2), 16);
  if (/^\\[0-3][0-7]{2}$/.test(sequence)) return Number.parseInt(sequence.slice(1), 8);
  throw new UnescapeError('unable to unescape string');
}
