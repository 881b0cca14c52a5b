import type { Issues } from '../issues.ts';
import { showEscapes } from '../lexer.ts';
import { type Location, noLocation } from '../source.ts';
import type { Token, TokenKind } from '../token.ts';
import { startRule, tokenOrder } from './grammar.ts';
import { nextAnywhere, nextTokens } from './look.ts';
import type { Element, OperatorAlternative, Rule, State } from './network.ts';
import { predict } from './predict.ts';

/** Reading is given up after so many repairs. */
const maxRecoveries = 30;

/** So many tokens are left out at most to get over an error. */
const maxSkipped = 256;

/**
 * Finds out what is wrong with tokens that do not follow the grammar, in the words of the reference, whose parser is
 * generated: the rules are walked through as such a parser does, with its ways of repairing an error and going on.
 */
export function diagnoseSyntax(tokens: readonly Token[], issues: Issues): void {
  try {
    new Diagnosis(tokens, issues).run();
  } catch (error) {
    if (!(error instanceof GivingUp)) throw error;
  }
}

/** The rule at hand cannot go on. */
class RuleFailure extends Error {}

/** Too much was wrong. */
class GivingUp extends Error {}

/** A rule that is being read, and where its caller goes on. */
interface Invocation {
  readonly follow: State | undefined;
  readonly caller: Invocation | undefined;
}

class Diagnosis {
  readonly #tokens: readonly Token[];
  readonly #issues: Issues;
  #at = 0;
  #state: State = startRule.start;
  #invocation: Invocation | undefined;
  /** Nothing is reported between an error and the next token that fits. */
  #recovering = false;
  #recoveries = 0;
  #lastErrorAt = -1;
  readonly #lastErrorStates = new Set<State>();

  constructor(tokens: readonly Token[], issues: Issues) {
    this.#tokens = tokens;
    this.#issues = issues;
  }

  run(): void {
    this.#rule(startRule, 0, undefined);
  }

  #token(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new RangeError('there is always an end');
    return token;
  }

  #consume(): void {
    if (this.#token().kind !== 'EOF') this.#at++;
  }

  #rule(rule: Rule, precedence: number, follow: State | undefined): void {
    this.#invocation = { follow, caller: this.#invocation };
    try {
      this.#walk(rule.body, precedence);
    } catch (error) {
      if (!(error instanceof RuleFailure)) throw error;
      this.#report(this.#token(), error.message);
      this.#recover();
    }
    this.#invocation = this.#invocation.caller;
  }

  #walk(element: Element, precedence: number): void {
    switch (element.kind) {
      case 'sequence':
        for (const part of element.elements) this.#walk(part, precedence);
        break;
      case 'token':
        this.#match(element);
        break;
      case 'rule':
        this.#state = element.state;
        this.#rule(element.rule, element.precedence, element.follow);
        break;
      case 'choice':
        this.#choice(element, precedence);
        break;
      case 'optional':
        this.#sync(element.state);
        if (this.#enters(element)) this.#walk(element.body, precedence);
        break;
      case 'loop':
        this.#loop(element, precedence);
        break;
      case 'repeat':
        this.#walk(element.body, precedence);
        this.#walk(element.loop, precedence);
        break;
      case 'operators':
        this.#operators(element, precedence);
        break;
    }
  }

  #choice(element: Element & { kind: 'choice' }, precedence: number): void {
    this.#sync(element.state);
    const chosen = element.alternatives[this.#predict(element.starts)];
    if (chosen !== undefined) this.#walk(chosen, precedence);
  }

  #loop(element: Element & { kind: 'loop' }, precedence: number): void {
    this.#sync(element.state);
    while (this.#enters(element)) {
      this.#walk(element.body, precedence);
      this.#sync(element.state);
    }
  }

  #operators(element: Element & { kind: 'operators' }, precedence: number): void {
    this.#walk(element.operand, precedence);
    this.#sync(element.state);
    for (let next = this.#operator(element.operators, precedence); next !== undefined;) {
      this.#walk(next.body, precedence);
      this.#sync(element.state);
      next = this.#operator(element.operators, precedence);
    }
  }

  #operator(alternatives: readonly OperatorAlternative[], precedence: number): OperatorAlternative | undefined {
    const { kind } = this.#token();
    return alternatives.find((alternative) => alternative.precedence >= precedence && alternative.first.has(kind));
  }

  /** Whether an optional part or a loop is entered: by the next token where that is enough. */
  #enters({ starts }: Element & { kind: 'loop' | 'optional' }): boolean {
    const [inside, outside] = starts;
    const { tokens } = nextTokens(inside);
    if (tokens.isDisjointFrom(nextAnywhere(outside))) return tokens.has(this.#token().kind);
    return this.#predict(starts) === 0;
  }

  #predict(starts: readonly State[]): number {
    const { kind } = this.#token();
    const possible = starts.flatMap((start, alternative) => (nextAnywhere(start).has(kind) ? [alternative] : []));
    if (possible.length === 1 && possible[0] !== undefined) return possible[0];
    const prediction = predict(starts, this.#tokens, this.#at);
    if ('alternative' in prediction) return prediction.alternative;
    const from = this.#token();
    const offending = this.#tokens[Math.min(prediction.failedAt, this.#tokens.length - 1)] ?? from;
    const input = from.kind === 'EOF' ? '<EOF>' : this.#textBetween(from, offending);
    const reserved = /^.(true|false|null)$/su.exec(input)?.[1];
    if (reserved !== undefined) this.#fail(offending, `mismatched input '${reserved}' expecting IDENTIFIER`);
    this.#fail(offending, `no viable alternative at input '${showEscapes(input)}'`);
  }

  /** The source from one token to the end of another. */
  #textBetween(from: Token, to: Token): string {
    const end = to.kind === 'EOF' ? to.offset : to.offset + Array.from(to.text).length;
    return this.#issues.source.points.slice(from.offset, end).join('');
  }

  /** Looks at a decision whether the next token is any of those expected; one that is too many is left out. */
  #sync(state: State): void {
    this.#state = state;
    if (this.#recovering) return;
    const { tokens, ends } = nextTokens(state);
    if (ends || tokens.has(this.#token().kind)) return;
    if (!this.#deleteToken()) this.#mismatch();
  }

  #match(element: Element & { kind: 'token' }): void {
    this.#state = element.state;
    if (element.tokens.has(this.#token().kind)) {
      this.#recovering = false;
      this.#consume();
      return;
    }
    this.#countRecovery();
    if (this.#deleteToken()) this.#consume();
    else if (!this.#insertToken(element)) this.#mismatch();
  }

  /** Leaves out the next token if the one after it is expected. */
  #deleteToken(): boolean {
    const expected = this.#expected();
    if (!expected.has(this.#token(1).kind)) return false;
    this.#report(this.#token(), `extraneous input ${display(this.#token())} expecting ${displaySet(expected)}`);
    this.#consume();
    this.#recovering = false;
    return true;
  }

  /** Takes the expected token for read if the next fits behind it. */
  #insertToken(element: Element & { kind: 'token' }): boolean {
    if (!this.#expectedAt(element.next).has(this.#token().kind)) return false;
    this.#report(this.#token(), `missing ${displaySet(this.#expected())} at ${display(this.#token())}`);
    return true;
  }

  #mismatch(): never {
    const expected = displaySet(this.#expected());
    this.#fail(this.#token(), `mismatched input ${display(this.#token())} expecting ${expected}`);
  }

  #fail(token: Token, message: string): never {
    this.#report(token, message);
    throw new RuleFailure(message);
  }

  #report(token: Token, message: string): void {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#issues.reportSyntax(this.#issues.source.locationOf(token.offset), message);
  }

  #expected(): Set<TokenKind> {
    return this.#expectedAt(this.#state);
  }

  /** What may come at a state, through the ends of the rules that are being read. */
  #expectedAt(state: State): Set<TokenKind> {
    let look = nextTokens(state);
    const expected = new Set(look.tokens);
    let invocation = this.#invocation;
    while (look.ends && invocation?.follow !== undefined) {
      look = nextTokens(invocation.follow);
      for (const kind of look.tokens) expected.add(kind);
      invocation = invocation.caller;
    }
    if (look.ends) expected.add('EOF');
    return expected;
  }

  /** Leaves out tokens until one that a rule being read can go on with. */
  #recover(): void {
    this.#countRecovery();
    if (this.#lastErrorAt === this.#at && this.#lastErrorStates.has(this.#state)) this.#consume();
    if (this.#lastErrorAt !== this.#at) this.#lastErrorStates.clear();
    this.#lastErrorAt = this.#at;
    this.#lastErrorStates.add(this.#state);
    const wanted = this.#recoverySet();
    for (let skipped = 0; this.#token().kind !== 'EOF' && !wanted.has(this.#token().kind); skipped++) {
      if (skipped === maxSkipped)
        this.#giveUp(noLocation, `error recovery token lookahead limit exceeded: ${String(maxSkipped)}`);
      this.#consume();
    }
  }

  #recoverySet(): Set<TokenKind> {
    const wanted = new Set<TokenKind>();
    for (let at = this.#invocation; at?.follow !== undefined; at = at.caller) {
      for (const kind of nextTokens(at.follow).tokens) wanted.add(kind);
    }
    return wanted;
  }

  #countRecovery(): void {
    if (this.#recoveries++ < maxRecoveries) return;
    const at = this.#issues.source.locationOf(this.#token().offset);
    this.#giveUp(at, `Syntax error: error recovery attempt limit exceeded: ${String(maxRecoveries)}`);
  }

  #giveUp(at: Location, message: string): never {
    this.#issues.report(at, message);
    throw new GivingUp();
  }
}

function display(token: Token): string {
  return `'${showEscapes(token.text)}'`;
}

function displaySet(kinds: ReadonlySet<TokenKind>): string {
  const shown = tokenOrder.filter((kind) => kinds.has(kind)).map(displayKind);
  return shown.length === 1 ? (shown[0] ?? '') : `{${shown.join(', ')}}`;
}

function displayKind(kind: TokenKind): string {
  if (kind === 'EOF') return '<EOF>';
  return /^[A-Z_]+$/.test(kind) ? kind : `'${kind}'`;
}
