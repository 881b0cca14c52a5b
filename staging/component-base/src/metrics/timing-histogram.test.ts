import { expect, test } from 'vitest';

import { MetricsRegistry } from './registry.ts';

test('a value counts for every nanosecond that it lasts', async () => {
  let now = 100;
  const registry = new MetricsRegistry();
  const timing = registry.timingHistogram({ name: 't', help: 'T.', labels: ['a'], buckets: [0.5, 1], now: () => now });
  const value = timing.with({ a: 'x' });
  now += 2;
  value.set(0.75);
  now += 3;
  value.set(7);
  value.set(7);
  now += 1;
  const text = await registry.expose();
  expect(text).toContain('# TYPE t histogram\n');
  expect(text).toContain('t_bucket{a="x",le="0.5"} 2e+06\n');
  expect(text).toContain('t_bucket{a="x",le="1"} 5e+06\n');
  expect(text).toContain('t_bucket{a="x",le="+Inf"} 6e+06\n');
  expect(text).toContain('t_sum{a="x"} 9.25e+06\n');
  expect(await registry.expose()).toBe(text);
  value.set(0, now + 4);
  now += 4;
  expect(await registry.expose()).toContain('t_count{a="x"} 1e+07\n');
});
