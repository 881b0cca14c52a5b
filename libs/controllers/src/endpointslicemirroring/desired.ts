import type { EndpointAddress, Endpoints } from '@kubescript/api/core/v1';
import type { Endpoint } from '@kubescript/api/discovery/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { type AddressType, type PortGroup, portsKey } from '../endpointslice/desired.ts';

const maxPerSubset = 1000;

/** The endpoints of one address type that Endpoints name, grouped by their ports. */
export function mirroredGroups(endpoints: DeepReadonly<Endpoints>, type: AddressType): readonly PortGroup[] {
  const groups = new Map<string, { ports: PortGroup['ports'][number][]; endpoints: Endpoint[] }>();
  for (const subset of endpoints.subsets ?? []) {
    const ports = (subset.ports ?? []).map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({
      name,
      port,
      protocol,
      ...(appProtocol === undefined ? {} : { appProtocol }),
    }));
    const made = [
      ...(subset.addresses ?? []).map((address) => mirrored(address, true)),
      ...(subset.notReadyAddresses ?? []).map((address) => mirrored(address, false)),
    ];
    const ofType = made.filter((endpoint) => (endpoint.addresses[0] ?? '').includes(':') === (type === 'IPv6'));
    if (ofType.length === 0) continue;
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    group.endpoints.push(...ofType.slice(0, maxPerSubset));
    groups.set(key, group);
  }
  return [...groups.values()];
}

function mirrored(address: DeepReadonly<EndpointAddress>, ready: boolean): Endpoint {
  const { ip, hostname, nodeName, targetRef } = address;
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname === undefined || hostname === '' ? {} : { hostname }),
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(targetRef === undefined ? {} : { targetRef: { ...targetRef } }),
  };
}
