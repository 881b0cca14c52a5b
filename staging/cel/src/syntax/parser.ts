import type { Expr, MapEntry, StructField } from './ast.ts';

import { balanceLogical } from './balance.ts';
import { diagnoseSyntax } from './diagnosis/diagnose.ts';
import { ExprFactory } from './expr-factory.ts';
import { Issues } from './issues.ts';
import { tokenize } from './lexer.ts';
import { LiteralError, literalValue } from './literals.ts';
import { type Macro, MacroBuilder, MacroError, macroKey } from './macro.ts';
import { binaryOperators, operators } from './operators.ts';
import { noLocation, type Source } from './source.ts';
import type { Token } from './token.ts';
import { SyntaxStop, TokenStream } from './token-stream.ts';
import { UnescapeError } from './unescape.ts';

/** A parsed expression, and where its nodes stand. */
export interface ParsedExpr {
  readonly expr: Expr;
  readonly positions: ReadonlyMap<number, number>;
}

const maxCodePoints = 100_000;
const maxDepth = 250;

const reservedNames: ReadonlySet<string> = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import', 'in', 'let', 'loop'],
  ...['package', 'namespace', 'null', 'return', 'true', 'var', 'void', 'while'],
]);

const relations: ReadonlySet<string> = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const additions: ReadonlySet<string> = new Set(['+', '-']);
const multiplications: ReadonlySet<string> = new Set(['*', '/', '%']);

/**
 * Parses an expression and expands its macros. Never throws: what is wrong is in `issues`.
 * @go github.com/google/cel-go/parser#(*Parser).Parse
 */
export function parse(source: Source, macros: ReadonlyMap<string, Macro>): { parsed?: ParsedExpr; issues: Issues } {
  const issues = new Issues(source);
  if (source.points.length > maxCodePoints) {
    const size = String(source.points.length);
    issues.report(
      noLocation,
      `expression code point size exceeds limit: size: ${size}, limit ${String(maxCodePoints)}`,
    );
    return { issues };
  }
  const tokens = tokenize(source, issues);
  const parser = new Parser(tokens, { source, issues, macros });
  try {
    const expr = parser.parse();
    if (issues.length > 0) return { issues };
    return { parsed: { expr, positions: parser.factory.positions }, issues };
  } catch (error) {
    if (error instanceof DepthError) issues.report(noLocation, error.message);
    else if (error instanceof SyntaxStop) diagnoseSyntax(tokens, issues);
    else throw error;
    return { issues };
  }
}

/** A rule of the grammar is nested in itself too often to go on reading. */
class DepthError extends Error {
  constructor() {
    super(`expression recursion limit exceeded: ${String(maxDepth)}`);
  }
}

type NestedRule = 'calc' | 'expr' | 'relation';

interface Context {
  readonly source: Source;
  readonly issues: Issues;
  readonly macros: ReadonlyMap<string, Macro>;
}

class Parser {
  readonly factory = new ExprFactory();
  readonly #tokens: TokenStream;
  readonly #context: Context;
  /** How deep each rule of the grammar is nested in itself; that of others never exceeds these. */
  readonly #depths = { expr: 0, relation: 0, calc: 0 };
  /** How many operators lie above each other in what was read last. */
  #height = 0;
  #isTooHigh = false;

  constructor(tokens: readonly Token[], context: Context) {
    this.#tokens = new TokenStream(tokens);
    this.#context = context;
  }

  parse(): Expr {
    const expr = this.#expr();
    this.#tokens.expect('EOF');
    if (this.#isTooHigh) this.#context.issues.report(noLocation, 'max recursion depth exceeded');
    return expr;
  }

  /** Reads one use of a rule. */
  #nest(rule: NestedRule, read: () => Expr): Expr {
    if (++this.#depths[rule] > maxDepth) throw new DepthError();
    const expr = read();
    this.#depths[rule]--;
    return expr;
  }

  /** Reads another part of an expression; the higher of this and what was read before counts. */
  #beside<T>(read: () => T): T {
    const before = this.#height;
    const part = read();
    this.#height = Math.max(before, this.#height);
    return part;
  }

  /** An operator lies above what was read. */
  #heighten(): void {
    if (++this.#height > maxDepth) this.#isTooHigh = true;
  }

  #expr(): Expr {
    return this.#nest('expr', () => this.#conditional());
  }

  #conditional(): Expr {
    const condition = this.#conditionalOr();
    const op = this.#tokens.accept('?');
    if (op === undefined) return condition;
    const truthy = this.#beside(() => this.#conditionalOr());
    this.#tokens.expect(':');
    const falsy = this.#beside(() => this.#expr());
    this.#heighten();
    return this.#call(op, operators.conditional, [condition, truthy, falsy]);
  }

  #conditionalOr(): Expr {
    return this.#logical('||', operators.logicalOr, () => this.#conditionalAnd());
  }

  #conditionalAnd(): Expr {
    return this.#logical('&&', operators.logicalAnd, () => this.#relation());
  }

  #logical(symbol: '&&' | '||', name: string, operand: () => Expr): Expr {
    const terms = [operand()];
    const ops: number[] = [];
    for (let op = this.#tokens.accept(symbol); op !== undefined; op = this.#tokens.accept(symbol)) {
      terms.push(this.#beside(operand));
      ops.push(op.offset);
    }
    return balanceLogical(terms, ops, (offset, left, right) => this.factory.call(offset, name, left, right));
  }

  #relation(): Expr {
    return this.#nest('relation', () => this.#chain('relation', relations, () => this.#additive()));
  }

  #additive(): Expr {
    return this.#nest('calc', () => this.#chain('calc', additions, () => this.#multiplicative()));
  }

  #multiplicative(): Expr {
    return this.#chain('calc', multiplications, () => this.#unary());
  }

  /** Operands with operators between them, from left to right; those on the right are uses of the rule in itself. */
  #chain(rule: NestedRule, symbols: ReadonlySet<string>, operand: () => Expr): Expr {
    let left = operand();
    while (symbols.has(this.#tokens.peek().kind)) {
      const op = this.#tokens.next();
      const right = this.#beside(() => this.#nest(rule, operand));
      this.#heighten();
      left = this.#call(op, binaryOperators.get(op.text) ?? op.text, [left, right]);
    }
    return left;
  }

  #unary(): Expr {
    const { kind } = this.#tokens.peek();
    if (kind === '!') return this.#repeated('!', operators.logicalNot);
    return kind === '-' && !this.#isNegativeNumber() ? this.#repeated('-', operators.negate) : this.#member();
  }

  #isNegativeNumber(): boolean {
    const { kind } = this.#tokens.peek(1);
    return kind === 'NUM_INT' || kind === 'NUM_FLOAT';
  }

  /** An even number of negations is none. */
  #repeated(symbol: '!' | '-', name: string): Expr {
    const first = this.#tokens.next();
    let count = 1;
    while (this.#tokens.accept(symbol) !== undefined) count++;
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#call(first, name, [operand]);
  }

  #member(): Expr {
    let operand = this.#primary();
    for (;;) {
      const { kind } = this.#tokens.peek();
      if (kind !== '.' && kind !== '[') return operand;
      operand = kind === '.' ? this.#select(operand) : this.#index(operand);
      this.#heighten();
    }
  }

  #select(operand: Expr): Expr {
    const dot = this.#tokens.next();
    const optional = this.#tokens.accept('?') !== undefined;
    const name = this.#fieldName();
    if (optional) {
      const field = this.factory.literal(dot.offset, name.text);
      return this.#call(dot, operators.optSelect, [operand, field]);
    }
    const open = name.kind === 'IDENTIFIER' ? this.#tokens.accept('(') : undefined;
    if (open === undefined) return this.factory.select(dot.offset, operand, name.text);
    return this.#memberCall(open, name.text, operand);
  }

  /** A field's name. Names in backticks are known to the grammar, but not enabled. */
  #fieldName(): Token {
    const escaped = this.#tokens.accept('ESC_IDENTIFIER');
    if (escaped === undefined) return this.#tokens.expect('IDENTIFIER');
    this.#report(escaped.offset, "unsupported syntax: '`'");
    return { ...escaped, text: escaped.text.slice(1, -1) };
  }

  #memberCall(open: Token, name: string, target: Expr): Expr {
    const args = this.#beside(() => this.#arguments());
    return this.#macro(open, { name, target, args }) ?? this.factory.memberCall(open.offset, name, target, args);
  }

  #call(at: Token, name: string, args: readonly Expr[]): Expr {
    return this.#macro(at, { name, args }) ?? this.factory.call(at.offset, name, ...args);
  }

  #macro(at: Token, call: { name: string; target?: Expr; args: readonly Expr[] }): Expr | undefined {
    const receiver = call.target !== undefined;
    const macro =
      this.#context.macros.get(macroKey(call.name, call.args.length, receiver)) ??
      this.#context.macros.get(macroKey(call.name, undefined, receiver));
    try {
      return macro?.expand(new MacroBuilder(this.factory, at.offset), call.target, call.args);
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      this.#report(this.factory.offsetOf(error.at), error.message);
      return this.factory.literal(at.offset, null);
    }
  }

  #index(operand: Expr): Expr {
    const open = this.#tokens.next();
    const optional = this.#tokens.accept('?') !== undefined;
    const index = this.#beside(() => this.#expr());
    this.#tokens.expect(']');
    return this.#call(open, optional ? operators.optIndex : operators.index, [operand, index]);
  }

  #primary(): Expr {
    this.#height = 0;
    const token = this.#tokens.peek();
    switch (token.kind) {
      case '(':
        return this.#nested();
      case '[':
        return this.#list();
      case '{':
        return this.#map();
      case '.':
      case 'IDENTIFIER':
        return this.#named();
      case '-':
        this.#tokens.next();
        return this.#literal(token, this.#tokens.next());
      default:
        return this.#literal(token, this.#tokens.next());
    }
  }

  #nested(): Expr {
    this.#tokens.next();
    const inner = this.#expr();
    this.#tokens.expect(')');
    return inner;
  }

  #literal(start: Token, token: Token): Expr {
    if (!/^(?:NUM_\w+|STRING|BYTES|true|false|null)$/.test(token.kind)) throw new SyntaxStop();
    try {
      return this.factory.literal(start.offset, literalValue(token, start === token ? '' : '-'));
    } catch (error) {
      if (!(error instanceof LiteralError || error instanceof UnescapeError)) throw error;
      return this.#report(start.offset, error.message);
    }
  }

  /** A variable, a call of a function, or an object literal: all begin with a name. */
  #named(): Expr {
    const dot = this.#tokens.accept('.');
    const name = this.#tokens.expect('IDENTIFIER');
    const brace = this.#structBrace();
    if (brace !== undefined) return this.#struct({ dot, name, parts: brace });
    const start = dot ?? name;
    if (reservedNames.has(name.text)) return this.#afterReserved(start, name);
    const text = (dot === undefined ? '' : '.') + name.text;
    const open = this.#tokens.accept('(');
    if (open === undefined) return this.factory.ident(name.offset, text);
    return this.#call(open, text, this.#arguments());
  }

  #afterReserved(start: Token, name: Token): Expr {
    if (this.#tokens.accept('(') !== undefined) this.#arguments();
    return this.#report(start.offset, `reserved identifier: ${name.text}`);
  }

  /** How many `.name` follow before a `{`, or undefined when no object literal follows. */
  #structBrace(): number | undefined {
    let ahead = 0;
    while (this.#tokens.peek(ahead).kind === '.' && this.#tokens.peek(ahead + 1).kind === 'IDENTIFIER') ahead += 2;
    return this.#tokens.peek(ahead).kind === '{' ? ahead / 2 : undefined;
  }

  #struct({ dot, name, parts }: { dot: Token | undefined; name: Token; parts: number }): Expr {
    let typeName = (dot === undefined ? '' : '.') + name.text;
    for (let part = 0; part < parts; part++) {
      this.#tokens.expect('.');
      typeName += `.${this.#tokens.expect('IDENTIFIER').text}`;
    }
    const open = this.#tokens.expect('{');
    const fields = this.#separated('}', () => this.#structField());
    return this.factory.struct(open.offset, typeName, fields);
  }

  #structField(): StructField {
    const optional = this.#tokens.accept('?') !== undefined;
    const name = this.#fieldName().text;
    const colon = this.#tokens.expect(':');
    const id = this.factory.nextId(colon.offset);
    return { id, name, value: this.#expr(), optional };
  }

  #list(): Expr {
    const open = this.#tokens.next();
    const optional = new Set<number>();
    let index = 0;
    const elements = this.#separated(']', () => {
      if (this.#tokens.accept('?') !== undefined) optional.add(index);
      index++;
      return this.#expr();
    });
    return this.factory.list(open.offset, elements, optional);
  }

  #map(): Expr {
    const open = this.#tokens.next();
    const entries = this.#separated('}', () => this.#mapEntry());
    return this.factory.map(open.offset, entries);
  }

  #mapEntry(): MapEntry {
    const optional = this.#tokens.accept('?') !== undefined;
    const key = this.#expr();
    const colon = this.#tokens.expect(':');
    const id = this.factory.nextId(colon.offset);
    return { id, key, value: this.#beside(() => this.#expr()), optional };
  }

  /** Elements with commas between them, and maybe one after the last, up to the closing bracket. */
  #separated<T>(close: ']' | '}', element: () => T): T[] {
    const elements: T[] = [];
    while (this.#tokens.peek().kind !== close) {
      if (elements.length === 0 && this.#tokens.accept(',') !== undefined) break;
      elements.push(this.#beside(element));
      if (this.#tokens.accept(',') === undefined) break;
    }
    this.#tokens.expect(close);
    return elements;
  }

  /** The arguments of a call whose parenthesis is open; no comma may follow the last. */
  #arguments(): Expr[] {
    if (this.#tokens.accept(')') !== undefined) return [];
    const args = [this.#expr()];
    while (this.#tokens.accept(',') !== undefined) args.push(this.#beside(() => this.#expr()));
    this.#tokens.expect(')');
    return args;
  }

  #report(offset: number, message: string): Expr {
    this.#context.issues.report(this.#context.source.locationOf(offset), message);
    return this.factory.literal(offset, null);
  }
}
