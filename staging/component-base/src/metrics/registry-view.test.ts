import { expect, test } from 'vitest';

import { isHidden, previousMinorVersion } from './metric-lifecycle.ts';
import { addRegistryMetrics } from './registry-metrics.ts';
import { MetricsRegistry } from './registry.ts';

test.each([
  { stability: 'ALPHA', deprecatedVersion: '', minor: 99, want: false },
  { stability: 'ALPHA', deprecatedVersion: '1.36.0', minor: 36, want: false },
  { stability: 'ALPHA', deprecatedVersion: '1.35.0', minor: 36, want: true },
  { stability: 'BETA', deprecatedVersion: '1.35.0', minor: 36, want: true },
  { stability: 'STABLE', deprecatedVersion: '1.34.0', minor: 36, want: false },
  { stability: 'STABLE', deprecatedVersion: '1.34.0', minor: 37, want: true },
] as const)('$stability, deprecated since $deprecatedVersion, in 1.$minor', ({ minor, want, ...metric }) => {
  expect(isHidden(metric, minor)).toBe(want);
});

test('the previous release is the one before this one', () => {
  expect(previousMinorVersion()).toBe('1.35');
});

test('deprecated metrics say so, and those of old are only shown when asked for', async () => {
  const registry = new MetricsRegistry();
  registry.counter({ name: 'young', help: 'X.', stability: 'STABLE', deprecatedVersion: '1.34.0' });
  registry.counter({ name: 'old', help: 'X.', deprecatedVersion: '1.30.0' });
  expect(await registry.expose()).toBe(
    '# HELP young [STABLE] (Deprecated since 1.34.0) X.\n# TYPE young counter\nyoung 0\n',
  );
  expect(registry.hiddenCount).toBe(1);
  registry.show({ showsHidden: true });
  expect(await registry.expose()).toContain('old 0\n');
  expect(registry.hiddenCount).toBe(0);
});

test('values of labels that are not allowed count as unexpected', async () => {
  const registry = new MetricsRegistry();
  registry.show({ allowedLabels: new Map([['x_total', new Map([['verb', new Set(['GET', 'PUT'])]])]]) });
  const counter = registry.counter({ name: 'x_total', help: 'X.', labels: ['verb', 'code'] });
  counter.inc({ verb: 'GET', code: 200 });
  counter.inc({ verb: 'DELETE', code: 200 });
  counter.inc({ verb: 'PATCH', code: 200 });
  registry.counter({ name: 'y_total', help: 'Y.', labels: ['verb'] }).inc({ verb: 'DELETE' });
  const text = await registry.expose();
  expect(text).toContain('x_total{code="200",verb="GET"} 1\nx_total{code="200",verb="unexpected"} 2\n');
  expect(text).toContain('y_total{verb="DELETE"} 1\n');
  expect(registry.unexpectedCount).toBe(2);
});

test('metrics are counted by stability and deprecation, and those that are disabled', async () => {
  const registry = new MetricsRegistry();
  registry.show({ disabled: ['b'] });
  registry.gauge({ name: 'a', help: 'A.' });
  registry.gauge({ name: 'b', help: 'B.', stability: 'STABLE', deprecatedVersion: '1.36.0' });
  registry.gauge({ name: 'raw', help: 'R.', stability: 'none' });
  addRegistryMetrics(registry);
  const text = await registry.expose();
  expect(text).toContain('registered_metrics_total{deprecated_version="",stability_level="BETA"} 3\n');
  expect(text).toContain('registered_metrics_total{deprecated_version="1.36.0",stability_level="STABLE"} 1\n');
  expect(text).toContain('disabled_metrics_total 1\n');
  expect(text).not.toMatch(/^b /m);
});

test('what has to be asked for is asked for before metrics are shown', async () => {
  const registry = new MetricsRegistry();
  const gauge = registry.gauge({ name: 'g', help: 'G.' });
  let asked = 0;
  registry.beforeExposition(async () => {
    await Promise.resolve();
    gauge.set((asked += 1));
  });
  expect(await registry.expose()).toContain('g 1\n');
  expect(await registry.expose()).toContain('g 2\n');
});
