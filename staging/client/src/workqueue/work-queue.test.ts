import { FakeClock } from '@kubescript/apimachinery/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { newWorkQueue } from './new-work-queue.ts';
import type { WorkQueue } from './work-queue.ts';

/** One worker that holds on to its key until it is told to go on. */
class Worker {
  readonly #keys: AsyncIterator<string>;
  current: string | undefined;

  constructor(queue: WorkQueue) {
    this.#keys = queue.keys()[Symbol.asyncIterator]();
  }

  async take(): Promise<void> {
    const next = await this.#keys.next();
    this.current = next.done === true ? undefined : next.value;
  }
}

async function turn(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

test('a key is queued once, and again if it is added while it is worked on', async () => {
  const queue = newWorkQueue();
  queue.add('a');
  queue.add('a');
  queue.add('b');
  expect(queue.length).toBe(2);
  const worker = new Worker(queue);
  await worker.take();
  queue.add('a');
  expect(queue.length).toBe(1);
  await worker.take();
  expect(worker.current).toBe('b');
  await worker.take();
  expect(worker.current).toBe('a');
});

test('of two delays the earlier counts', async () => {
  const clock = new FakeClock();
  const queue = newWorkQueue({ clock });
  queue.addAfter('a', 1000);
  queue.addAfter('a', 100);
  queue.addAfter('a', 500);
  await clock.advance(99);
  expect(queue.length).toBe(0);
  await clock.advance(1);
  expect(queue.length).toBe(1);
  const worker = new Worker(queue);
  await worker.take();
  await clock.advance(2000);
  expect(queue.length).toBe(0);
});

test('failures of a key double its delay until they are forgotten', async () => {
  const clock = new FakeClock();
  const queue = newWorkQueue({ clock });
  const worker = new Worker(queue);
  for (const delay of [5, 10, 20]) {
    queue.addRateLimited('a');
    worker.current = undefined;
    const taken = worker.take();
    await clock.advance(delay - 1);
    expect(worker.current).toBeUndefined();
    await clock.advance(1);
    await taken;
    expect(worker.current).toBe('a');
  }
  expect(queue.retries('a')).toBe(3);
  queue.forget('a');
  expect(queue.retries('a')).toBe(0);
});

test('a shut down queue ends its workers', async () => {
  const queue = newWorkQueue();
  const [busy, idle] = [new Worker(queue), new Worker(queue)];
  queue.add('a');
  await busy.take();
  const waiting = idle.take();
  queue.shutDown();
  queue.add('b');
  await waiting;
  await busy.take();
  expect([busy.current, idle.current]).toEqual([undefined, undefined]);
});

test('property: no key is lost, doubled, or given to two workers', async () => {
  type Step = { readonly add: string } | { readonly worker: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map((add) => ({ add })),
    fc.constantFrom(0, 1).map((worker) => ({ worker })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const queue = newWorkQueue();
      const workers = [new Worker(queue), new Worker(queue)];
      const needed = new Set<string>();
      const waiting = new Set<number>();
      const seen = (): void => {
        const held = workers.map((worker) => worker.current).filter((key) => key !== undefined);
        expect(new Set(held).size).toBe(held.length);
      };
      for (const next of steps) {
        if ('add' in next) {
          needed.add(next.add);
          queue.add(next.add);
        } else if (!waiting.has(next.worker)) {
          const worker = workers[next.worker] as Worker;
          worker.current = undefined;
          waiting.add(next.worker);
          void worker.take().then(() => {
            waiting.delete(next.worker);
            if (worker.current !== undefined) needed.delete(worker.current);
          });
        }
        await turn();
        seen();
      }
      for (let i = 0; i < 10; i++) {
        for (const [index, worker] of workers.entries()) {
          if (waiting.has(index)) continue;
          worker.current = undefined;
          waiting.add(index);
          void worker.take().then(() => {
            waiting.delete(index);
            if (worker.current !== undefined) needed.delete(worker.current);
          });
          await turn();
          seen();
        }
      }
      expect([...needed]).toEqual([]);
      expect(queue.length).toBe(0);
    }),
    { numRuns: 200 },
  );
});
