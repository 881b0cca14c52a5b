import { describe, expect, test } from 'vitest';

import { FakeClock } from '../testing/fake-clock.ts';
import { Backoff } from './backoff.ts';
import { TaskGroup } from './task-group.ts';
import { until } from './until.ts';

describe('Backoff', () => {
  test('grows by its factor up to its cap, and stays a value', () => {
    const start = new Backoff({ duration: 10, factor: 2, cap: 35 });
    const delays: number[] = [];
    let backoff = start;
    for (let turn = 0; turn < 4; turn++) {
      const { delay, next } = backoff.step();
      delays.push(delay);
      backoff = next;
    }
    expect(delays).toEqual([10, 20, 35, 35]);
    expect(start.step().delay).toBe(10);
  });

  test('adds jitter at random', () => {
    expect(new Backoff({ duration: 100, jitter: 0.1 }).step(() => 0.5).delay).toBeCloseTo(105);
  });
});

describe('until', () => {
  test('calls at once and then after each period, until the signal', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const calls: number[] = [];
    const start = clock.now();
    const loop = until(() => void calls.push(clock.now() - start), 100, { signal: controller.signal, clock });
    await clock.advance(250);
    controller.abort();
    await loop;
    expect(calls).toEqual([0, 100, 200]);
    expect(clock.sleepers).toBe(0);
  });
});

describe('TaskGroup', () => {
  const forever = (signal: AbortSignal): Promise<void> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });

  test('the first failure ends the others and is reported', async () => {
    const group = new TaskGroup();
    group.spawn('waits', forever);
    group.spawn('fails', () => Promise.reject(new Error('boom')));
    await expect(group.wait()).rejects.toThrow('boom');
  });

  test('the end of the parent is no failure', async () => {
    const parent = new AbortController();
    const group = new TaskGroup(parent.signal);
    group.spawn('waits', forever);
    parent.abort(new Error('stop'));
    await expect(group.wait()).resolves.toBeUndefined();
  });
});
