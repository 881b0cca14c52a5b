import type { Endpoint, EndpointSlice } from '@kubescript/api/discovery/v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { planSlices } from './plan.ts';

const ports = [{ name: 'http', port: 80, protocol: 'TCP' }];

function endpoint(id: number): Endpoint {
  return { addresses: [`10.0.0.${String(id)}`], targetRef: { uid: String(id) } };
}

function slice(name: string, ids: readonly number[]): EndpointSlice {
  return { metadata: { name }, addressType: 'IPv4', ports, endpoints: ids.map(endpoint) };
}

function plan(existing: readonly EndpointSlice[], wanted: readonly number[], maxPerSlice = 3) {
  const groups = wanted.length === 0 ? [] : [{ ports, endpoints: wanted.map(endpoint) }];
  return planSlices({ addressType: 'IPv4', groups, existing, maxPerSlice, isOutdated: () => false });
}

test.each([
  { name: 'nothing to do', existing: [slice('a', [1, 2])], wanted: [2, 1], want: { create: 0, update: 0, delete: 0 } },
  {
    name: 'room in a slice',
    existing: [slice('a', [1, 2])],
    wanted: [1, 2, 3],
    want: { create: 0, update: 1, delete: 0 },
  },
  {
    name: 'no room',
    existing: [slice('a', [1, 2, 3])],
    wanted: [1, 2, 3, 4],
    want: { create: 1, update: 0, delete: 0 },
  },
  {
    name: 'written anyway',
    existing: [slice('a', [1, 2, 3]), slice('b', [4])],
    wanted: [1, 2, 4, 5],
    want: { create: 0, update: 1, delete: 0 },
  },
  {
    name: 'emptied',
    existing: [slice('a', [1]), slice('b', [2])],
    wanted: [2],
    want: { create: 0, update: 0, delete: 1 },
  },
  { name: 'none wanted', existing: [slice('a', [1])], wanted: [], want: { create: 1, update: 0, delete: 1 } },
])('$name', ({ existing, wanted, want }) => {
  const result = plan(existing, wanted);
  expect({ create: result.create.length, update: result.update.length, delete: result.delete.length }).toEqual(want);
});

test('property: applied, a plan gives every endpoint exactly one slice, and a second plan is empty', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(ids, ids, (before, wanted) => {
      const existing: EndpointSlice[] = [];
      for (let i = 0; i < before.length; i += 3) existing.push(slice(`s${String(i)}`, before.slice(i, i + 3)));
      const { create, update, delete: deleted } = plan(existing, wanted);
      const changed = new Map(update.map((part) => [part.slice as EndpointSlice, part.endpoints]));
      const after = existing
        .filter((old) => !deleted.includes(old))
        .map((old) => ({ ...old, endpoints: [...(changed.get(old) ?? old.endpoints ?? [])] }));
      const made = create.map((part, i) => ({
        ...slice(`n${String(i)}`, []),
        ports: [...part.ports],
        endpoints: [...part.endpoints],
      }));
      const all = [...after, ...made];
      const seen = all.flatMap((s) => s.endpoints.map((e) => Number(e.targetRef?.uid)));
      expect(seen.sort((a, b) => a - b)).toEqual([...wanted].sort((a, b) => a - b));
      expect(all.every((s) => s.endpoints.length <= 3)).toBe(true);
      const again = plan(all, wanted);
      expect([again.create.length, again.update.length, again.delete.length]).toEqual([0, 0, 0]);
    }),
  );
});
