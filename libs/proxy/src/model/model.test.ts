import { expect, test } from 'vitest';

import { makeService, makeSlice } from '../testing/objects.ts';
import { endpointsOf } from './endpoint.ts';
import { servicePortsOf } from './service-port.ts';
import { trafficOf } from './traffic.ts';

const here = { name: 'n1', zone: 'a' };
const ready = { ready: true };
const draining = { ready: false, serving: true, terminating: true };
const unready = { ready: false, serving: false };

test.each([
  ['headless', makeService('s', 'None'), 0],
  ['external name', makeService('s', '', { type: 'ExternalName' }), 0],
  ['another family', makeService('s', 'fd00::1'), 0],
  ['usual', makeService('s', '10.96.0.1'), 1],
])('ports of a service: %s', (_, service, want) => {
  expect(servicePortsOf(service, 'IPv4')).toHaveLength(want);
});

test('a dual-stack service has a cluster IP in each family', () => {
  const service = makeService('s', '10.96.0.1', { clusterIPs: ['10.96.0.1', 'fd00::1'] });
  expect([servicePortsOf(service, 'IPv4')[0]?.clusterIp, servicePortsOf(service, 'IPv6')[0]?.clusterIp]).toEqual([
    '10.96.0.1',
    'fd00::1',
  ]);
});

test('a service of another proxy is left alone', () => {
  const service = makeService('s', '10.96.0.1');
  service.metadata.labels = { 'service.kubernetes.io/service-proxy-name': 'other' };
  expect(servicePortsOf(service, 'IPv4')).toEqual([]);
});

test('an endpoint that is in two slices counts once, ready if it is in either', () => {
  const one = makeSlice('s', [{ ip: '10.0.0.1', conditions: unready }]);
  const two = {
    ...makeSlice('s', [{ ip: '10.0.0.1', conditions: ready }, { ip: '10.0.0.2' }]),
    metadata: { name: 'b' },
  };
  const endpoints = endpointsOf([one, two], 'n1').get('') ?? [];
  expect(endpoints.map(({ ip, isReady, isLocal }) => [ip, isReady, isLocal])).toEqual([
    ['10.0.0.1', true, true],
    ['10.0.0.2', true, true],
  ]);
});

/** Last number of the addresses that traffic goes to. */
function targets(spec: Parameters<typeof makeService>[2], slice: Parameters<typeof makeSlice>[1]): string {
  const [port] = servicePortsOf(makeService('s', '10.96.0.1', spec), 'IPv4');
  if (port === undefined) throw new Error('no port');
  const endpoints = endpointsOf([makeSlice('s', slice)], 'n1').get('') ?? [];
  const { cluster, local, hasEndpoints } = trafficOf(port, endpoints, here);
  const last = (list: typeof cluster): string => list.map(({ ip }) => ip.split('.').at(-1) ?? '').join('');
  return `cluster ${last(cluster)}, local ${last(local)}, ${hasEndpoints ? 'some' : 'none'}`;
}

const nodePort = { ports: [{ port: 80, nodePort: 30080 }] };
const far = { ip: '10.0.0.2', node: 'n2' };
const near = { ip: '10.0.0.1' };
test.each([
  ['all ready ones', {}, [near, far], 'cluster 12, local , some'],
  ['none', {}, [], 'cluster , local , none'],
  ['none that is ready', {}, [{ ...near, conditions: unready }], 'cluster , local , none'],
  ['draining ones only if need be', {}, [near, { ...far, conditions: draining }], 'cluster 1, local , some'],
  ['draining ones', {}, [{ ...near, conditions: draining }], 'cluster 1, local , some'],
  ['internal Local', { internalTrafficPolicy: 'Local' }, [near, far], 'cluster , local 1, some'],
  ['internal Local, all far', { internalTrafficPolicy: 'Local' }, [far], 'cluster , local , some'],
  ['external Local', { ...nodePort, externalTrafficPolicy: 'Local' }, [near, far], 'cluster 12, local 1, some'],
  [
    'external Local, draining here',
    { ...nodePort, externalTrafficPolicy: 'Local' },
    [{ ...near, conditions: draining }, far],
    'cluster 2, local 1, some',
  ],
])('traffic goes to: %s', (_, spec, slice, want) => {
  expect(targets(spec, slice)).toBe(want);
});

test('hints narrow the choice as far as every endpoint has them', () => {
  const slice = makeSlice('s', [near, far]);
  const [first, second] = slice.endpoints ?? [];
  const [port] = servicePortsOf(makeService('s', '10.96.0.1'), 'IPv4');
  if (first === undefined || second === undefined || port === undefined) throw new Error('incomplete');
  const chosen = (): string[] => {
    return trafficOf(port, endpointsOf([slice], 'n1').get('') ?? [], here).cluster.map(({ ip }) => ip);
  };
  first.hints = { forZones: [{ name: 'a' }] };
  expect(chosen()).toHaveLength(2);
  second.hints = { forZones: [{ name: 'b' }] };
  expect(chosen()).toEqual(['10.0.0.1']);
});
