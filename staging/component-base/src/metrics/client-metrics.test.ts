import { newWorkQueue } from '@kubescript/client';
import { expect, test } from 'vitest';

import { MetricsRegistry } from './registry.ts';
import { newRestClientMetrics } from './rest-client-metrics.ts';
import { newWorkQueueMetrics } from './work-queue-metrics.ts';

test('keys of a work queue are counted and timed while they wait and are worked on', async () => {
  let now = 0;
  const registry = new MetricsRegistry();
  const queue = newWorkQueue({ name: 'q', metrics: newWorkQueueMetrics(registry, () => now) });
  queue.add('a');
  queue.add('a');
  queue.add('b');
  expect(await registry.expose()).toContain('workqueue_depth{name="q"} 2\n');
  now = 2000;
  const keys = queue.keys()[Symbol.asyncIterator]();
  await keys.next();
  now = 5000;
  const busy = await registry.expose();
  expect(busy).toContain('workqueue_depth{name="q"} 1\n');
  expect(busy).toContain('workqueue_adds_total{name="q"} 2\n');
  expect(busy).toContain('workqueue_queue_duration_seconds_sum{name="q"} 2\n');
  expect(busy).toContain('workqueue_unfinished_work_seconds{name="q"} 3\n');
  expect(busy).toContain('workqueue_longest_running_processor_seconds{name="q"} 3\n');
  queue.addRateLimited('a');
  await keys.next();
  const later = await registry.expose();
  expect(later).toContain('workqueue_work_duration_seconds_sum{name="q"} 3\n');
  expect(later).toContain('workqueue_retries_total{name="q"} 1\n');
  queue.shutDown();
});

test('requests of clients are counted by what came of them; sizes where they are known', async () => {
  const registry = new MetricsRegistry();
  const metrics = newRestClientMetrics(registry);
  metrics.onRequest({ method: 'POST', host: 'h:1', code: 201, seconds: 0.2, requestBytes: 100, responseBytes: 70 });
  metrics.onRequest({ method: 'POST', host: 'h:1', code: '<error>', seconds: 3 });
  const text = await registry.expose();
  expect(text).toContain('rest_client_requests_total{code="201",host="h:1",method="POST"} 1\n');
  expect(text).toContain('rest_client_requests_total{code="<error>",host="h:1",method="POST"} 1\n');
  expect(text).toContain('rest_client_request_duration_seconds_bucket{host="h:1",verb="POST",le="0.25"} 1\n');
  expect(text).toContain('rest_client_request_size_bytes_sum{host="h:1",verb="POST"} 100\n');
  expect(text).toContain('rest_client_response_size_bytes_count{host="h:1",verb="POST"} 1\n');
});
