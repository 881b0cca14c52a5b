import { bookOf, type ChangeBook, ghosts } from './change-book.ts';
import { checkLists, checkWatch } from './check-reads.ts';
import type { Change, History, Listing, Operation } from './history.ts';
import { linearize } from './linearizable.ts';

/** What a check found, and the changes that the next history's watches may have to tell. */
export interface HistoryCheck {
  readonly violations: readonly string[];
  readonly changes: readonly Change[];
}

/**
 * Checks what clients saw against what an API server promises: each key's operations are linearizable, so that no
 * acknowledged write is lost; resourceVersions grow with time; lists are snapshots; a watch tells every change once, in
 * order, and none that did not happen.
 */
export function checkHistory(history: History): HistoryCheck {
  const book = bookOf(history);
  const violations = [
    ...book.violations,
    ...ghosts(history, book),
    ...checkRealTime(history),
    ...checkLists(history, book),
    ...history.watches.flatMap((stream) => checkWatch(stream, book)),
    ...checkKeys(history, book),
  ];
  return { violations, changes: [...book.changes.values()] };
}

function checkKeys(history: History, book: ChangeBook): string[] {
  const consistent = history.lists.filter((list) => list.consistent);
  const byKey = Map.groupBy(history.operations, ({ key }) => key);
  const keys = new Set([...byKey.keys(), ...history.start.keys(), ...book.byKey.keys()]);
  return [...keys].flatMap((key) => {
    const operations = [...(byKey.get(key) ?? []), ...consistent.map((list) => readOf(list, key))];
    const { linearizable, stuck } = linearize(history.start.get(key), operations, book.seen);
    return linearizable ? [] : [`${key} is not linearizable, stuck at ${JSON.stringify(stuck)}`];
  });
}

/** What a list says about one key. */
function readOf({ client, items, invoked, completed }: Listing, key: string): Operation {
  const version = items.get(key);
  const outcome = version === undefined ? ({ kind: 'absent' } as const) : ({ kind: 'ok', version } as const);
  return { client, key, call: { kind: 'get' }, outcome, invoked, completed };
}

/** A revision that was known at a moment. */
interface Known {
  readonly at: number;
  readonly rv: number;
}

/** Writes and consistent lists whose revision is older than one that was known before they were asked for. */
function checkRealTime(history: History): string[] {
  const known = knownRevisions(history);
  const newest = (before: number): number => {
    let rv = history.startRv;
    for (const entry of known) {
      if (entry.at >= before) break;
      rv = Math.max(rv, entry.rv);
    }
    return rv;
  };
  const writes = history.operations.flatMap(({ call, outcome, invoked, key }) => {
    if (outcome.kind !== 'ok' || call.kind === 'get' || outcome.version.rv > newest(invoked)) return [];
    return [`${call.kind} of ${key} got revision ${outcome.version.rv}, but ${newest(invoked)} was known before`];
  });
  const lists = history.lists
    .filter(({ consistent, rv, invoked }) => consistent && rv < newest(invoked))
    .map(({ rv, invoked }) => `a list is of revision ${rv}, but ${newest(invoked)} was known before`);
  return [...writes, ...lists];
}

function knownRevisions({ operations, lists, watches }: History): Known[] {
  return [
    ...operations.flatMap(({ outcome, completed }) =>
      outcome.kind === 'ok' ? [{ at: completed, rv: outcome.version.rv }] : [],
    ),
    ...lists.map(({ completed, rv }) => ({ at: completed, rv })),
    ...watches.flatMap(({ events }) => events.map(({ at, version }) => ({ at, rv: version.rv }))),
  ].toSorted((a, b) => a.at - b.at);
}
