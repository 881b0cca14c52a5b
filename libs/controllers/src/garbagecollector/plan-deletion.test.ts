import { describe, expect, test } from 'vitest';

import { type OwnerState, planDeletion } from './plan-deletion.ts';

const owner = (uid: string, state: OwnerState) => ({
  reference: { apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid },
  state,
});

describe('planDeletion', () => {
  test.each([
    { name: 'no owners keep it', owners: [], want: { action: 'keep' } },
    { name: 'a solid owner keeps it', owners: [owner('a', 'solid')], want: { action: 'keep' } },
    {
      name: 'a solid owner keeps it, the others are dropped',
      owners: [owner('a', 'solid'), owner('b', 'dangling'), owner('c', 'waitingForDependents')],
      want: { action: 'dropOwners', uids: ['b', 'c'] },
    },
    {
      name: 'dangling owners only: deleted in the background',
      owners: [owner('a', 'dangling')],
      want: { action: 'delete', propagationPolicy: 'Background', unblock: false },
    },
    {
      name: 'its own finalizer says how',
      owners: [owner('a', 'dangling')],
      finalizers: ['orphan'],
      want: { action: 'delete', propagationPolicy: 'Orphan', unblock: false },
    },
    {
      name: 'an owner waits, and it has dependents: in the foreground',
      owners: [owner('a', 'waitingForDependents')],
      hasDependents: true,
      want: { action: 'delete', propagationPolicy: 'Foreground', unblock: false },
    },
    {
      name: 'a circle is opened',
      owners: [owner('a', 'waitingForDependents')],
      hasDependents: true,
      hasWaitingDependents: true,
      want: { action: 'delete', propagationPolicy: 'Foreground', unblock: true },
    },
  ])('$name', ({ owners, finalizers = [], hasDependents = false, hasWaitingDependents = false, want }) => {
    const object = { metadata: { name: 'x', finalizers } };
    expect(planDeletion({ object, owners, hasDependents, hasWaitingDependents })).toEqual(want);
  });
});
