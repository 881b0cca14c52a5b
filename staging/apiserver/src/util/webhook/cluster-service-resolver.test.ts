import type { Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import { expect, test } from 'vitest';

import { type ServiceLookup, newClusterIpResolver, newEndpointResolver } from './cluster-service-resolver.ts';

const service = (spec: Service['spec']): Service => ({ metadata: { name: 's', namespace: 'n' }, spec, status: {} });

const slice = (parts: Partial<EndpointSlice>): EndpointSlice => ({
  metadata: { name: 's-1' },
  addressType: 'IPv4',
  endpoints: [],
  ports: [{ name: 'web', port: 8443 }],
  ...parts,
});

const lookup = (found: Service | undefined, slices: readonly EndpointSlice[] = []): ServiceLookup => ({
  getService: () => Promise.resolve(found),
  listEndpointSlices: () => Promise.resolve(slices),
});

const ports = [{ name: 'web', port: 443 }];

test.each([
  { name: 'a cluster IP', spec: { clusterIP: '10.0.0.1', ports }, want: { host: '10.0.0.1', port: 443 } },
  {
    name: 'a load balancer',
    spec: { type: 'LoadBalancer', clusterIP: '10.0.0.2', ports },
    want: { host: '10.0.0.2', port: 443 },
  },
  {
    name: 'an external name',
    spec: { type: 'ExternalName', externalName: 'hook.example.com' },
    want: { host: 'hook.example.com', port: 443 },
  },
])('by cluster IP: $name', async ({ spec, want }) => {
  await expect(newClusterIpResolver(lookup(service(spec))).resolveEndpoint('n', 's', 443)).resolves.toEqual(want);
});

test.each([
  { name: 'no Service', found: undefined, want: 'service "s" not found' },
  {
    name: 'a headless one',
    found: service({ clusterIP: 'None', ports }),
    want: 'cannot route to service with ClusterIP "None"',
  },
  {
    name: 'another port',
    found: service({ clusterIP: '10.0.0.1', ports: [{ port: 80 }] }),
    want: 'no service port 443 found for service "s"',
  },
])('by cluster IP: $name leads nowhere', async ({ found, want }) => {
  await expect(newClusterIpResolver(lookup(found)).resolveEndpoint('n', 's', 443)).rejects.toThrow(want);
});

test('by endpoints: one that is ready, at the port of that name', async () => {
  const slices = [
    slice({ endpoints: [{ addresses: ['10.1.0.1'], conditions: { ready: false } }, { addresses: ['10.1.0.2'] }] }),
    slice({ ports: [{ name: 'other', port: 1 }], endpoints: [{ addresses: ['10.1.0.3'] }] }),
  ];
  const resolver = newEndpointResolver(lookup(service({ clusterIP: 'None', ports }), slices));
  await expect(resolver.resolveEndpoint('n', 's', 443)).resolves.toEqual({ host: '10.1.0.2', port: 8443 });
});

test('by endpoints: none is ready', async () => {
  const resolver = newEndpointResolver(lookup(service({ ports }), []));
  await expect(resolver.resolveEndpoint('n', 's', 443)).rejects.toThrow('no endpoints available for service "s"');
});
