import type { Call, Operation, Version } from './history.ts';

/** The object of one key: a version, or undefined where there is none. */
export type KeyState = Version | undefined;

/** The revision of a state that nobody saw: it was written by a request whose answer was lost, and replaced. */
const unseen = -1;

/** What the sequential object does: its state after the operation, or `impossible` if it would have answered otherwise. */
export const impossible = Symbol('impossible');

/** Versions by the value that was written, as anybody saw them. */
export type SeenVersions = ReadonlyMap<string, Version>;

/** Applies an operation to a state. An operation of unknown outcome is applied as if it succeeded. */
export function apply(state: KeyState, operation: Operation, seen: SeenVersions): KeyState | typeof impossible {
  const { call, outcome } = operation;
  switch (outcome.kind) {
    case 'unknown':
      return applyUnknown(state, call, seen);
    case 'absent':
      return state === undefined && call.kind !== 'create' ? state : impossible;
    case 'exists':
      return state !== undefined && call.kind === 'create' ? state : impossible;
    case 'conflict':
      return state !== undefined && !meets(state, call, true) ? state : impossible;
    case 'deleted':
      return state !== undefined && sameUid(state.uid, outcome.uid) && meets(state, call) ? undefined : impossible;
    case 'ok':
      return applyOk(state, call, outcome.version);
  }
}

function applyOk(state: KeyState, call: Call, version: Version): KeyState | typeof impossible {
  switch (call.kind) {
    case 'get':
      return state !== undefined && isSame(state, version) ? version : impossible;
    case 'create':
      return state === undefined ? version : impossible;
    case 'update': {
      const follows = state !== undefined && version.rv > state.rv && sameUid(state.uid, version.uid);
      return follows && meets(state, call) ? version : impossible;
    }
    case 'delete':
      return impossible;
  }
}

function applyUnknown(state: KeyState, call: Call, seen: SeenVersions): KeyState | typeof impossible {
  switch (call.kind) {
    case 'get':
      return state;
    case 'delete':
      return state !== undefined && meets(state, call) ? undefined : impossible;
    case 'create':
      return state === undefined ? (seen.get(call.value) ?? { rv: unseen, uid: '', value: call.value }) : impossible;
    case 'update': {
      if (state === undefined || !meets(state, call)) return impossible;
      const version = seen.get(call.value);
      if (version === undefined) return { rv: unseen, uid: state.uid, value: call.value };
      return version.rv > state.rv && sameUid(state.uid, version.uid) ? version : impossible;
    }
  }
}

/** True if the state meets the request's condition; `unseenDiffers` says what an unseen revision counts as. */
function meets(state: Version, call: Call, unseenDiffers = false): boolean {
  const expected = 'expected' in call ? call.expected : undefined;
  if (expected === undefined) return true;
  if (state.rv === unseen) return !unseenDiffers;
  return state.rv === expected;
}

/** The uid of an unseen creation is not known, and may be any. */
function sameUid(one: string, other: string): boolean {
  return one === '' || other === '' || one === other;
}

function isSame(state: Version, version: Version): boolean {
  return state.rv === version.rv && state.value === version.value && sameUid(state.uid, version.uid);
}
