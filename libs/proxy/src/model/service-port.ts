import type { Service, ServicePort as ApiServicePort } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf, namespaceOf } from '@kubescript/apimachinery';

import { type IpFamily, ofFamily } from './addresses.ts';

/** Services with this label are proxied by somebody else. */
const PROXY_NAME_LABEL = 'service.kubernetes.io/service-proxy-name';
const DEFAULT_STICKY_SECONDS = 10_800;

/** Transport protocols as rules name them. */
export type Protocol = 'tcp' | 'udp' | 'sctp';

/**
 * One port of a Service in one address family, as far as rules depend on it.
 * @go kubernetes/pkg/proxy#BaseServicePortInfo
 */
export interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly portName: string;
  readonly protocol: Protocol;
  readonly clusterIp: string;
  readonly port: number;
  /** 0 = none. */
  readonly nodePort: number;
  readonly externalIps: readonly string[];
  readonly loadBalancerIps: readonly string[];
  /** Empty = everybody. */
  readonly loadBalancerSourceRanges: readonly string[];
  /** How long a client keeps its endpoint, 0 = not at all. */
  readonly stickySeconds: number;
  readonly externalPolicyLocal: boolean;
  readonly internalPolicyLocal: boolean;
  /** 0 = none. */
  readonly healthCheckNodePort: number;
}

/** The key of a service: `namespace/name`. */
export function serviceKeyOf({ namespace, name }: Pick<ServicePort, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/** How a service port is called in comments and logs: `namespace/name:port`. */
export function displayName({ namespace, name, portName }: ServicePort): string {
  return portName === '' ? `${namespace}/${name}` : `${namespace}/${name}:${portName}`;
}

/** Whether traffic from outside of the cluster can reach it. */
export function isExternallyAccessible({ nodePort, externalIps, loadBalancerIps }: ServicePort): boolean {
  return nodePort !== 0 || externalIps.length > 0 || loadBalancerIps.length > 0;
}

/** Whether endpoints of all nodes are needed; also for external policy Local, for the node's own traffic. */
export function usesClusterEndpoints(port: ServicePort): boolean {
  return !port.internalPolicyLocal || isExternallyAccessible(port);
}

/** Whether endpoints of this node are told apart. */
export function usesLocalEndpoints(port: ServicePort): boolean {
  return port.internalPolicyLocal || (port.externalPolicyLocal && isExternallyAccessible(port));
}

/** The ports of a service that this proxy handles in a family; none for headless and foreign services. */
export function servicePortsOf(service: DeepReadonly<Service>, family: IpFamily): readonly ServicePort[] {
  const { spec } = service;
  if (spec.type === 'ExternalName' || service.metadata.labels?.[PROXY_NAME_LABEL] !== undefined) return [];
  const ips = spec.clusterIPs ?? (spec.clusterIP === undefined ? [] : [spec.clusterIP]);
  const [clusterIp] = ofFamily(
    ips.filter((ip) => ip !== 'None'),
    family,
  );
  if (clusterIp === undefined) return [];
  return (spec.ports ?? []).map((port) => servicePort(service, port, clusterIp, family));
}

function servicePort(
  service: DeepReadonly<Service>,
  port: DeepReadonly<ApiServicePort>,
  clusterIp: string,
  family: IpFamily,
): ServicePort {
  const { spec, status } = service;
  const ingress = (status.loadBalancer?.ingress ?? []).filter(({ ipMode = 'VIP' }) => ipMode === 'VIP');
  const isSticky = spec.sessionAffinity === 'ClientIP';
  const ranges = (spec.loadBalancerSourceRanges ?? []).map((range) => range.trim());
  return {
    namespace: namespaceOf(service),
    name: nameOf(service),
    portName: port.name ?? '',
    protocol: (port.protocol ?? 'TCP').toLowerCase() as Protocol,
    clusterIp,
    port: port.port,
    nodePort: port.nodePort ?? 0,
    externalIps: ofFamily(spec.externalIPs, family),
    loadBalancerIps: ofFamily(
      ingress.map(({ ip = '' }) => ip),
      family,
    ),
    loadBalancerSourceRanges: ofFamily(ranges, family),
    stickySeconds: isSticky ? (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? DEFAULT_STICKY_SECONDS) : 0,
    externalPolicyLocal: spec.externalTrafficPolicy === 'Local',
    internalPolicyLocal: spec.internalTrafficPolicy === 'Local',
    healthCheckNodePort: spec.healthCheckNodePort ?? 0,
  };
}
