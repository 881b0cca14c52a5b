import { isDeepStrictEqual } from 'node:util';

import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Service, ServicePort } from '@kubescript/api/core/v1';

type AnyService = DeepReadonly<Service>;

/** Whether the type of a Service has a cluster IP. */
export function needsClusterIp({ spec }: AnyService): boolean {
  return spec.type === 'ClusterIP' || spec.type === 'NodePort' || spec.type === 'LoadBalancer';
}

/** Whether the ports of a Service may have node ports. */
export function needsNodePort({ spec }: AnyService): boolean {
  return spec.type === 'NodePort' || spec.type === 'LoadBalancer';
}

/** Whether ports without a node port get one. */
export function allocatesNodePorts({ spec }: AnyService): boolean {
  if (spec.type === 'NodePort') return true;
  return spec.type === 'LoadBalancer' && (spec.allocateLoadBalancerNodePorts ?? true);
}

/** Whether a Service gets a port for the health checks of load balancers. */
export function needsHealthCheckNodePort({ spec }: AnyService): boolean {
  return spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
}

/** Whether a Service asked for no cluster IP. */
export function isHeadless({ spec }: AnyService): boolean {
  return spec.clusterIP === 'None' || spec.clusterIPs?.[0] === 'None';
}

/** Whether traffic from outside of the cluster can reach a Service. */
export function isExternallyAccessible({ spec }: AnyService): boolean {
  return (
    spec.type === 'LoadBalancer' ||
    spec.type === 'NodePort' ||
    (spec.type === 'ClusterIP' && (spec.externalIPs?.length ?? 0) > 0)
  );
}

/** The cluster IPs that were allocated for a Service. */
export function allocatedIps(service: AnyService): readonly string[] {
  if (!needsClusterIp(service) || isHeadless(service)) return [];
  const { clusterIP, clusterIPs } = service.spec;
  return (clusterIPs ?? (clusterIP === undefined ? [] : [clusterIP])).filter((ip) => ip !== '' && ip !== 'None');
}

/** The node ports that a Service holds, each once. */
export function allocatedNodePorts(service: AnyService): readonly number[] {
  const ports = (service.spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0);
  return [...new Set([...ports, service.spec.healthCheckNodePort ?? 0])].filter((port) => port !== 0);
}

/** Whether both have the same cluster IPs. */
export function sameClusterIps(a: AnyService, b: AnyService): boolean {
  return (
    (a.spec.clusterIP ?? '') === (b.spec.clusterIP ?? '') &&
    isDeepStrictEqual(a.spec.clusterIPs ?? [], b.spec.clusterIPs ?? [])
  );
}

/** Whether both use the same node ports. */
export function sameNodePorts(a: AnyService, b: AnyService): boolean {
  const ports = (service: AnyService): number[] =>
    (service.spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0).sort((x, y) => x - y);
  return isDeepStrictEqual([...new Set(ports(a))], [...new Set(ports(b))]);
}

/** Identifies a port across updates. */
export function portKey({ protocol, port }: DeepReadonly<ServicePort>): string {
  return `${protocol ?? 'TCP'}/${String(port)}`;
}
