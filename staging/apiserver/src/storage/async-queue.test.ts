import { describe, expect, test, vi } from 'vitest';

import { AsyncQueue } from './async-queue.ts';

describe('iterated', () => {
  test('gives the initial items, then what is pushed, in order', async () => {
    const queue = new AsyncQueue<number>({ initial: [1, 2] });
    queue.push(3);
    queue.end();
    expect(await collect(queue)).toEqual([1, 2, 3]);
  });

  test('initial items do not count against the capacity', () => {
    const queue = new AsyncQueue<number>({ initial: [1, 2, 3], capacity: 1 });
    expect([queue.push(4), queue.push(5)]).toEqual([true, false]);
  });

  test('a failure is thrown after what is there', async () => {
    const queue = new AsyncQueue<number>({ initial: [1] });
    queue.end(new Error('broken'));
    expect(await queue.next()).toEqual({ value: 1, done: false });
    await expect(queue.next()).rejects.toThrow('broken');
  });

  test('leaving tells the producer once', async () => {
    const onReturn = vi.fn();
    const queue = new AsyncQueue<number>({ initial: [1, 2], onReturn });
    for await (const item of queue) if (item === 1) break;
    queue.end();
    expect(onReturn).toHaveBeenCalledTimes(1);
    expect(queue.push(3)).toBe(false);
  });

  test('a consumer that is too slow still gets what is there', async () => {
    const queue = new AsyncQueue<number>({ initial: [1, 2] });
    queue.overflow(new Error('slow'));
    expect(await collect(queue)).toEqual([1, 2]);
  });
});

describe('pushed', () => {
  const recorder = (accepts: (item: number) => boolean = () => true) => {
    const log: unknown[] = [];
    const sink = {
      event(item: number) {
        log.push(item);
        return accepts(item);
      },
      end: (failure?: Error) => void log.push(failure?.message ?? 'end'),
    };
    return { log, sink };
  };

  test('reaches the sink within the call', () => {
    const { log, sink } = recorder();
    const queue = new AsyncQueue<number>({ initial: [1] });
    queue.pump(sink);
    queue.push(2);
    expect(log).toEqual([1, 2]);
    queue.end();
    expect(log).toEqual([1, 2, 'end']);
  });

  test('waits while the sink has enough, and keeps to the capacity', () => {
    const { log, sink } = recorder((item) => item !== 1);
    const queue = new AsyncQueue<number>({ capacity: 2 });
    const pump = queue.pump(sink);
    expect([1, 2, 3, 4].map((item) => queue.push(item))).toEqual([true, true, true, false]);
    expect(log).toEqual([1]);
    pump.resume();
    expect(log).toEqual([1, 2, 3]);
  });

  test('an end is told after what is there', () => {
    const { log, sink } = recorder((item) => item !== 1);
    const queue = new AsyncQueue<number>();
    const pump = queue.pump(sink);
    queue.push(1);
    queue.push(2);
    queue.end();
    expect(log).toEqual([1]);
    pump.resume();
    expect(log).toEqual([1, 2, 'end']);
  });

  test('a sink that is too slow is told at once', () => {
    const { log, sink } = recorder(() => false);
    const onReturn = vi.fn();
    const queue = new AsyncQueue<number>({ onReturn });
    queue.pump(sink);
    queue.push(1);
    queue.push(2);
    queue.overflow(new Error('slow'));
    expect(log).toEqual([1, 'slow']);
    expect(onReturn).toHaveBeenCalledTimes(1);
  });

  test('a sink that throws is gone, and the producer does not notice', () => {
    const end = vi.fn();
    const queue = new AsyncQueue<number>();
    queue.pump({
      event: () => {
        throw new Error('no such stream');
      },
      end,
    });
    expect(queue.push(1)).toBe(true);
    expect(end).toHaveBeenCalledWith(new Error('no such stream'));
    expect(queue.push(2)).toBe(false);
  });

  test('a consumer that closed hears no more', () => {
    const { log, sink } = recorder();
    const queue = new AsyncQueue<number>();
    const pump = queue.pump(sink);
    pump.close();
    queue.push(1);
    expect(log).toEqual([]);
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
