import type { Token } from '../token.ts';
import type { State } from './network.ts';

/** Where to go on when a rule ends; undefined: anywhere that the rule is used. */
interface Stack {
  readonly follow: State;
  readonly outer: Stack | undefined;
}

/** One way to read the tokens so far. */
interface Reading {
  readonly state: State;
  readonly alternative: number;
  readonly stack: Stack | undefined;
  /** Whether it has left the rule in which was decided. */
  readonly left: boolean;
}

/** The alternative to take, or the token at which none is left. */
export type Prediction = { readonly alternative: number } | { readonly failedAt: number };

/** How many tokens are looked at before the first alternative left is taken. */
const maxLookahead = 200;

/**
 * Decides between alternatives by following all of them through the tokens ahead until one is left; of those that
 * cannot be told apart the first is taken.
 * @go github.com/antlr4-go/antlr#(*ParserATNSimulator).AdaptivePredict
 */
export function predict(starts: readonly State[], tokens: readonly Token[], at: number): Prediction {
  let readings = close(starts.map((state, alternative) => ({ state, alternative, stack: undefined, left: false })));
  for (let ahead = 0; ahead < maxLookahead; ahead++) {
    const token = tokens[Math.min(at + ahead, tokens.length - 1)];
    const reached = token === undefined ? [] : close(step(readings, token));
    if (reached.length === 0) return afterFailure(readings, at + ahead);
    readings = reached;
    const decided = decide(readings);
    if (decided !== undefined) return { alternative: decided };
  }
  return { alternative: Math.min(...readings.map((reading) => reading.alternative)) };
}

/** A way that has left the rule is taken: what comes then is not this decision's matter. */
function afterFailure(readings: readonly Reading[], failedAt: number): Prediction {
  const finished = readings.filter((reading) => reading.left).map((reading) => reading.alternative);
  return finished.length === 0 ? { failedAt } : { alternative: Math.min(...finished) };
}

/** The alternative if it is the only one, or if none of the others can be told from it. */
function decide(readings: readonly Reading[]): number | undefined {
  const [first] = readings;
  if (first === undefined || readings.every((reading) => reading.alternative === first.alternative)) {
    return first?.alternative;
  }
  const byPlace = new Map<State, Set<number>>();
  for (const { state, alternative } of readings) {
    const here = byPlace.get(state);
    if (here === undefined) byPlace.set(state, new Set([alternative]));
    else here.add(alternative);
  }
  const conflicting = [...byPlace.values()].every((alternatives) => alternatives.size > 1);
  return conflicting ? Math.min(...readings.map((reading) => reading.alternative)) : undefined;
}

function step(readings: readonly Reading[], token: Token): Reading[] {
  return readings.flatMap((reading) =>
    reading.state.transitions.flatMap((transition) =>
      transition.kind === 'token' && transition.tokens.has(token.kind) ? [{ ...reading, state: transition.to }] : [],
    ),
  );
}

/** All that can be reached without a token. */
function close(readings: readonly Reading[]): Reading[] {
  const found: Reading[] = [];
  const seen = new Map<State, Reading[]>();
  const pending = [...readings];
  for (let reading = pending.pop(); reading !== undefined; reading = pending.pop()) {
    const { state, alternative, stack, left } = reading;
    const here = seen.get(state) ?? [];
    if (
      here.some((other) => other.alternative === alternative && other.left === left && sameStack(other.stack, stack))
    ) {
      continue;
    }
    seen.set(state, [...here, reading]);
    found.push(reading);
    pending.push(...successors(reading));
  }
  return found.filter(({ state, left }) => left || state.transitions.some(({ kind }) => kind === 'token'));
}

function sameStack(left: Stack | undefined, right: Stack | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  return left.follow === right.follow && sameStack(left.outer, right.outer);
}

function successors(reading: Reading): Reading[] {
  const { state, stack } = reading;
  if (state.ends !== undefined) {
    if (stack !== undefined) return [{ ...reading, state: stack.follow, stack: stack.outer }];
    return state.ends.follows.map((follow) => ({ ...reading, state: follow, left: true }));
  }
  return state.transitions.flatMap((transition): Reading[] => {
    if (transition.kind === 'free') return [{ ...reading, state: transition.to }];
    if (transition.kind === 'token') return [];
    return [{ ...reading, state: transition.rule.start, stack: { follow: transition.follow, outer: stack } }];
  });
}
