import type { Node, Pod, Service } from '@kubescript/api/core/v1';
import type { Endpoint, EndpointPort } from '@kubescript/api/discovery/v1';
import { type DeepReadonly, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { isPodReady, isPodTerminal } from '@kubescript/component-helpers';

import { canonicalJson } from '../shared/hash.ts';
import { hostnameIn, isHeadless, targetPortOf } from '../shared/service-pods.ts';

/** Kinds of addresses that slices are made of. */
export type AddressType = 'IPv4' | 'IPv6';

/** Endpoints that have the same ports, and go into the same slices. */
export interface PortGroup {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** Pods and nodes that the endpoints of a service are made from. */
export interface ServiceBackends {
  readonly service: DeepReadonly<Service>;
  readonly pods: readonly DeepReadonly<Pod>[];
  readonly nodeOf: (name: string) => DeepReadonly<Node> | undefined;
}

/** The address types of a service. */
export function addressTypesOf(service: DeepReadonly<Service>): readonly AddressType[] {
  const families = service.spec.ipFamilies ?? [];
  if (families.length > 0) return families.filter((family) => family === 'IPv4' || family === 'IPv6');
  return (service.spec.clusterIP ?? '').includes(':') ? ['IPv6'] : ['IPv4'];
}

/** What a key of ports stands for: equal ports in any order have the same. */
export function portsKey(ports: readonly DeepReadonly<EndpointPort>[] | undefined): string {
  return (ports ?? []).map(canonicalJson).sort().join();
}

/**
 * The endpoints that a service should have of one address type, grouped by their ports.
 *
 * @go k8s.io/endpointslice#(*Reconciler).reconcileByAddressType
 */
export function desiredGroups(backends: ServiceBackends, type: AddressType): readonly PortGroup[] {
  const groups = new Map<string, { ports: EndpointPort[]; endpoints: Endpoint[] }>();
  for (const pod of backends.pods) {
    const addresses = addressesOf(pod, type);
    if (isPodTerminal(pod) || addresses.length === 0) continue;
    const ports = portsOf(backends.service, pod);
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    group.endpoints.push(endpointOf(backends, pod, addresses));
    groups.set(key, group);
  }
  return [...groups.values()];
}

function addressesOf(pod: DeepReadonly<Pod>, type: AddressType): string[] {
  const ips = pod.status.podIPs ?? (pod.status.podIP === undefined ? [] : [{ ip: pod.status.podIP }]);
  return ips.map(({ ip }) => ip).filter((ip) => ip !== '' && ip.includes(':') === (type === 'IPv6'));
}

function portsOf(service: DeepReadonly<Service>, pod: DeepReadonly<Pod>): EndpointPort[] {
  const ports = service.spec.ports ?? [];
  if (ports.length === 0 && isHeadless(service)) return [];
  return ports.flatMap((port) => {
    const number = targetPortOf(pod, port);
    if (number === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return [{ name, protocol, port: number, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

function endpointOf({ service, nodeOf }: ServiceBackends, pod: DeepReadonly<Pod>, addresses: string[]): Endpoint {
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  const nodeName = pod.spec.nodeName ?? '';
  const zone = nodeName === '' ? undefined : nodeOf(nodeName)?.metadata.labels?.['topology.kubernetes.io/zone'];
  const hostname = hostnameIn(service, pod);
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: { kind: 'Pod', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod) },
    ...(nodeName === '' ? {} : { nodeName }),
    ...(zone === undefined ? {} : { zone }),
    ...hintsOf(service, nodeName, zone),
  };
}

/** Where traffic of an endpoint should come from, as `trafficDistribution` says. */
function hintsOf(service: DeepReadonly<Service>, nodeName: string, zone: string | undefined): Pick<Endpoint, 'hints'> {
  const forZones = zone === undefined ? {} : { forZones: [{ name: zone }] };
  switch (service.spec.trafficDistribution) {
    case 'PreferClose':
    case 'PreferSameZone':
      return zone === undefined ? {} : { hints: forZones };
    case 'PreferSameNode':
      return nodeName === '' ? {} : { hints: { ...forZones, forNodes: [{ name: nodeName }] } };
    default:
      return {};
  }
}
