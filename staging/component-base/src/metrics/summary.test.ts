import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MetricsRegistry } from './registry.ts';

const minute = 60_000;

function newSummary(): {
  readonly registry: MetricsRegistry;
  readonly observe: (value: number) => void;
  readonly pass: (ms: number) => void;
} {
  let now = 0;
  const registry = new MetricsRegistry();
  const options = { quantiles: [0.5, 0.99], maxAgeMs: 5 * minute, now: () => now };
  const value = registry.summary({ name: 's', help: 'S.', labels: ['a'], ...options }).with({ a: 'x' });
  return {
    registry,
    observe: (seen) => {
      value.observe(seen);
    },
    pass: (ms) => {
      now += ms;
    },
  };
}

const quantileOf = async (registry: MetricsRegistry, share: number): Promise<number> =>
  Number(new RegExp(`quantile="${String(share)}"} (\\S+)`).exec(await registry.expose())?.[1]);

test('quantiles are within one percent', async () => {
  const seconds = fc.double({ min: 1e-6, max: 100, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.array(seconds, { minLength: 1 }), async (values) => {
      const { registry, observe } = newSummary();
      for (const value of values) observe(value);
      const sorted = [...values].sort((a, b) => a - b);
      for (const share of [0.5, 0.99]) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        expect(Math.abs((await quantileOf(registry, share)) / exact - 1)).toBeLessThan(0.011);
      }
    }),
  );
});

test('what is old does not count for quantiles, but for sum and number', async () => {
  const { registry, observe, pass } = newSummary();
  observe(10);
  pass(4 * minute);
  await registry.expose();
  observe(1);
  expect(await quantileOf(registry, 0.99)).toBeCloseTo(10, 0);
  pass(2 * minute);
  expect(await quantileOf(registry, 0.99)).toBeCloseTo(1, 1);
  pass(60 * minute);
  const text = await registry.expose();
  expect(text).toContain('s{a="x",quantile="0.5"} NaN\n');
  expect(text).toContain('s_sum{a="x"} 11\ns_count{a="x"} 2\n');
});

test('zero is a value', async () => {
  const { registry, observe } = newSummary();
  observe(0);
  expect(await quantileOf(registry, 0.5)).toBe(0);
});
