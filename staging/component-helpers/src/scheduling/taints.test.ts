import type { Taint, Toleration } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { findUntoleratedTaint, forbidsScheduling, formatTaint, toleratesTaint } from './taints.ts';

const taint: Taint = { key: 'k', value: 'v', effect: 'NoSchedule' };

const cases: [Toleration, boolean][] = [
  [{ key: 'k', value: 'v', effect: 'NoSchedule' }, true],
  [{ key: 'k', operator: 'Equal', value: 'v' }, true],
  [{ key: 'k', operator: 'Equal', value: 'w' }, false],
  [{ key: 'k', operator: 'Exists' }, true],
  [{ key: 'j', operator: 'Exists' }, false],
  [{ operator: 'Exists' }, true],
  [{ operator: 'Exists', effect: 'NoExecute' }, false],
  [{ key: 'k', operator: 'Near', value: 'v' }, false],
];
test.each(cases)('%j tolerates k=v:NoSchedule: %s', (toleration, want) => {
  expect(toleratesTaint(toleration, taint)).toBe(want);
});

test('the first taint that forbids scheduling and is not tolerated is found', () => {
  const soft: Taint = { key: 'soft', effect: 'PreferNoSchedule' };
  const hard: Taint = { key: 'hard', effect: 'NoExecute' };
  expect(findUntoleratedTaint([soft, taint, hard], [{ key: 'k', operator: 'Exists' }], forbidsScheduling)).toBe(hard);
  expect(findUntoleratedTaint([soft], [], forbidsScheduling)).toBeUndefined();
  expect(findUntoleratedTaint(undefined, undefined)).toBeUndefined();
});

test.each<[Taint, string]>([
  [{ key: 'k', value: 'v', effect: 'NoSchedule' }, 'k=v:NoSchedule'],
  [{ key: 'k', effect: 'NoSchedule' }, 'k:NoSchedule'],
  [{ key: 'k', value: 'v', effect: '' }, 'k=v:'],
  [{ key: 'k', effect: '' }, 'k'],
])('%j is written %s', (value, want) => {
  expect(formatTaint(value)).toBe(want);
});
