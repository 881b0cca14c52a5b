import { type Clock, realClock } from '@kubescript/apimachinery';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ServerRequest, ServerResponse } from '../http.ts';
import { parseRequestInfo } from '../request-info.ts';
import { withTimeout } from './timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const clock: Clock = realClock;

function requestOf(method: string, url: string): ServerRequest {
  const [path = '', query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  return { method, path, query: params, info: parseRequestInfo(method, path, params) } as unknown as ServerRequest;
}

const never = (): Promise<ServerResponse> => new Promise(() => undefined);
const pods = '/api/v1/namespaces/a/pods';

test.each([
  {
    name: 'a read',
    method: 'GET',
    url: pods,
    after: 60_000,
    want: 'Timeout: request did not complete within the allotted timeout',
  },
  {
    name: 'a read that asks for less',
    method: 'GET',
    url: `${pods}?timeout=2s`,
    after: 2000,
    want: 'Timeout: request did not complete within the allotted timeout',
  },
  {
    name: 'a read that asks for more',
    method: 'GET',
    url: `${pods}?timeout=5h`,
    after: 60_000,
    want: 'Timeout: request did not complete within the allotted timeout',
  },
  {
    name: 'a write',
    method: 'POST',
    url: pods,
    after: 34_000,
    want: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
  },
])('$name is given up after $after ms', async ({ method, url, after, want }) => {
  const answer = withTimeout(60_000, clock)(never)(requestOf(method, url));
  const outcome = vi.fn();
  answer.catch(outcome);
  await vi.advanceTimersByTimeAsync(after - 1);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ message: want }));
});

test('a watch is not given up', async () => {
  const outcome = vi.fn();
  withTimeout(60_000, clock)(never)(requestOf('GET', `${pods}?watch=1`)).catch(outcome);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(outcome).not.toHaveBeenCalled();
});

test('many requests share one timer, which does not outlive them', async () => {
  const handler = withTimeout(1000, clock);
  const finish: (() => void)[] = [];
  const slow = handler(
    () =>
      new Promise(
        (resolve) =>
          void finish.push(() => {
            resolve({} as ServerResponse);
          }),
      ),
  );
  const answers = [1, 2, 3].map(() => slow(requestOf('GET', pods)));
  expect(vi.getTimerCount()).toBe(1);
  for (const done of finish) done();
  await Promise.all(answers);
  expect(vi.getTimerCount()).toBe(0);
});

test('deadlines expire each at its own time', async () => {
  const handler = withTimeout(1000, clock)(never);
  const expired: number[] = [];
  for (const wait of [0, 400]) {
    await vi.advanceTimersByTimeAsync(wait);
    handler(requestOf('GET', pods)).catch(() => void expired.push(Date.now()));
  }
  const start = Date.now() - 400;
  await vi.advanceTimersByTimeAsync(2000);
  expect(expired).toEqual([start + 1000, start + 1400]);
});

test('while the server runs the timer stays, and goes with it', async () => {
  const ended = new AbortController();
  const handler = withTimeout(1000, clock, ended.signal)(() => Promise.resolve({} as ServerResponse));
  await handler(requestOf('GET', pods));
  await handler(requestOf('GET', pods));
  expect(vi.getTimerCount()).toBe(1);
  ended.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test('a timer that found nothing to do is begun anew', async () => {
  const ended = new AbortController();
  const handler = withTimeout(1000, clock, ended.signal);
  await handler(() => Promise.resolve({} as ServerResponse))(requestOf('GET', pods));
  await vi.advanceTimersByTimeAsync(5000);
  const outcome = vi.fn();
  handler(never)(requestOf('GET', pods)).catch(outcome);
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome).toHaveBeenCalledOnce();
  ended.abort();
});
