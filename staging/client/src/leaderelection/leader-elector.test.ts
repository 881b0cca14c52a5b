import { FakeClock } from '@kubescript/apimachinery/testing';
import { expect, test } from 'vitest';

import { FakeClient } from '../testing/index.ts';
import { leases } from '../zz_generated/coordination/v1.ts';
import { LeaderElector, LeaseLostError } from './leader-elector.ts';

const lock = { namespace: 'kube-system', name: 'test' };

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

test('one candidate works, the other takes over when it has stopped', async () => {
  const clock = new FakeClock();
  const client = new FakeClient({ clock });
  const [a, b] = ['a', 'b'].map((identity) => new LeaderElector({ client, lock, identity, clock })) as [
    LeaderElector,
    LeaderElector,
  ];
  const [stopA, stopB] = [new AbortController(), new AbortController()];
  const working: string[] = [];
  const work = (name: string) => (signal: AbortSignal) => {
    working.push(name);
    return untilAborted(signal);
  };
  const runningA = a.run(work('a'), stopA.signal);
  await expect.poll(() => working).toEqual(['a']);
  const runningB = b.run(work('b'), stopB.signal);
  for (let i = 0; i < 20; i++) await clock.advance(2_000);
  expect(working).toEqual(['a']);
  stopA.abort();
  await runningA;
  for (let i = 0; i < 5; i++) await clock.advance(2_000);
  expect(working).toEqual(['a', 'b']);
  expect(client.stored(leases)[0]?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  stopB.abort();
  await runningB;
});

test('a lease that cannot be renewed is lost', async () => {
  const clock = new FakeClock();
  const client = new FakeClient({ clock });
  const elector = new LeaderElector({ client, lock, identity: 'a', clock });
  const stop = new AbortController();
  const result = elector.run(untilAborted, stop.signal).catch((err: unknown) => err);
  await expect.poll(() => elector.isLeader()).toBe(true);
  client.react('update', 'leases.coordination.k8s.io', () => {
    throw new Error('no answer');
  });
  for (let i = 0; i < 7; i++) await clock.advance(2_000);
  expect(await result).toBeInstanceOf(LeaseLostError);
});
