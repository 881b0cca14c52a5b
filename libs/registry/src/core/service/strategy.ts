import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Service } from '@kubescript/api/core/v1';

import { addressWarnings, cidrWarnings } from '../../generic/address-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';
import {
  isExternallyAccessible,
  needsClusterIp,
  needsHealthCheckNodePort,
  needsNodePort,
  sameClusterIps,
  sameNodePorts,
} from './service-rules.ts';

const kind = { group: '', version: 'v1', kind: 'Service' };

/**
 * Services. Addresses and ports are allocated around this strategy, by `service/storage`; here an update that changes
 * the type drops what the new type cannot have.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service#Strategy
 */
export const serviceResource: ResourceDefinition<Service> = {
  resource: 'services',
  singular: 'service',
  kind,
  shortNames: ['svc'],
  categories: ['all'],
  keyPrefix: 'services/specs',
  returnsDeletedObject: true,
  strategy: simpleStrategy<Service>({
    kind,
    namespaced: true,
    allowCreateOnUpdate: true,
    emptyStatus: () => ({ loadBalancer: {} }),
    prepareForCreate: prepareServiceForCreate,
    prepareForUpdate: prepareServiceForUpdate,
    warningsOnCreate: serviceWarnings,
    warningsOnUpdate: serviceWarnings,
    selectableFields: {
      'spec.clusterIP': (service) => service.spec.clusterIP ?? '',
      'spec.type': (service) => service.spec.type ?? '',
    },
  }),
  statusStrategy: statusStrategy<Service>({ kind }),
};

function prepareServiceForCreate(service: Service): void {
  dropUnusedAffinityConfig(service);
  if (service.spec.type === 'ExternalName') delete service.spec.internalTrafficPolicy;
}

function prepareServiceForUpdate(service: Service, old: DeepReadonly<Service>): void {
  dropTypeDependentFields(service, old);
  dropUnusedAffinityConfig(service);
}

function dropUnusedAffinityConfig({ spec }: Service): void {
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
}

/**
 * Removes what only the old type of the Service could have, unless the update set it on purpose.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service#dropTypeDependentFields
 */
export function dropTypeDependentFields(service: Service, old: DeepReadonly<Service>): void {
  const { spec } = service;
  if (needsClusterIp(old) && !needsClusterIp(service)) dropClusterIps(service, old);
  if (needsNodePort(old) && !needsNodePort(service) && sameNodePorts(old, service)) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  if (
    needsHealthCheckNodePort(old) &&
    !needsHealthCheckNodePort(service) &&
    spec.healthCheckNodePort === old.spec.healthCheckNodePort
  ) {
    delete spec.healthCheckNodePort;
  }
  if (old.spec.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') dropLoadBalancerFields(service, old);
  if (
    isExternallyAccessible(old) &&
    !isExternallyAccessible(service) &&
    spec.externalTrafficPolicy === old.spec.externalTrafficPolicy
  ) {
    delete spec.externalTrafficPolicy;
  }
}

function dropClusterIps({ spec }: Service, old: DeepReadonly<Service>): void {
  if (sameClusterIps({ metadata: {}, spec, status: {} }, old)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (JSON.stringify(spec.ipFamilies) === JSON.stringify(old.spec.ipFamilies)) delete spec.ipFamilies;
  if (spec.ipFamilyPolicy === old.spec.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  if (spec.internalTrafficPolicy === old.spec.internalTrafficPolicy) delete spec.internalTrafficPolicy;
}

function dropLoadBalancerFields({ spec }: Service, old: DeepReadonly<Service>): void {
  if (spec.allocateLoadBalancerNodePorts === old.spec.allocateLoadBalancerNodePorts) {
    delete spec.allocateLoadBalancerNodePorts;
  }
  if (spec.loadBalancerClass === old.spec.loadBalancerClass) delete spec.loadBalancerClass;
}

/** @go k8s.io/kubernetes/pkg/api/service#GetWarningsForService */
function serviceWarnings(service: Service): string[] {
  const { metadata, spec } = service;
  const isHeadless = spec.type === 'ClusterIP' && spec.clusterIP === 'None';
  const hasExternalIps = (spec.externalIPs?.length ?? 0) > 0;
  const told: readonly (readonly [boolean, string])[] = [
    [
      metadata.annotations?.[hintsAnnotation] !== undefined,
      `annotation ${hintsAnnotation} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    ],
    [isHeadless && (spec.loadBalancerIP ?? '') !== '', 'spec.loadBalancerIP is ignored for headless services'],
    [isHeadless && hasExternalIps, 'spec.externalIPs is ignored for headless services'],
    [isHeadless && spec.sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services'],
    [
      hasExternalIps && !isHeadless && spec.type !== 'ExternalName',
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ],
    [spec.type === 'ExternalName' && hasExternalIps, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [
      spec.type !== 'ExternalName' && (spec.externalName ?? '') !== '',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
    [
      spec.trafficDistribution === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ];
  return [...told.flatMap(([holds, warning]) => (holds ? [warning] : [])), ...addressesWarnings(service)];
}

const hintsAnnotation = 'service.kubernetes.io/topology-aware-hints';

function addressesWarnings({ spec }: Service): string[] {
  const { clusterIPs = [], externalIPs = [], loadBalancerIP = '', loadBalancerSourceRanges = [] } = spec;
  const isSet = (spec.clusterIP ?? '') !== '' && spec.clusterIP !== 'None';
  return [
    ...(isSet ? clusterIPs : []).flatMap((ip, index) => addressWarnings(`spec.clusterIPs[${String(index)}]`, ip)),
    ...externalIPs.flatMap((ip, index) => addressWarnings(`spec.externalIPs[${String(index)}]`, ip)),
    ...addressWarnings('spec.loadBalancerIP', loadBalancerIP),
    ...loadBalancerSourceRanges.flatMap((range, index) =>
      cidrWarnings(`spec.loadBalancerSourceRanges[${String(index)}]`, range),
    ),
  ];
}
