import type { Token, TokenKind } from './token.ts';

/** The text does not follow the grammar; what exactly is wrong is found out by {@link diagnoseSyntax}. */
export class SyntaxStop extends Error {}

/** The tokens of an expression, read from left to right. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new SyntaxStop();
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#at++;
    return token;
  }

  /** Takes the next token if it is of this kind. */
  accept(kind: TokenKind): Token | undefined {
    return this.peek().kind === kind ? this.next() : undefined;
  }

  /** Takes the next token, which must be of this kind. */
  expect(kind: TokenKind): Token {
    const token = this.accept(kind);
    if (token === undefined) throw new SyntaxStop();
    return token;
  }
}
