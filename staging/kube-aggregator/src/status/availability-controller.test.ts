import type { APIService } from '@kubescript/api/apiregistration/v1';
import { type DeepReadonly, realClock } from '@kubescript/apimachinery';
import type { ResourceClient } from '@kubescript/client';
import { MetricsRegistry } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import { ApiServiceIndex } from '../apis/api-service-index.ts';
import { availableCondition } from '../apis/api-service.ts';
import { apiService } from '../testing/api-services.ts';
import { AvailabilityController } from './availability-controller.ts';
import { newAvailabilityMetrics } from './availability-metrics.ts';

const { signal } = new AbortController();
const service = { namespace: 'n', name: 's', port: 443 };

interface Setup {
  readonly index: ApiServiceIndex;
  readonly controller: AvailabilityController;
  readonly registry: MetricsRegistry;
  readonly written: DeepReadonly<APIService>[];
}

function setUp(probe: () => Promise<void>): Setup {
  const index = new ApiServiceIndex();
  const registry = new MetricsRegistry();
  const written: DeepReadonly<APIService>[] = [];
  const client = {
    updateStatus(object: DeepReadonly<APIService>) {
      written.push(object);
      const old = index.get(object.metadata.name ?? '');
      if (old) index.onUpdate(old, object);
      return Promise.resolve(object);
    },
  } as unknown as ResourceClient<APIService>;
  const controller = new AvailabilityController({
    index,
    client,
    services: {
      service: () => ({ metadata: { name: 's' }, spec: { type: 'ExternalName' }, status: {} }),
      endpointSlices: () => [],
    },
    servicesSynced: () => Promise.resolve(),
    probe,
    metrics: newAvailabilityMetrics(registry),
    clock: realClock,
    onError: (error) => {
      throw error;
    },
  });
  return { index, controller, registry, written };
}

test('a server that stops to answer becomes unavailable, is counted, and is asked again', async () => {
  let isUp = true;
  const { index, controller, registry, written } = setUp(() =>
    isUp ? Promise.resolve() : Promise.reject(new Error('gone')),
  );
  index.onAdd(apiService('v1.r.io', { service }));
  expect(await controller.sync('v1.r.io', signal)).toBe('done');
  expect(await controller.sync('v1.r.io', signal)).toBe('done');
  expect(written).toHaveLength(1);
  isUp = false;
  expect(await controller.sync('v1.r.io', signal)).toBe('retry');
  const [, second] = written;
  expect(second && availableCondition(second)).toMatchObject({ status: 'False', reason: 'FailedDiscoveryCheck' });
  const exposed = await registry.expose();
  expect(exposed).toContain('aggregator_unavailable_apiservice{name="v1.r.io"} 1');
  expect(exposed).toContain('aggregator_unavailable_apiservice_total{name="v1.r.io",reason="FailedDiscoveryCheck"} 1');
  const known = index.get('v1.r.io');
  if (known) index.onDelete(known);
  await controller.sync('v1.r.io', signal);
  expect(await registry.expose()).not.toContain('aggregator_unavailable_apiservice{name="v1.r.io"}');
});

test('what becomes local is available', async () => {
  const { index, controller, written } = setUp(() => Promise.reject(new Error('not asked')));
  index.onAdd(apiService('v1.l.io', {}, 'False'));
  await controller.sync('v1.l.io', signal);
  expect(written[0] && availableCondition(written[0])).toMatchObject({ status: 'True', reason: 'Local' });
});

test('of all that a Service serves, the availability is checked when it changes', async () => {
  const asked: string[] = [];
  const { index, controller } = setUp(() => {
    asked.push('asked');
    return Promise.resolve();
  });
  index.onAdd(apiService('v1.r.io', { service }));
  const stop = new AbortController();
  const running = controller.run(stop.signal);
  // Twice: the status that was written is itself a change.
  await expect.poll(() => asked.length).toBe(10);
  controller.serviceChanged('n', 'other');
  controller.serviceChanged('n', 's');
  await expect.poll(() => asked.length).toBe(15);
  stop.abort();
  await running;
});
