import { MetricsRegistry } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import { Watermark, newInFlightMetrics } from './in-flight-metrics.ts';

test('a watermark shows the most that there was in the last whole second', () => {
  let now = 0;
  const mark = new Watermark(() => now);
  mark.add(1);
  mark.add(1);
  mark.add(-2);
  expect(mark.read()).toBe(0);
  now = 1000;
  expect(mark.read()).toBe(2);
  mark.add(1);
  now = 2000;
  expect(mark.read()).toBe(1);
  now = 9000;
  expect(mark.read()).toBe(1);
  mark.add(-1);
  now = 20_000;
  expect(mark.read()).toBe(0);
});

test('requests that run and wait are shown as numbers and as shares of the room', async () => {
  let now = 0;
  const registry = new MetricsRegistry();
  const metrics = newInFlightMetrics(registry, { readOnly: 4, mutating: 0 }, () => now);
  metrics.onExecuting('readOnly', 1);
  metrics.onWaiting('mutating', 1);
  now = 1;
  const text = await registry.expose();
  expect(text).toContain('apiserver_current_inflight_requests{request_kind="readOnly"} 1\n');
  expect(text).toContain('apiserver_current_inqueue_requests{request_kind="mutating"} 1\n');
  const name = 'apiserver_flowcontrol_read_vs_write_current_requests_sum';
  expect(text).toContain(`${name}{phase="executing",request_kind="readOnly"} 250000\n`);
  expect(text).toContain(`${name}{phase="waiting",request_kind="mutating"} 1e+06\n`);
});
