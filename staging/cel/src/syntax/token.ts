/** What a token is: punctuation and keywords are their own text, the rest have the grammar's names. */
export type TokenKind =
  | '!'
  | '!='
  | '%'
  | '&&'
  | '('
  | ')'
  | '*'
  | '+'
  | ','
  | '-'
  | '.'
  | '/'
  | ':'
  | '<'
  | '<='
  | '=='
  | '>'
  | '>='
  | '?'
  | '['
  | ']'
  | '{'
  | '||'
  | '}'
  | 'BYTES'
  | 'EOF'
  | 'ESC_IDENTIFIER'
  | 'false'
  | 'IDENTIFIER'
  | 'in'
  | 'null'
  | 'NUM_FLOAT'
  | 'NUM_INT'
  | 'NUM_UINT'
  | 'STRING'
  | 'true';

/** A token of an expression, and the offset (in code points) at which it starts. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}
