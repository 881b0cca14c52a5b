import fc from 'fast-check';
import { expect, test } from 'vitest';

import { KeyedHeap } from './keyed-heap.ts';

interface Item {
  readonly key: string;
  readonly rank: number;
}

const item = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), rank: fc.integer({ min: 0, max: 9 }) });
const command = fc.oneof(
  item.map((value) => ({ put: value })),
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f').map((key) => ({ delete: key })),
);

test('a heap pops what a sorted list would, after any puts and deletions', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 50 }), (commands) => {
      const heap = new KeyedHeap<Item>(
        ({ key }) => key,
        (a, b) => a.rank < b.rank,
      );
      const model = new Map<string, Item>();
      for (const next of commands) {
        if ('put' in next) {
          heap.put(next.put);
          model.set(next.put.key, next.put);
        } else {
          expect(heap.delete(next.delete)).toBe(model.get(next.delete));
          model.delete(next.delete);
        }
        expect(heap.length).toBe(model.size);
      }
      const popped = Array.from({ length: model.size }, () => heap.pop()?.rank);
      expect(popped).toEqual([...model.values()].map(({ rank }) => rank).toSorted((a, b) => a - b));
      expect(heap.pop()).toBeUndefined();
    }),
  );
});
