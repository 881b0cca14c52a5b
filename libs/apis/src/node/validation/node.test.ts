import { describe, expect, it } from 'vitest';

import { createErrors, updateErrors } from '../../testing/validation-table.ts';

const metadata = { name: 'x', resourceVersion: '1' };

describe('RuntimeClass', () => {
  it.each([
    [{ handler: 'a', overhead: { podFixed: { cpu: '1' } } }, []],
    [{ handler: 'A' }, [expect.stringMatching(/^handler: Invalid value: "A": a lowercase RFC 1123 label/u)]],
    [
      { handler: 'a', overhead: { podFixed: { memory: '-1', pods: '1' } } },
      [
        'overhead.limits[memory]: Invalid value: "-1": must be greater than or equal to 0',
        'overhead.limits[pods]: Invalid value: "pods": must be a standard resource for containers',
      ],
    ],
    [
      { handler: 'a', scheduling: { nodeSelector: { 'a b': 'c' }, tolerations: [{ operator: 'Equal' }] } },
      [
        expect.stringMatching(/^scheduling\.nodeSelector: Invalid value: "a b"/u),
        expect.stringMatching(/^scheduling\.tolerations\[0\]\.operator: Invalid value: "Equal"/u),
      ],
    ],
  ])('%j', (runtimeClass, expected) => {
    expect(createErrors('node.k8s.io', 'RuntimeClass', { metadata, ...runtimeClass })).toEqual(expected);
  });

  it('keeps its handler', () => {
    const versions = ['b', 'a'].map((handler) => ({ metadata, handler }));
    expect(updateErrors('node.k8s.io', 'RuntimeClass', [versions[0] ?? {}, versions[1] ?? {}])).toEqual([
      'handler: Invalid value: "b": field is immutable',
    ]);
  });
});
