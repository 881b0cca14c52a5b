import { expect, test } from 'vitest';

import { formatValue } from './metric.ts';
import { MetricsRegistry } from './registry.ts';

test('the exposition is the text format of Prometheus, sorted by name', async () => {
  const registry = new MetricsRegistry();
  registry.gauge({ name: 'b_now', help: 'Back\\slash and\nline.', stability: 'none' }, () => 2.5);
  const counter = registry.counter({ name: 'a_total', help: 'Counts.', labels: ['path', 'code'] });
  counter.inc({ path: 'say "hi"\\\n', code: 200 });
  counter.with({ path: '/', code: 404 }).inc(3);
  const histogram = registry.histogram({
    ...{ name: 'c_seconds', help: 'Times.', labels: ['verb'], buckets: [0.1, 1] },
    stability: 'STABLE',
  });
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value, { verb: 'GET' });
  registry.counter({ name: 'd_total', help: 'Nothing yet.', labels: ['x'] });
  expect(await registry.expose()).toBe(`# HELP a_total [ALPHA] Counts.
# TYPE a_total counter
a_total{code="200",path="say \\"hi\\"\\\\\\n"} 1
a_total{code="404",path="/"} 3
# HELP b_now Back\\\\slash and\\nline.
# TYPE b_now gauge
b_now 2.5
# HELP c_seconds [STABLE] Times.
# TYPE c_seconds histogram
c_seconds_bucket{verb="GET",le="0.1"} 2
c_seconds_bucket{verb="GET",le="1"} 3
c_seconds_bucket{verb="GET",le="+Inf"} 4
c_seconds_sum{verb="GET"} 7.65
c_seconds_count{verb="GET"} 4
`);
});

test('a name gives the same metric, labels the same value', async () => {
  const registry = new MetricsRegistry();
  const options = { name: 'x_total', help: 'X.', labels: ['a'] };
  expect(registry.counter(options)).toBe(registry.counter(options));
  const value = registry.counter(options).with({ a: 1 });
  expect(registry.counter(options).with({ a: '1' })).toBe(value);
  value.inc();
  expect(await registry.expose()).toContain('x_total{a="1"} 1\n');
});

test('values that are gone are not shown', async () => {
  const registry = new MetricsRegistry();
  const gauge = registry.gauge({ name: 'g', help: 'G.', labels: ['a'] });
  gauge.set(1, { a: 'x' });
  gauge.set(2, { a: 'y' });
  gauge.remove({ a: 'x' });
  expect(await registry.expose()).not.toContain('"x"');
  gauge.reset();
  expect(await registry.expose()).toBe('');
});

test('a counter without labels starts at zero', async () => {
  const registry = new MetricsRegistry();
  registry.counter({ name: 'n_total', help: 'N.' });
  expect(await registry.expose()).toContain('n_total 0\n');
});

test('a histogram without labels is there from the start', async () => {
  const registry = new MetricsRegistry();
  const histogram = registry.histogram({ name: 'h', help: 'x', buckets: [1] });
  expect(await registry.expose()).toContain('h_count 0\n');
  histogram.observe(2);
  expect(await registry.expose()).toContain('h_bucket{le="1"} 0\nh_bucket{le="+Inf"} 1\nh_sum 2\nh_count 1\n');
});

test.each([
  [0, '0'],
  [0.5, '0.5'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [123456.5, '123456.5'],
  [999999, '999999'],
  [1000000, '1e+06'],
  [-1234567, '-1.234567e+06'],
  [1.5e300, '1.5e+300'],
  [NaN, 'NaN'],
  [-Infinity, '-Inf'],
])('%d is written %s', (value, want) => {
  expect(formatValue(value)).toBe(want);
});
