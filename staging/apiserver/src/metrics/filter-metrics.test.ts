import { MetricsRegistry } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import type { Filter, Handler, ServerRequest } from '../server/http.ts';
import { newFilterMetrics } from './filter-metrics.ts';

test('each filter is timed without what comes after it', async () => {
  let now = 0;
  const registry = new MetricsRegistry();
  const timed = newFilterMetrics(registry, () => now);
  const taking =
    (ms: number): Filter =>
    (next) =>
    (request) => {
      now += ms;
      return next(request);
    };
  const handler: Handler = () => {
    now += 5000;
    return Promise.resolve({ status: 200, headers: {}, body: { kind: 'empty' } });
  };
  const chain = timed('outer', taking(1000))(taking(7)(timed('inner', taking(2000))(handler)));
  await chain({} as ServerRequest);
  const text = await registry.expose();
  expect(text).toContain('apiserver_request_filter_duration_seconds_sum{filter="outer"} 1\n');
  expect(text).toContain('apiserver_request_filter_duration_seconds_sum{filter="inner"} 2.007\n');
});
