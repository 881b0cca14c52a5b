import { expect, test } from 'vitest';

import { makeService, makeSlice } from '../testing/objects.ts';
import { ServiceTracker, type ServiceView } from '../tracker/service-tracker.ts';
import { staleUdpFlows } from './stale-flows.ts';

function view(...ips: readonly string[]): ReadonlyMap<string, ServiceView> {
  const tracker = new ServiceTracker('IPv4', 'n1');
  tracker.setService(makeService('dns', '10.96.0.10', { ports: [{ port: 53, nodePort: 30053, protocol: 'UDP' }] }));
  tracker.setSlice(
    makeSlice(
      'dns',
      ips.map((ip) => ({ ip })),
      { protocol: 'UDP' },
    ),
  );
  return tracker.takeChanges();
}

test.each([
  ['the first endpoint', view(), view('10.0.0.1'), ['10.96.0.10:53 ', ':30053 ']],
  ['one more endpoint', view('10.0.0.1'), view('10.0.0.1', '10.0.0.2'), []],
  ['an endpoint goes', view('10.0.0.1', '10.0.0.2'), view('10.0.0.1'), ['10.96.0.10:53 10.0.0.2', ':30053 10.0.0.2']],
])('flows to forget: %s', (_, before, after, want) => {
  const flows = staleUdpFlows(before, after);
  expect(flows.map((flow) => `${flow.destination}:${String(flow.port)} ${flow.endpoint ?? ''}`)).toEqual(want);
});

test('when the service goes, the flows to its endpoints are forgotten', () => {
  const gone = new Map([['default/dns', { ports: [], endpoints: new Map() }]]);
  expect(staleUdpFlows(view('10.0.0.1'), gone)).toHaveLength(2);
});
