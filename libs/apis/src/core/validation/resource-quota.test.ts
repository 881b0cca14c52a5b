import { describe, expect, it } from 'vitest';

import { type Sketch, updateErrors } from '../../testing/validation-table.ts';

const quota = (...scopes: string[]): Sketch => ({
  metadata: { name: 'q', namespace: 'n', resourceVersion: '1' },
  spec: { hard: { pods: '1' }, ...(scopes.length === 0 ? {} : { scopes }) },
  status: {},
});

describe('ResourceQuota', () => {
  it.each([
    [['BestEffort', 'Terminating'], ['Terminating', 'BestEffort'], []],
    [['BestEffort'], ['NotBestEffort'], ['spec.scopes: Invalid value: ["NotBestEffort"]: field is immutable']],
    [['BestEffort'], [], ['spec.scopes: Invalid value: null: field is immutable']],
  ])('of %j becomes one of %j', (before, after, expected) => {
    expect(updateErrors('', 'ResourceQuota', [quota(...after), quota(...before)])).toEqual(expected);
  });
});
