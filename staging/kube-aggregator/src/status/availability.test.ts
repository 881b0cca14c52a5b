import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Service } from '@kubescript/api/core/v1';
import { describe, expect, test } from 'vitest';

import {
  newClusterIpResolver,
  newEndpointResolver,
  withLoopback,
  type ServiceLister,
} from '../proxy/service-resolver.ts';
import { apiService } from '../testing/api-services.ts';
import { remoteAvailability } from './availability.ts';

const target = { namespace: 'foo', name: 'bar', port: 443 };
const remote = apiService('v1.r.io', { service: target });

function service(spec: Partial<Service['spec']>): Service {
  return {
    metadata: { name: 'bar', namespace: 'foo' },
    spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ...spec },
    status: {},
  } as Service;
}

function slice(ready: boolean | undefined, portName = 'testport', addresses = ['1.2.3.4']): EndpointSlice {
  const conditions = ready === undefined ? {} : { ready };
  return {
    metadata: { name: 'bar-1' },
    addressType: 'IPv4',
    endpoints: [{ addresses, conditions }],
    ports: [{ name: portName, port: 6443 }],
  } as EndpointSlice;
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

// Cases of upstream's apiserver/pkg/util/proxy/proxy_test.go.
describe('resolvers', () => {
  test.each<[string, Service | undefined, string | { readonly host: string; readonly port: number }]>([
    ['a cluster IP', service({ ports }), { host: '10.0.0.1', port: 443 }],
    [
      'an external name',
      service({ type: 'ExternalName', externalName: 'foo.bar.com' }),
      { host: 'foo.bar.com', port: 443 },
    ],
    ['a headless Service', service({ ports, clusterIP: 'None' }), 'cannot route to service with ClusterIP "None"'],
    ['another port', service({ ports: [] }), 'no service port 443 found for service "bar"'],
    ['nothing', undefined, 'services "bar" not found'],
  ])('by cluster IP: %s', (_, found, want) => {
    const resolve = (): unknown => newClusterIpResolver(listerOf(found))(target);
    if (typeof want === 'string') expect(resolve).toThrow(want);
    else expect(resolve()).toEqual(want);
  });

  test.each<[string, Service, readonly EndpointSlice[], string | { readonly host: string; readonly port: number }]>([
    ['an endpoint', service({ ports }), [slice(true)], { host: '1.2.3.4', port: 6443 }],
    ['a headless Service', service({ ports, clusterIP: 'None' }), [slice(true)], { host: '1.2.3.4', port: 6443 }],
    [
      'an external name',
      service({ type: 'ExternalName', externalName: 'foo.bar.com' }),
      [],
      { host: 'foo.bar.com', port: 443 },
    ],
    ['no slices', service({ ports }), [], 'endpointslices "bar" not found'],
    ['nothing ready', service({ ports }), [slice(false)], 'no endpoints available for service "bar"'],
  ])('by endpoint: %s', (_, found, slices, want) => {
    const resolve = (): unknown => newEndpointResolver(listerOf(found, slices), () => 0)(target);
    if (typeof want === 'string') expect(resolve).toThrow(want);
    else expect(resolve()).toEqual(want);
  });

  test('the Service of the API server itself is this process', () => {
    const loopback = { host: '127.0.0.1', port: 6443 };
    const resolve = withLoopback(newClusterIpResolver(listerOf(service({ ports }))), () => loopback);
    expect(resolve({ namespace: 'default', name: 'kubernetes', port: 443 })).toBe(loopback);
    expect(resolve(target).host).toBe('10.0.0.1');
  });
});
