import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch } from '../../testing/validation-table.ts';

describe('PodDisruptionBudget', () => {
  const budget: Sketch = { metadata: { name: 'x', namespace: 'n' }, spec: { minAvailable: 1 } };
  it.each([
    [{}, []],
    [{ metadata: { name: 'A_b' } }, []],
    [{ spec: { minAvailable: '101%' } }, ['spec.minAvailable: Invalid value: "101%": must not be greater than 100%']],
    [
      { spec: { unhealthyPodEvictionPolicy: 'X' } },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "X": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
  ])('%j', (patch, expected) => {
    expect(createErrors('policy', 'PodDisruptionBudget', merged(budget, patch))).toEqual(expected);
  });
});
