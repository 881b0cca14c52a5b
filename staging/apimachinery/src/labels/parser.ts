import { ParseError } from '../util/parse-error.ts';
import { formatFieldError } from '../validation/field-errors.ts';
import { FieldPath } from '../validation/field-path.ts';
import { tokenize, type Token, type TokenKind } from './lexer.ts';
import { checkLabelKey, newRequirement, type Operator, type Requirement } from './requirement.ts';

/**
 * The requirements of a selector text, in the order written; throws ParseError.
 *
 * @go k8s.io/apimachinery/pkg/labels#(*Parser).parse
 */
export function parseRequirements(text: string): Requirement[] {
  return new Parser(tokenize(text)).parse();
}

const operatorOf: Readonly<Partial<Record<TokenKind, Operator>>> = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
};

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const token = this.#peek();
      if (token.kind === 'end') return requirements;
      if (token.kind !== 'identifier' && token.kind !== '!') {
        throw new ParseError(`found '${token.text}', expected: !, identifier, or 'end of string'`);
      }
      requirements.push(this.#wrappedRequirement());
      if (this.#atEndOfRequirement()) return requirements;
    }
  }

  #wrappedRequirement(): Requirement {
    try {
      return this.#requirement();
    } catch (err) {
      if (!(err instanceof ParseError)) throw err;
      throw new ParseError(`unable to parse requirement: ${err.message}`);
    }
  }

  /** Consumes what separates two requirements; true if there is no further one. */
  #atEndOfRequirement(): boolean {
    const token = this.#next();
    if (token.kind === 'end') return true;
    if (token.kind !== ',') throw new ParseError(`found '${token.text}', expected: ',' or 'end of string'`);
    const after = this.#peek();
    if (after.kind !== 'identifier' && after.kind !== '!') {
      throw new ParseError(`found '${after.text}', expected: identifier after ','`);
    }
    return false;
  }

  #requirement(): Requirement {
    const negated = this.#peek().kind === '!';
    if (negated) this.#next();
    const key = this.#key();
    const after = this.#peek().kind;
    if (negated) return newRequirement(key, '!', []);
    if (after === 'end' || after === ',') return newRequirement(key, 'exists', []);
    const operator = this.#operator();
    const values = operator === 'in' || operator === 'notin' ? this.#values() : [this.#exactValue()];
    return newRequirement(key, operator, [...new Set(values)].sort());
  }

  #key(): string {
    const token = this.#next();
    if (token.kind !== 'identifier') throw new ParseError(`found '${token.text}', expected: identifier`);
    const problem = checkLabelKey(token.text, new FieldPath(''));
    if (problem !== undefined) throw new ParseError(formatFieldError(problem));
    return token.text;
  }

  #operator(): Operator {
    const token = this.#nextRaw();
    const operator = operatorOf[token.kind];
    if (operator === undefined) throw new ParseError(`found '${token.text}', expected: in, notin, =, ==, !=, gt, lt`);
    return operator;
  }

  #exactValue(): string {
    const { kind } = this.#peek();
    if (kind === 'end' || kind === ',') return '';
    const token = this.#next();
    if (token.kind !== 'identifier') throw new ParseError(`found '${token.text}', expected: identifier`);
    return token.text;
  }

  #values(): string[] {
    const open = this.#next();
    if (open.kind !== '(') throw new ParseError(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.kind === ')') {
      // Nothing between the parentheses is the empty value.
      this.#next();
      return [''];
    }
    if (first.kind !== 'identifier' && first.kind !== ',') {
      throw new ParseError(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values = this.#identifierList();
    if (this.#next().kind !== ')') throw new ParseError(`found '${first.text}', expected: ')'`);
    return values;
  }

  /** Empty places between commas are empty values. */
  #identifierList(): string[] {
    const values: string[] = [];
    for (;;) {
      const token = this.#next();
      const after = this.#peek();
      if (token.kind === 'identifier') {
        values.push(token.text);
        if (after.kind === ')') return values;
        if (after.kind !== ',') throw new ParseError(`found '${after.text}', expected: ',' or ')'`);
      } else if (token.kind === ',') {
        if (values.length === 0) values.push('');
        if (after.kind === ')') return [...values, ''];
        if (after.kind === ',') {
          this.#next();
          values.push('');
        }
      } else {
        throw new ParseError(`found '${token.text}', expected: ',', or identifier`);
      }
    }
  }

  /** The next token where a word is a value: `in` and `notin` are identifiers there. */
  #peek(): Token {
    const token = this.#tokens[this.#position] ?? { kind: 'end', text: '' };
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'identifier', text: token.text } : token;
  }

  #next(): Token {
    const token = this.#peek();
    this.#position++;
    return token;
  }

  #nextRaw(): Token {
    return this.#tokens[this.#position++] ?? { kind: 'end', text: '' };
  }
}
