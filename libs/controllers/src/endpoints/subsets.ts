import type { EndpointAddress, EndpointPort, EndpointSubset, Pod, Service } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { isPodReady, isPodTerminal } from '@kubescript/component-helpers';

import { canonicalJson } from '../shared/hash.ts';
import { hostnameIn, isHeadless, targetPortOf } from '../shared/service-pods.ts';

const capacity = 1000;

/** The labels of the Endpoints of a service. */
export function endpointsLabels(service: DeepReadonly<Service>): Record<string, string> {
  const labels: Record<string, string> = { ...service.metadata.labels };
  delete labels['service.kubernetes.io/headless'];
  if (isHeadless(service)) labels['service.kubernetes.io/headless'] = '';
  labels['endpoints.kubernetes.io/managed-by'] = 'endpoint-controller';
  return labels;
}

/**
 * The subsets of a service's Endpoints: pods with the same ports share one.
 *
 * @go k8s.io/kubernetes/pkg/api/v1/endpoints#RepackSubsets
 */
export function subsetsFor(service: DeepReadonly<Service>, pods: readonly DeepReadonly<Pod>[]): EndpointSubset[] {
  const publishNotReady = service.spec.publishNotReadyAddresses === true;
  const groups = new Map<string, { ports: EndpointPort[]; ready: EndpointAddress[]; notReady: EndpointAddress[] }>();
  for (const pod of pods) {
    const ip = addressOf(service, pod);
    if (ip === undefined || isPodTerminal(pod)) continue;
    if (pod.metadata.deletionTimestamp !== undefined && !publishNotReady) continue;
    const ports = portsOf(service, pod);
    if (ports.length === 0 && (service.spec.ports ?? []).length > 0) continue;
    const key = canonicalJson(ports);
    const group = groups.get(key) ?? { ports, ready: [], notReady: [] };
    groups.set(key, group);
    (publishNotReady || isPodReady(pod) ? group.ready : group.notReady).push(endpointAddress(service, pod, ip));
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => subset(group));
}

function subset(group: {
  ports: EndpointPort[];
  ready: EndpointAddress[];
  notReady: EndpointAddress[];
}): EndpointSubset {
  const { ports, ready, notReady } = group;
  return {
    ...(ready.length === 0 ? {} : { addresses: ready.sort(byAddress) }),
    ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady.sort(byAddress) }),
    ...(ports.length === 0 ? {} : { ports }),
  };
}

/** At most a thousand addresses, the ready ones first. */
export function fitCapacity(subsets: EndpointSubset[]): {
  readonly subsets: EndpointSubset[];
  readonly truncated: boolean;
} {
  let room = capacity;
  const take = (addresses: EndpointAddress[] | undefined): EndpointAddress[] => {
    const taken = (addresses ?? []).slice(0, room);
    room -= taken.length;
    return taken;
  };
  const total = subsets.reduce((sum, s) => sum + (s.addresses?.length ?? 0) + (s.notReadyAddresses?.length ?? 0), 0);
  if (total <= capacity) return { subsets, truncated: false };
  const ready = subsets.map((s) => take(s.addresses));
  const notReady = subsets.map((s) => take(s.notReadyAddresses));
  const fitted = subsets.map((s, i) => ({ ...s, addresses: ready[i] ?? [], notReadyAddresses: notReady[i] ?? [] }));
  const used = fitted.filter((s) => s.addresses.length + s.notReadyAddresses.length > 0);
  return { subsets: used, truncated: true };
}

function addressOf(service: DeepReadonly<Service>, pod: DeepReadonly<Pod>): string | undefined {
  const wantsIpv6 = service.spec.ipFamilies?.[0] === 'IPv6';
  const ips = pod.status.podIPs ?? (pod.status.podIP === undefined ? [] : [{ ip: pod.status.podIP }]);
  return ips.map(({ ip }) => ip).find((ip) => ip !== '' && ip.includes(':') === wantsIpv6);
}

function portsOf(service: DeepReadonly<Service>, pod: DeepReadonly<Pod>): EndpointPort[] {
  return (service.spec.ports ?? [])
    .flatMap((port) => {
      const number = targetPortOf(pod, port);
      if (number === undefined) return [];
      const { name = '', protocol = 'TCP', appProtocol } = port;
      const named = name === '' ? {} : { name };
      return [{ ...named, port: number, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
    })
    .sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

function endpointAddress(service: DeepReadonly<Service>, pod: DeepReadonly<Pod>, ip: string): EndpointAddress {
  const hostname = hostnameIn(service, pod);
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    targetRef: { kind: 'Pod', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod) },
  };
}

function byAddress(a: EndpointAddress, b: EndpointAddress): number {
  if (a.ip !== b.ip) return a.ip < b.ip ? -1 : 1;
  return (a.targetRef?.uid ?? '') < (b.targetRef?.uid ?? '') ? -1 : 1;
}
