import type { Service } from '@kubescript/api/core/v1';

const AFFINITY_SECONDS = 10800;

/** @go core/v1#SetDefaults_Service */
export function defaultService(service: Service): void {
  const { spec } = service;
  spec.sessionAffinity ??= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
  spec.type ??= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '') port.targetPort = port.port;
  }
  const isExternal = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs?.length ?? 0) > 0;
  if (isExternal && spec.type !== 'ExternalName') spec.externalTrafficPolicy ??= 'Cluster';
  if (spec.type !== 'ExternalName') spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type === 'LoadBalancer') defaultLoadBalancer(service);
}

function defaultLoadBalancer(service: Service): void {
  service.spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of service.status.loadBalancer?.ingress ?? []) {
    if ((ingress.ip ?? '') !== '') ingress.ipMode ??= 'VIP';
  }
}
