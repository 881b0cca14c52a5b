import { expect, test, vi } from 'vitest';

import { type EventStream, eventStreamOf, mapEvents, observeEvents } from './event-stream.ts';

async function* numbers(): AsyncGenerator<number> {
  for (const item of [1, 2, 3]) yield await Promise.resolve(item);
}

/** Everything that a sink hears until the end. */
function pumped<T>(stream: EventStream<T>, accepts: () => boolean = () => true): Promise<unknown[]> {
  return new Promise((resolve) => {
    const log: unknown[] = [];
    const pump = stream.pump({
      event(item) {
        log.push(item);
        if (accepts()) return true;
        setImmediate(() => {
          pump.resume();
        });
        return false;
      },
      end: (failure) => {
        resolve([...log, failure?.message ?? 'end']);
      },
    });
  });
}

test('an iterable is pushed', async () => {
  expect(await pumped(eventStreamOf(numbers()))).toEqual([1, 2, 3, 'end']);
});

test('an iterable waits for its sink', async () => {
  expect(await pumped(eventStreamOf(numbers()), () => false)).toEqual([1, 2, 3, 'end']);
});

test('a failure of an iterable is its end', async () => {
  async function* broken(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new Error('broken');
  }
  expect(await pumped(eventStreamOf(broken()))).toEqual([1, 'broken']);
});

test('events are changed on both ways', async () => {
  const doubled = (): EventStream<number> => mapEvents(eventStreamOf(numbers()), (item) => item * 2);
  expect(await pumped(doubled())).toEqual([2, 4, 6, 'end']);
  expect(await collect(doubled())).toEqual([2, 4, 6]);
});

test.each([
  ['iterated', (stream: EventStream<number>) => collect(stream)],
  ['pushed', (stream: EventStream<number>) => pumped(stream)],
])('%s events are observed', async (_, consume) => {
  const each = vi.fn();
  const end = vi.fn();
  await consume(observeEvents(eventStreamOf(numbers()), { each, end }));
  expect(each).toHaveBeenCalledTimes(3);
  expect(end).toHaveBeenCalledTimes(1);
});

test('a consumer that leaves is an end', () => {
  const end = vi.fn();
  const stream = observeEvents(eventStreamOf(numbers()), { each: () => undefined, end });
  stream.pump({ event: () => true, end: () => undefined }).close();
  expect(end).toHaveBeenCalledTimes(1);
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
