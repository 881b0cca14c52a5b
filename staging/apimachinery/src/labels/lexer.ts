/** Kinds of tokens of a label selector; `end` stands after the last one. */
export type TokenKind =
  'identifier' | 'end' | 'error' | ',' | '(' | ')' | '!' | '=' | '==' | '!=' | '>' | '<' | 'in' | 'notin';

/** One token and its text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const symbols: ReadonlySet<string> = new Set([',', '(', ')', '!', '=', '==', '!=', '>', '<']);
const symbolChars = '=!(),><';
const whitespace = ' \t\r\n';

/** Splits a selector into tokens; the last one is `end`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (whitespace.includes(char)) {
      at++;
      continue;
    }
    const token = symbolChars.includes(char) ? readSymbol(text, at) : readWord(text, at);
    tokens.push(token);
    at += token.kind === 'error' ? text.length : token.text.length;
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

function readSymbol(text: string, start: number): Token {
  const two = text.slice(start, start + 2);
  const one = text.charAt(start);
  const symbol = two.length === 2 && symbols.has(two) ? two : one;
  return { kind: symbol as TokenKind, text: symbol };
}

function readWord(text: string, start: number): Token {
  let end = start;
  while (end < text.length && !symbolChars.includes(text.charAt(end)) && !whitespace.includes(text.charAt(end))) end++;
  const word = text.slice(start, end);
  return { kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word };
}
