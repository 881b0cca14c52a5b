import type { Issues } from './issues.ts';
import type { Source } from './source.ts';
import type { Token, TokenKind } from './token.ts';

const escape = String.raw`\\(?:[abfnrtv"'\\?${'`'}]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;
const strings = [
  String.raw`[rR]"""[^]*?"""`,
  String.raw`[rR]'''[^]*?'''`,
  String.raw`"""(?:${escape}|[^\\])*?"""`,
  String.raw`'''(?:${escape}|[^\\])*?'''`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
  String.raw`"(?:${escape}|[^\\"\n\r])*"`,
  String.raw`'(?:${escape}|[^\\'\n\r])*'`,
].join('|');

/** The rules in the grammar's order: of equally long matches the first wins. */
const rules: readonly (readonly [TokenKind | 'HIDDEN' | 'PUNCTUATION', RegExp])[] = [
  ['PUNCTUATION', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
  ['HIDDEN', /[\t \r\n\f]+|\/\/[^\n]*/y],
  ['NUM_FLOAT', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ['NUM_INT', /0x[0-9a-fA-F]+|\d+/y],
  ['NUM_UINT', /0x[0-9a-fA-F]+[uU]|\d+[uU]/y],
  ['STRING', new RegExp(strings, 'y')],
  ['BYTES', new RegExp(`[bB](?:${strings})`, 'y')],
  ['IDENTIFIER', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['ESC_IDENTIFIER', /`[A-Za-z0-9_.\-/ ]+`/y],
];

const keywords: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null']);

interface Match {
  readonly kind: TokenKind | 'HIDDEN' | 'PUNCTUATION';
  readonly text: string;
}

/** Splits an expression into tokens, the last of kind `EOF`; reports characters that begin none. */
export function tokenize(source: Source, issues: Issues): Token[] {
  const text = source.points.join('');
  const tokens: Token[] = [];
  let at = 0;
  let offset = 0;
  while (at < text.length) {
    const match = longestMatch(text, at);
    const consumed = match?.text ?? unrecognized(text, at);
    if (match === undefined) {
      issues.reportSyntax(source.locationOf(offset), `token recognition error at: '${consumed}'`);
    } else if (match.kind !== 'HIDDEN') {
      tokens.push({ kind: kindOf(match), text: match.text, offset });
    }
    at += consumed.length;
    offset += codePoints(consumed);
  }
  tokens.push({ kind: 'EOF', text: '<EOF>', offset });
  return tokens;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _point of text) count++;
  return count;
}

function kindOf(match: Match): TokenKind {
  if (match.kind === 'PUNCTUATION' || (match.kind === 'IDENTIFIER' && keywords.has(match.text))) {
    return match.text as TokenKind;
  }
  return match.kind as TokenKind;
}

function longestMatch(text: string, at: number): Match | undefined {
  let best: Match | undefined;
  for (const [kind, rule] of rules) {
    rule.lastIndex = at;
    const matched = rule.exec(text)?.[0];
    if (matched !== undefined && matched.length > (best?.text.length ?? 0)) best = { kind, text: matched };
  }
  return best;
}

/** Prefixes of tokens that the recognizer has followed when it gives up, longest first. */
const partial = [
  String.raw`[bB]?[rR]?(?:"""|''')[^]*`,
  String.raw`[bB]?[rR]"[^"\n\r]*`,
  String.raw`[bB]?[rR]'[^'\n\r]*`,
  String.raw`[bB]?"(?:${escape}|[^\\"\n\r])*(?:\\[xXuU]?[0-9a-fA-F]*)?`,
  String.raw`[bB]?'(?:${escape}|[^\\'\n\r])*(?:\\[xXuU]?[0-9a-fA-F]*)?`,
  '`[A-Za-z0-9_.\\-/ ]*',
  '[|&=]',
  '[^]',
].map((pattern) => new RegExp(pattern, 'uy'));

/** What is skipped where no token begins: all that could have become one, and the character that ended it. */
function unrecognized(text: string, at: number): string {
  for (const pattern of partial) {
    pattern.lastIndex = at;
    const skipped = pattern.exec(text)?.[0];
    if (skipped !== undefined) {
      const next = text.codePointAt(at + skipped.length);
      const opened = skipped.length > 1 || /["'`|&=]/.test(skipped);
      return opened && next !== undefined ? skipped + String.fromCodePoint(next) : skipped;
    }
  }
  return text.charAt(at);
}

/** Line breaks and tabs of a token as messages show them. */
export function showEscapes(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
}
