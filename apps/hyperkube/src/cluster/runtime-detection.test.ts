import { describe, expect, test } from 'vitest';

import { type MachineFacts, planRuntime } from './runtime-detection.ts';

const bare: MachineFacts = {
  isRoot: true,
  criSocket: undefined,
  dockerSocket: undefined,
  hasContainerd: false,
  canInstall: true,
};

describe('planRuntime', () => {
  test.each([
    {
      name: 'an answering CRI socket first',
      facts: { criSocket: '/c', dockerSocket: '/d', hasContainerd: true },
      want: { kind: 'cri', socket: '/c' },
    },
    { name: 'then Docker', facts: { dockerSocket: '/d', hasContainerd: true }, want: { kind: 'docker', socket: '/d' } },
    {
      name: 'then a containerd of our own',
      facts: { hasContainerd: true },
      want: { kind: 'containerd', install: false },
    },
    { name: 'which is installed if it can be', facts: {}, want: { kind: 'containerd', install: true } },
  ])('auto takes $name', ({ facts, want }) => {
    expect(planRuntime('auto', 1, { ...bare, ...facts })).toEqual(want);
  });

  test('auto falls back to hollow and says why', () => {
    expect(planRuntime('auto', 1, { ...bare, isRoot: false })).toMatchObject({
      kind: 'hollow',
      reason: expect.stringContaining('root'),
    });
  });

  test('several nodes get a containerd each, whatever runs already', () => {
    const facts = { ...bare, criSocket: '/c', dockerSocket: '/d', hasContainerd: true };
    expect(planRuntime('auto', 2, facts)).toEqual({ kind: 'containerd', install: false });
  });

  test.each([
    { choice: 'docker' as const, says: /start it/ },
    { choice: 'containerd' as const, says: /root/ },
  ])('$choice is refused with advice where it cannot be had', ({ choice, says }) => {
    expect(() => planRuntime(choice, 1, { ...bare, isRoot: false })).toThrow(says);
  });
});
