import type { Change, History, Operation, Version } from './history.ts';

/** All changes that anybody saw, by revision, and the contradictions between what was seen. */
export interface ChangeBook {
  readonly changes: ReadonlyMap<number, Change>;
  /** Ascending by revision. */
  readonly byKey: ReadonlyMap<string, readonly Change[]>;
  /** Versions by the value that was written. */
  readonly seen: ReadonlyMap<string, Version>;
  readonly violations: readonly string[];
}

/** Gathers what a history tells about what happened. */
export function bookOf(history: History): ChangeBook {
  const changes = new Map<number, Change>();
  const violations: string[] = [];
  for (const change of sightings(history)) {
    const known = changes.get(change.rv);
    if (known === undefined) changes.set(change.rv, change);
    else if (known.key !== change.key || known.uid !== change.uid || known.value !== change.value) {
      violations.push(`revision ${change.rv} is both ${textOf(known)} and ${textOf(change)}`);
    }
  }
  const ordered = [...changes.values()].toSorted((a, b) => a.rv - b.rv);
  return {
    changes,
    byKey: Map.groupBy(ordered, ({ key }) => key),
    seen: seenVersions(ordered, violations),
    violations,
  };
}

/** A change in words. */
export function textOf({ rv, key, uid, value }: Change): string {
  return `${value === undefined ? 'the deletion' : `the write ${value}`} of ${key} (uid ${uid}) at ${rv}`;
}

function* sightings(history: History): Generator<Change> {
  yield* history.earlier;
  for (const [key, version] of [...history.start, ...history.end]) yield put(key, version);
  for (const { key, outcome } of history.operations) if (outcome.kind === 'ok') yield put(key, outcome.version);
  for (const { items } of history.lists) for (const [key, version] of items) yield put(key, version);
  for (const { initial, events } of history.watches) {
    for (const [key, version] of initial) yield put(key, version);
    for (const { type, key, version } of events) {
      yield type === 'DELETED' ? { ...put(key, version), value: undefined } : put(key, version);
    }
  }
}

function put(key: string, { rv, uid, value }: Version): Change {
  return { rv, key, uid, value };
}

function seenVersions(ordered: readonly Change[], violations: string[]): Map<string, Version> {
  const seen = new Map<string, Version>();
  for (const change of ordered) {
    const { rv, uid, value } = change;
    if (value === undefined) continue;
    const earlier = seen.get(value);
    if (earlier === undefined) seen.set(value, { rv, uid, value });
    else violations.push(`a write happened twice: ${textOf(change)}, and at ${earlier.rv}`);
  }
  return seen;
}

/** Changes that nobody asked for. */
export function ghosts(history: History, book: ChangeBook): string[] {
  const old = new Set([...history.earlier, ...history.start.values()].map(({ rv }) => rv));
  const initial = history.watches.flatMap((stream) => [...stream.initial.values()].map(({ rv }) => rv));
  for (const rv of initial) if (rv <= history.startRv) old.add(rv);
  const causes = causesOf(history.operations);
  return [...book.changes.values()]
    .filter((change) => !old.has(change.rv) && !causes.has(causeOf(change)))
    .map((change) => `nobody asked for ${textOf(change)}`);
}

function causesOf(operations: readonly Operation[]): Set<string> {
  const causes = new Set<string>();
  for (const { key, call, outcome } of operations) {
    if (call.kind === 'get' || !['ok', 'deleted', 'unknown'].includes(outcome.kind)) continue;
    causes.add(causeOf({ key, value: call.kind === 'delete' ? undefined : call.value }));
  }
  return causes;
}

function causeOf({ key, value }: Pick<Change, 'key' | 'value'>): string {
  return value === undefined ? `delete ${key}` : `write ${key} ${value}`;
}
