import type { Pod } from '@kubescript/api/core/v1';
import { FakeClock } from '@kubescript/apimachinery/testing';
import { ActionType, type ClusterEventWithHint, PodInfo, clusterEvent, unresolvable } from '@kubescript/kube-scheduler';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { prioritySort } from '../plugins/priority-sort.ts';
import { makePod } from '../testing/cluster.ts';
import type { QueuedPod } from './queued-pod.ts';
import { SchedulingQueue } from './scheduling-queue.ts';

const NODE_ADD = clusterEvent('Node', ActionType.Add, 'NodeAdd');
const POD_DELETE = clusterEvent('AssignedPod', ActionType.Delete, 'AssignedPodDelete');

/** Plugin `nodes` waits for nodes, `pods` for deletions of pods whose name is the waiting pod's `wants` label. */
const registered = new Map<string, readonly ClusterEventWithHint[]>([
  ['nodes', [{ event: NODE_ADD }]],
  [
    'pods',
    [
      {
        event: POD_DELETE,
        queueingHint: ({ pod }, old) =>
          (old as Pod).metadata.name === pod.metadata.labels?.['wants'] ? 'Queue' : 'Skip',
      },
    ],
  ],
]);

function setUp(): { readonly queue: SchedulingQueue; readonly clock: FakeClock } {
  const clock = new FakeClock(1_000_000);
  const queue = new SchedulingQueue({
    less: prioritySort.less.bind(prioritySort),
    preEnqueue: ({ pod }) =>
      (pod.spec.schedulingGates ?? []).length > 0 ? unresolvable('gated').by('SchedulingGates') : undefined,
    registeredEvents: new Map([['default-scheduler', registered]]),
    clock,
  });
  return { queue, clock };
}

function info(name: string, priority = 0, labels: Record<string, string> = {}): PodInfo {
  return new PodInfo(makePod(name, { metadata: { labels }, spec: { priority } }));
}

/** Pops the next pod and gives it back as turned down by these plugins. */
function reject(queue: SchedulingQueue, ...plugins: readonly string[]): QueuedPod {
  const pod = queue.pop();
  if (pod === undefined) throw new Error('nothing to pop');
  pod.unschedulablePlugins = new Set(plugins);
  queue.addUnschedulable(pod);
  return pod;
}

test('pods come by priority, then by age', async () => {
  const { queue, clock } = setUp();
  for (const [name, priority] of [
    ['a', 0],
    ['b', 10],
    ['c', 0],
    ['d', 10],
  ] as const) {
    queue.add(info(name, priority));
    await clock.advance(1);
  }
  expect([1, 2, 3, 4, 5].map(() => queue.pop()?.id)).toEqual(['b', 'd', 'a', 'c', undefined]);
});

describe('a pod that was turned down', () => {
  test('waits for an event of the plugin that did it', () => {
    const { queue } = setUp();
    queue.add(info('a'));
    reject(queue, 'nodes');
    expect(queue.placeOf('a')).toBe('unschedulable');
    queue.moveAllToActiveOrBackoff(POD_DELETE, makePod('x'), undefined);
    expect(queue.placeOf('a')).toBe('unschedulable');
    queue.moveAllToActiveOrBackoff(NODE_ADD);
    expect(queue.placeOf('a')).toBe('backoff');
  });

  test('asks the hint whether the event helps', () => {
    const { queue } = setUp();
    queue.add(info('a', 0, { wants: 'x' }));
    reject(queue, 'pods');
    queue.moveAllToActiveOrBackoff(POD_DELETE, makePod('y'), undefined);
    expect(queue.placeOf('a')).toBe('unschedulable');
    queue.moveAllToActiveOrBackoff(POD_DELETE, makePod('x'), undefined);
    expect(queue.placeOf('a')).toBe('backoff');
  });

  test('does not miss an event that came while it was being scheduled', () => {
    const { queue } = setUp();
    queue.add(info('a'));
    const pod = queue.pop();
    queue.moveAllToActiveOrBackoff(NODE_ADD);
    if (pod !== undefined) pod.unschedulablePlugins = new Set(['nodes']);
    if (pod !== undefined) queue.addUnschedulable(pod);
    expect(queue.placeOf('a')).toBe('backoff');
  });

  test('backs off for twice as long each time, up to ten seconds', async () => {
    const { queue, clock } = setUp();
    queue.add(info('a'));
    const waited: number[] = [];
    for (let i = 0; i < 6; i++) {
      reject(queue, 'nodes');
      queue.moveAllToActiveOrBackoff(NODE_ADD);
      const start = clock.now();
      while (queue.placeOf('a') === 'backoff') {
        await clock.advance(1000);
        queue.flushBackoffCompleted();
      }
      waited.push((clock.now() - start) / 1000);
    }
    expect(waited).toEqual([1, 2, 4, 8, 10, 10]);
  });

  test('is tried before its back-off ends when there is nothing else to do', () => {
    const { queue } = setUp();
    queue.add(info('a'));
    reject(queue, 'nodes');
    queue.moveAllToActiveOrBackoff(NODE_ADD);
    expect(queue.pop()?.id).toBe('a');
  });

  test('is tried again after five minutes in any case', async () => {
    const { queue, clock } = setUp();
    queue.add(info('a'));
    reject(queue, 'nodes');
    await clock.advance(299_000);
    queue.flushUnschedulableLeftovers();
    expect(queue.placeOf('a')).toBe('unschedulable');
    await clock.advance(1_000);
    queue.flushUnschedulableLeftovers();
    expect(queue.placeOf('a')).toBe('active');
  });
});

test('after an error the back-off is not cut short', async () => {
  const { queue, clock } = setUp();
  queue.add(info('a'));
  reject(queue);
  expect(queue.placeOf('a')).toBe('backoff');
  expect(queue.pop()).toBeUndefined();
  await clock.advance(1000);
  queue.flushBackoffCompleted();
  expect(queue.pop()?.id).toBe('a');
});

test('a gated pod becomes active when its gates are gone', () => {
  const { queue } = setUp();
  const gated = new PodInfo(makePod('a', { spec: { schedulingGates: [{ name: 'g' }] } }));
  queue.add(gated);
  expect(queue.placeOf('a')).toBe('gated');
  expect(queue.pending()).toEqual({ active: 0, backoff: 0, unschedulable: 0, gated: 1 });
  queue.activate(['a']);
  expect(queue.placeOf('a')).toBe('gated');
});

test('a pod that is deleted in flight does not come back', () => {
  const { queue } = setUp();
  queue.add(info('a'));
  const pod = queue.pop();
  queue.delete('a');
  if (pod !== undefined) queue.addUnschedulable(pod);
  expect(queue.placeOf('a')).toBeUndefined();
});

test('whoever waits for a pod is woken by one', async () => {
  const { queue } = setUp();
  const ready = queue.whenReady(new AbortController().signal);
  queue.add(info('a'));
  await ready;
  const stop = new AbortController();
  queue.pop();
  const waiting = queue.whenReady(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});

/** One step of a random run. */
type Step =
  | { readonly do: 'add' | 'update' | 'delete' | 'bind' | 'reject' | 'fail'; readonly pod: number }
  | { readonly do: 'node' | 'wait' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('add', 'update', 'delete', 'bind', 'reject', 'fail' as const),
    pod: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ do: fc.constantFrom('node', 'wait' as const) }),
);

test('no pod is ever lost, nor in two places, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { queue, clock } = setUp();
      const known = new Set<string>();
      const flying = new Map<string, QueuedPod>();
      for (const next of steps) {
        const id = 'pod' in next ? `p${String(next.pod)}` : '';
        switch (next.do) {
          case 'add':
          case 'update':
            if (next.do === 'update' && !known.has(id)) break;
            if (next.do === 'add') queue.add(info(id));
            else queue.update(info(id), info(id, 1));
            known.add(id);
            break;
          case 'delete':
            queue.delete(id);
            known.delete(id);
            flying.delete(id);
            break;
          case 'bind':
          case 'reject':
          case 'fail': {
            const popped = queue.pop();
            if (popped !== undefined) flying.set(popped.id, popped);
            const [done] = flying.values();
            if (done === undefined) break;
            flying.delete(done.id);
            if (next.do === 'bind') {
              queue.done(done.id);
              known.delete(done.id);
              break;
            }
            done.unschedulablePlugins = new Set(next.do === 'reject' ? ['nodes'] : []);
            queue.addUnschedulable(done);
            break;
          }
          case 'node':
            queue.moveAllToActiveOrBackoff(NODE_ADD);
            break;
          case 'wait':
            await clock.advance(400_000);
            queue.flushUnschedulableLeftovers();
            queue.flushBackoffCompleted();
        }
        const { active, backoff, unschedulable } = queue.pending();
        expect(active + backoff + unschedulable).toBe(known.size - flying.size);
        for (const pod of known) expect(queue.placeOf(pod)).toBe(flying.has(pod) ? 'in flight' : queue.placeOf(pod));
        for (const pod of known) expect(queue.placeOf(pod)).toBeDefined();
      }
    }),
    { numRuns: 200 },
  );
});
