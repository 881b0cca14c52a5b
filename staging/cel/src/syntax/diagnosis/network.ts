import type { TokenKind } from '../token.ts';

/** A step of a network: over a token, into a rule, or free. */
export type Transition =
  | { readonly kind: 'free'; readonly to: State }
  | { readonly kind: 'rule'; readonly rule: Rule; readonly follow: State }
  | { readonly kind: 'token'; readonly tokens: ReadonlySet<TokenKind>; readonly to: State };

/** A state of the network that a grammar is. */
export class State {
  readonly transitions: Transition[] = [];
  /** Set where a rule ends. */
  ends: Rule | undefined;
}

/** A rule of the grammar: its states from start to stop. */
export class Rule {
  readonly name: string;
  readonly start = new State();
  readonly stop = new State();
  /** Where the rule is invoked, execution goes on at one of these. */
  readonly follows: State[] = [];
  body: Element = { kind: 'sequence', elements: [] };

  constructor(name: string) {
    this.name = name;
    this.stop.ends = this;
  }
}

/** A part of a rule, with the states at which its errors are found. */
export type Element =
  | {
      readonly kind: 'choice';
      readonly state: State;
      readonly alternatives: readonly Element[];
      readonly starts: readonly State[];
    }
  | { readonly kind: 'loop'; readonly state: State; readonly body: Element; readonly starts: readonly [State, State] }
  | {
      readonly kind: 'operators';
      readonly state: State;
      readonly operand: Element;
      readonly operators: readonly OperatorAlternative[];
    }
  | {
      readonly kind: 'optional';
      readonly state: State;
      readonly body: Element;
      readonly starts: readonly [State, State];
    }
  | { readonly kind: 'repeat'; readonly body: Element; readonly loop: Element & { readonly kind: 'loop' } }
  | {
      readonly kind: 'rule';
      readonly rule: Rule;
      readonly state: State;
      readonly follow: State;
      readonly precedence: number;
    }
  | { readonly kind: 'sequence'; readonly elements: readonly Element[] }
  | { readonly kind: 'token'; readonly state: State; readonly tokens: ReadonlySet<TokenKind>; readonly next: State };

/** What may follow an operand of a left-recursive rule. */
export interface OperatorAlternative {
  readonly first: ReadonlySet<TokenKind>;
  readonly precedence: number;
  /** Alternatives with the same first token, between which is decided by looking ahead. */
  readonly body: Element;
}

/** The description of a part of a rule, from which its network is built. */
export type Part = (from: State, to: State) => Element;

function free(from: State, to: State): void {
  from.transitions.push({ kind: 'free', to });
}

/** One of these tokens. */
export function token(...kinds: readonly TokenKind[]): Part {
  const tokens = new Set(kinds);
  return (from, to) => {
    from.transitions.push({ kind: 'token', tokens, to });
    return { kind: 'token', state: from, tokens, next: to };
  };
}

/** A whole rule. */
export function call(rule: Rule, precedence = 0): Part {
  return (from, to) => {
    const follow = new State();
    from.transitions.push({ kind: 'rule', rule, follow });
    rule.follows.push(follow);
    free(follow, to);
    return { kind: 'rule', rule, state: from, follow, precedence };
  };
}

/** Parts one after another. */
export function sequence(...parts: readonly Part[]): Part {
  return (from, to) => {
    const elements: Element[] = [];
    let at = from;
    parts.forEach((part, index) => {
      const next = index === parts.length - 1 ? to : new State();
      elements.push(part(at, next));
      at = next;
    });
    return { kind: 'sequence', elements };
  };
}

/** One of several parts. */
export function choice(...parts: readonly Part[]): Part {
  return (from, to) => {
    const starts = parts.map(() => new State());
    const alternatives = parts.map((part, index) => {
      const start = starts[index] ?? from;
      free(from, start);
      return part(start, to);
    });
    return { kind: 'choice', state: from, alternatives, starts };
  };
}

/** A part, or nothing. */
export function optional(part: Part): Part {
  return (from, to) => {
    const [inside, outside] = [new State(), new State()];
    free(from, inside);
    free(from, outside);
    free(outside, to);
    return { kind: 'optional', state: from, body: part(inside, to), starts: [inside, outside] };
  };
}

/** A part any number of times. */
export function loop(part: Part): Part {
  return (from, to) => {
    const [inside, outside] = [new State(), new State()];
    free(from, inside);
    free(from, outside);
    free(outside, to);
    return { kind: 'loop', state: from, body: part(inside, from), starts: [inside, outside] };
  };
}

/** A part at least once. */
export function repeat(part: Part): Part {
  return (from, to) => {
    const again = new State();
    const body = part(from, again);
    const element = loop(part)(again, to);
    if (element.kind !== 'loop') throw new TypeError('a loop is a loop');
    return { kind: 'repeat', body, loop: element };
  };
}

/** An operand followed by any number of operators: what a left-recursive rule is. */
export function leftRecursive(
  operand: Part,
  operators: readonly { readonly first: readonly TokenKind[]; readonly precedence: number; readonly rest: Part }[],
): Part {
  return (from, to) => {
    const again = new State();
    const element = operand(from, again);
    free(again, to);
    const alternatives = operators.map(({ first, precedence, rest }) => {
      const start = new State();
      free(again, start);
      return { first: new Set(first), precedence, body: rest(start, again) };
    });
    return { kind: 'operators', state: again, operand: element, operators: alternatives };
  };
}

/** Gives a rule its body. */
export function define(rule: Rule, part: Part): void {
  rule.body = part(rule.start, rule.stop);
}
