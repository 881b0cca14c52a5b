import { describe, expect, test } from 'vitest';

import { checkHistory } from './check-history.ts';
import type { History, Listing, Operation, Version, WatchedEvent, WatchStream } from './history.ts';

const at = (rv: number, value: string, uid = 'u1'): Version => ({ rv, value, uid });
const first = at(1, 'v1');
const second = at(2, 'v2');

/** An operation on key `k` from one moment to another. */
function operation(
  [invoked, completed]: readonly [number, number],
  call: Operation['call'],
  outcome: Operation['outcome'],
): Operation {
  return { client: 'c', key: 'k', call, outcome, invoked, completed };
}

const created = operation([1, 2], { kind: 'create', value: 'v1' }, { kind: 'ok', version: first });
const updated = operation([3, 4], { kind: 'update', value: 'v2', expected: 1 }, { kind: 'ok', version: second });
const deleted = operation([5, 6], { kind: 'delete' }, { kind: 'deleted', uid: 'u1' });
const lost = operation([3, 9], { kind: 'update', value: 'v2' }, { kind: 'unknown' });
const read = (time: readonly [number, number], version?: Version): Operation =>
  operation(time, { kind: 'get' }, version === undefined ? { kind: 'absent' } : { kind: 'ok', version });
const list = (time: readonly [number, number], rv: number, ...items: Version[]): Listing => ({
  client: 'c',
  invoked: time[0],
  completed: time[1],
  rv,
  consistent: true,
  items: new Map(items.map((item) => ['k', item])),
});
const event = (type: WatchedEvent['type'], version: Version): WatchedEvent => ({ type, key: 'k', version, at: 8 });
const watch = (until: number, ...events: WatchedEvent[]): WatchStream => {
  return { client: 'w', from: 0, initial: new Map(), events, until };
};

function history(parts: Partial<History>): History {
  const nothing = { start: new Map<string, Version>(), startRv: 0, earlier: [], lists: [], watches: [] };
  return { ...nothing, operations: [], end: new Map<string, Version>(), ...parts };
}

describe('histories that an API server may produce', () => {
  test.each<{ name: string; parts: Partial<History> }>([
    { name: 'one write after the other', parts: { operations: [created, updated, deleted, read([7, 8])] } },
    {
      name: 'a read beside a write sees the old state',
      parts: { operations: [created, updated, read([3, 4], first)] },
    },
    {
      name: 'a read beside a write sees the new state',
      parts: { operations: [created, updated, read([3, 4], second)] },
    },
    { name: 'a request that was cut had an effect', parts: { operations: [created, lost, read([10, 11], second)] } },
    { name: 'a request that was cut had none', parts: { operations: [created, lost, read([10, 11], first)] } },
    {
      name: 'an unseen write explains a conflict',
      parts: {
        operations: [created, lost, operation([5, 6], { kind: 'delete', expected: 1 }, { kind: 'conflict' })],
      },
    },
    { name: 'a list of the newest state', parts: { operations: [created], lists: [list([3, 4], 1, first)] } },
    {
      name: 'an old list that did not ask for the newest state',
      parts: { operations: [created, updated], lists: [{ ...list([5, 6], 1, first), consistent: false }] },
    },
    {
      name: 'a watch that tells all',
      parts: {
        operations: [created, updated, deleted],
        watches: [watch(3, event('ADDED', first), event('MODIFIED', second), event('DELETED', at(3, 'v2')))],
      },
    },
    {
      name: 'a watch that ended early',
      parts: { operations: [created, updated], watches: [watch(1, event('ADDED', first))] },
    },
  ])('$name', ({ parts }) => {
    expect(checkHistory(history(parts)).violations).toEqual([]);
  });
});

describe('histories that show a fault', () => {
  test.each<{ name: string; parts: Partial<History>; want: RegExp }>([
    {
      name: 'an acknowledged write is lost',
      parts: { operations: [created, read([7, 8])] },
      want: /k is not linearizable/,
    },
    {
      name: 'an acknowledged update is lost',
      parts: { operations: [created, updated, read([7, 8], first)] },
      want: /k is not linearizable/,
    },
    {
      name: 'a deleted object is back',
      parts: { operations: [created, updated, deleted, read([7, 8], second)] },
      want: /k is not linearizable/,
    },
    {
      name: 'two updates of one version succeed',
      parts: {
        operations: [
          created,
          updated,
          operation([3, 4], { kind: 'update', value: 'v3', expected: 1 }, { kind: 'ok', version: at(3, 'v3') }),
        ],
      },
      want: /k is not linearizable/,
    },
    {
      name: 'a cut request has an effect after the servers were back',
      parts: { operations: [created, lost, read([10, 11], first), read([12, 13], second)] },
      want: /k is not linearizable/,
    },
    {
      name: 'a conflict without cause',
      parts: { operations: [created, operation([3, 4], { kind: 'delete', expected: 1 }, { kind: 'conflict' })] },
      want: /k is not linearizable/,
    },
    {
      name: 'a revision is given twice',
      parts: {
        operations: [created, operation([3, 4], { kind: 'update', value: 'v2' }, { kind: 'ok', version: at(1, 'v2') })],
      },
      want: /revision 1 is both/,
    },
    {
      name: 'a later write has an older revision',
      parts: {
        operations: [
          operation([1, 2], { kind: 'create', value: 'v1' }, { kind: 'ok', version: at(5, 'v1') }),
          { ...operation([3, 4], { kind: 'create', value: 'o' }, { kind: 'ok', version: at(4, 'o', 'u2') }), key: 'o' },
        ],
      },
      want: /got revision 4, but 5 was known before/,
    },
    {
      name: 'a read shows what nobody wrote',
      parts: { operations: [created, read([3, 4], at(2, 'never'))] },
      want: /nobody asked for the write never/,
    },
    {
      name: 'a list is older than what was known',
      parts: { operations: [created, updated], lists: [list([5, 6], 1, first)] },
      want: /a list is of revision 1, but 2 was known before/,
    },
    {
      name: 'a list mixes revisions',
      parts: {
        operations: [created, updated],
        lists: [{ ...list([5, 6], 2, first), consistent: false }],
      },
      want: /the list at 2 has k of 1 in spite of/,
    },
    {
      name: 'a list is ahead of its revision',
      parts: { operations: [created, updated], lists: [{ ...list([5, 6], 1, second), consistent: false }] },
      want: /the list at 1 has k of 2/,
    },
    {
      name: 'a list lacks an object',
      parts: {
        operations: [created],
        lists: [{ ...list([5, 6], 1), consistent: false }],
        end: new Map([['k', first]]),
      },
      want: /the list at 1 lacks/,
    },
    {
      name: 'a watch misses a change',
      parts: {
        operations: [created, updated, deleted],
        watches: [watch(3, event('ADDED', first), event('DELETED', at(3, 'v2')))],
      },
      want: /lacks the write v2/,
    },
    {
      name: 'a watch whose bookmark is ahead of its events',
      parts: { operations: [created, updated], watches: [watch(2, event('ADDED', first))] },
      want: /ends at 2 and lacks the write v2/,
    },
    {
      name: 'a watch repeats a change',
      parts: { operations: [created], watches: [watch(1, event('ADDED', first), event('ADDED', first))] },
      want: /ADDED k at 1 comes after 1/,
    },
    {
      name: 'a watch tells changes in the wrong order',
      parts: {
        operations: [created, updated],
        watches: [watch(2, event('MODIFIED', second), event('ADDED', first))],
      },
      want: /ADDED k at 1 comes after 2/,
    },
    {
      name: 'a watch calls a creation a modification',
      parts: { operations: [created], watches: [watch(1, event('MODIFIED', first))] },
      want: /MODIFIED k at 1, but nothing is there/,
    },
    {
      name: 'a watch tells a deletion that nobody asked for',
      parts: {
        operations: [created],
        watches: [watch(2, event('ADDED', first), event('DELETED', at(2, 'v1')))],
      },
      want: /nobody asked for the deletion of k/,
    },
    {
      name: 'a resumed watch misses a change from before',
      parts: {
        start: new Map([['k', second]]),
        startRv: 2,
        earlier: [{ key: 'k', ...second }],
        watches: [{ ...watch(3), from: 1, initial: new Map([['k', first]]) }],
        end: new Map([['k', second]]),
      },
      want: /lacks the write v2/,
    },
  ])('$name', ({ parts, want }) => {
    expect(checkHistory(history(parts)).violations.join('\n')).toMatch(want);
  });
});

test('many cut requests do not make the check slow', () => {
  const cut = Array.from({ length: 200 }, (_, index) =>
    operation([3, 9], { kind: 'update', value: `lost-${index}` }, { kind: 'unknown' }),
  );
  const reads = Array.from({ length: 100 }, (_, index) => read([10 + index, 11 + index], first));
  expect(checkHistory(history({ operations: [created, ...cut, ...reads] })).violations).toEqual([]);
});
