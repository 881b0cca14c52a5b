import type { TokenKind } from '../token.ts';
import type { State } from './network.ts';

/** The tokens that may come next, and whether the rule may end before any. */
export interface Look {
  readonly tokens: ReadonlySet<TokenKind>;
  readonly ends: boolean;
}

const cache = new Map<State, Look>();

/** What may come next within the rule. */
export function nextTokens(state: State): Look {
  const known = cache.get(state);
  if (known !== undefined) return known;
  const tokens = new Set<TokenKind>();
  const look = { tokens, ends: gather(state, tokens, new Set()) };
  cache.set(state, look);
  return look;
}

/** Adds what may come next; whether the end of the rule can be reached without a token. */
function gather(state: State, tokens: Set<TokenKind>, seen: Set<State>): boolean {
  if (seen.has(state)) return false;
  seen.add(state);
  let ends = state.ends !== undefined;
  for (const transition of state.transitions) {
    if (transition.kind === 'token') for (const kind of transition.tokens) tokens.add(kind);
    else if (transition.kind === 'free') ends = gather(transition.to, tokens, seen) || ends;
    else if (enterRule(transition.rule.start, tokens)) ends = gather(transition.follow, tokens, seen) || ends;
  }
  return ends;
}

function enterRule(start: State, tokens: Set<TokenKind>): boolean {
  const inner = nextTokens(start);
  for (const kind of inner.tokens) tokens.add(kind);
  return inner.ends;
}

const followed = new Map<State, ReadonlySet<TokenKind>>();

/** What may come next wherever the rule is used: its end is followed to all its uses. */
export function nextAnywhere(state: State): ReadonlySet<TokenKind> {
  const known = followed.get(state);
  if (known !== undefined) return known;
  const tokens = new Set<TokenKind>();
  const seen = new Set<State>();
  const pending = [state];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const { tokens: found, ends } = nextTokens(at);
    for (const kind of found) tokens.add(kind);
    if (ends) for (const rule of endsOf(at)) pending.push(...rule.follows);
  }
  followed.set(state, tokens);
  return tokens;
}

/** The rule whose end is reached from a state. */
function endsOf(state: State, seen = new Set<State>()): NonNullable<State['ends']>[] {
  if (seen.has(state)) return [];
  seen.add(state);
  if (state.ends !== undefined) return [state.ends];
  return state.transitions.flatMap((transition) => {
    if (transition.kind === 'free') return endsOf(transition.to, seen);
    if (transition.kind === 'rule' && nextTokens(transition.rule.start).ends) return endsOf(transition.follow, seen);
    return [];
  });
}
