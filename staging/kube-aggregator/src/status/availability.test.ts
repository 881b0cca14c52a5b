import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Service } from '@kubescript/api/core/v1';
import { newClusterIpResolver } from '@kubescript/apiserver';
import { describe, expect, test } from 'vitest';

import { type ServiceLister, lookupOf, withLoopback } from '../proxy/service-resolver.ts';
import { apiService } from '../testing/api-services.ts';
import { remoteAvailability } from './availability.ts';

const target = { namespace: 'foo', name: 'bar', port: 443 };
const remote = apiService('v1.r.io', { service: target });

function service(spec: Partial<Service['spec']>): Service {
  return {
    metadata: { name: 'bar', namespace: 'foo' },
    spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ...spec },
    status: {},
  };
}

function slice(ready: boolean | undefined, portName = 'testport', addresses = ['1.2.3.4']): EndpointSlice {
  const conditions = ready === undefined ? {} : { ready };
  return {
    metadata: { name: 'bar-1' },
    addressType: 'IPv4',
    endpoints: [{ addresses, conditions }],
    ports: [{ name: portName, port: 6443 }],
  };
}

const ports = [{ name: 'testport', port: 443 }] as NonNullable<Service['spec']['ports']>;
const listerOf = (found: Service | undefined, slices: readonly EndpointSlice[] = []): ServiceLister => ({
  service: () => found,
  endpointSlices: () => slices,
});
const answers = (): Promise<void> => Promise.resolve();

// Cases of upstream's kube-aggregator/pkg/controllers/status/remote/remote_available_controller_test.go.
describe('remoteAvailability', () => {
  test.each<[string, ServiceLister, string, string]>([
    ['no service', listerOf(undefined), 'ServiceNotFound', 'service/bar in "foo" is not present'],
    [
      'service on another port',
      listerOf(service({ ports: [{ name: 'testport', port: 6443 }] as NonNullable<Service['spec']['ports']> })),
      'ServicePortError',
      'service/bar in "foo" is not listening on port 443',
    ],
    [
      'no endpoints',
      listerOf(service({ ports })),
      'EndpointsNotFound',
      'cannot find endpointslices for service/bar in "foo"',
    ],
    [
      'endpoints that are not ready',
      listerOf(service({ ports }), [slice(false)]),
      'MissingEndpoints',
      'endpointslices for service/bar in "foo" have no addresses with port name "testport"',
    ],
    [
      'endpoints of another port',
      listerOf(service({ ports }), [slice(true, 'other')]),
      'MissingEndpoints',
      'endpointslices for service/bar in "foo" have no addresses with port name "testport"',
    ],
  ])('%s', async (_, lister, reason, message) => {
    expect(await remoteAvailability(remote, lister, answers)).toEqual({ status: 'False', reason, message });
  });

  test.each<[string, ServiceLister]>([
    ['ready endpoints', listerOf(service({ ports }), [slice(false), slice(true)])],
    ['endpoints of unknown readiness', listerOf(service({ ports }), [slice(undefined)])],
    ['a Service that is not looked into', listerOf(service({ type: 'ExternalName', externalName: 'elsewhere' }))],
  ])('%s', async (_, lister) => {
    expect(await remoteAvailability(remote, lister, answers)).toEqual({
      status: 'True',
      reason: 'Passed',
      message: 'all checks passed',
    });
  });

  test('one answer of five is enough', async () => {
    let asked = 0;
    const probe = (): Promise<void> =>
      ++asked === 3 ? Promise.resolve() : Promise.reject(new Error(`no ${String(asked)}`));
    const lister = listerOf(service({ ports }), [slice(true)]);
    expect((await remoteAvailability(remote, lister, probe)).status).toBe('True');
    expect(asked).toBe(5);
    expect(await remoteAvailability(remote, lister, () => Promise.reject(new Error('no answer')))).toEqual({
      status: 'False',
      reason: 'FailedDiscoveryCheck',
      message: 'no answer',
    });
  });
});

test('the Service of the API server itself is this process', async () => {
  const loopback = { host: '127.0.0.1', port: 6443 };
  const lookup = lookupOf(listerOf(service({ ports })));
  const resolver = withLoopback(newClusterIpResolver(lookup), () => loopback);
  expect(await resolver.resolveEndpoint('default', 'kubernetes', 443)).toBe(loopback);
  expect(await resolver.resolveEndpoint('foo', 'bar', 443)).toEqual({ host: '10.0.0.1', port: 443 });
});
