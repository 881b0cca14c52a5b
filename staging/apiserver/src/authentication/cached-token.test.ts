import { MetricsRegistry } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import type { AuthenticationResult } from './authenticator.ts';
import { CachedTokenAuthenticator } from './cached-token.ts';
import { newTokenCacheMetrics } from './metrics.ts';

let now = 0;
const clock = { now: () => now, sleep: () => Promise.resolve() };

function cached(
  answer: (token: string, audiences?: readonly string[]) => Promise<AuthenticationResult | undefined>,
  failureTtl = 0,
): { readonly cache: CachedTokenAuthenticator; readonly asked: string[]; readonly registry: MetricsRegistry } {
  const asked: string[] = [];
  const registry = new MetricsRegistry();
  const inner = {
    authenticateToken: (token: string, audiences?: readonly string[]) => {
      asked.push([token, ...(audiences ?? [])].join(' '));
      return answer(token, audiences);
    },
  };
  const options = { successTtl: 10_000, failureTtl, clock, metrics: newTokenCacheMetrics(registry) };
  return { cache: new CachedTokenAuthenticator(inner, options), asked, registry };
}

const jane = { user: { name: 'jane', groups: [] } };

test('what is known is kept for its time', async () => {
  const { cache, asked, registry } = cached(() => Promise.resolve(jane));
  expect(await cache.authenticateToken('t')).toBe(jane);
  now += 9_999;
  expect(await cache.authenticateToken('t')).toBe(jane);
  expect(asked).toEqual(['t']);
  now += 1;
  await cache.authenticateToken('t');
  expect(asked).toEqual(['t', 't']);
  expect(await registry.expose()).toContain('authentication_token_cache_request_total{status="hit"} 1');
});

test('what was good for one audience is not taken for good for another', async () => {
  const { cache, asked } = cached((_, audiences) => Promise.resolve(audiences?.includes('a') ? jane : undefined));
  expect(await cache.authenticateToken('t', ['a'])).toBe(jane);
  expect(await cache.authenticateToken('t', ['b'])).toBeUndefined();
  expect(await cache.authenticateToken('t', [])).toBeUndefined();
  expect(await cache.authenticateToken('t')).toBeUndefined();
  expect(asked).toHaveLength(4);
});

test('a token and audiences that read alike when joined are apart', async () => {
  const { cache, asked } = cached(() => Promise.resolve(jane));
  await cache.authenticateToken('t', ['a', 'b']);
  await cache.authenticateToken('t', ['ab']);
  await cache.authenticateToken('ta', ['b']);
  expect(asked).toHaveLength(3);
});

test('errors are not kept, and no failures unless asked for', async () => {
  let fails = true;
  const flaky = cached(() => (fails ? Promise.reject(new Error('outage')) : Promise.resolve(jane)));
  await expect(flaky.cache.authenticateToken('t')).rejects.toThrow('outage');
  fails = false;
  expect(await flaky.cache.authenticateToken('t')).toBe(jane);
  const forgetful = cached(() => Promise.resolve(undefined));
  await forgetful.cache.authenticateToken('t');
  await forgetful.cache.authenticateToken('t');
  expect(forgetful.asked).toHaveLength(2);
  const keeping = cached(() => Promise.resolve(undefined), 1000);
  await keeping.cache.authenticateToken('t');
  await keeping.cache.authenticateToken('t');
  expect(keeping.asked).toHaveLength(1);
});

test('who asks at once shares one question', async () => {
  const { cache, asked } = cached(() => Promise.resolve(jane));
  await Promise.all([cache.authenticateToken('t'), cache.authenticateToken('t')]);
  expect(asked).toHaveLength(1);
});
