import type { Service, ServicePort, ServiceSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  inclusiveRangeMessage,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidCidr,
  isValidPortNumber,
  notSupported,
  required,
  validateLabels,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { breaches, immutable, shortName, oneOf, oneOfIfSet } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validatePort } from './probes.ts';
import { validateClusterIps } from './service-ips.ts';
import { validateExternalIp, validateLoadBalancerStatus } from './load-balancer.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** @go core/validation#ValidateService */
export const serviceValidation: KindValidation<Service> = {
  validate: (service) => [
    ...validateObjectMeta(service.metadata, { namespaced: true, checkName: shortName }, META),
    ...validateServiceBody(service),
  ],
  validateUpdate: (service, old) => [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, META),
    ...validateClusterIpChange(service.spec, old.spec),
    ...validateServiceBody(service),
  ],
  validateStatusUpdate: (service, old) => [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, META),
    ...validateLoadBalancerStatus(service.status.loadBalancer ?? {}, new FieldPath('status').child('loadBalancer')),
  ],
};

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

function validateServiceBody(service: DeepReadonly<Service>): FieldError[] {
  const { spec } = service;
  return [
    ...validateTopologyAnnotations(service),
    ...validateTypeOf(service),
    ...validateClusterIps(spec, SPEC),
    ...validatePorts(spec, SPEC.child('ports')),
    ...validateLabels(spec.selector, SPEC.child('selector')),
    ...validateAffinity(spec),
    ...validateExternalIps(spec),
    ...oneOf(spec.type, TYPES, SPEC.child('type')),
    ...validateLoadBalancerFields(service),
    ...validateTrafficPolicies(spec),
  ];
}

const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';

function validateTopologyAnnotations({ metadata }: DeepReadonly<Service>): FieldError[] {
  const hints = metadata.annotations?.[TOPOLOGY_HINTS];
  const mode = metadata.annotations?.[TOPOLOGY_MODE];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const detail = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
  return [invalid(META.child('annotations').key(TOPOLOGY_MODE), mode, detail)];
}

function validateTypeOf({ spec }: DeepReadonly<Service>): FieldError[] {
  const errors: FieldError[] = [];
  const ports = spec.ports ?? [];
  const headless = spec.clusterIP === 'None';
  if (ports.length === 0 && !headless && spec.type !== 'ExternalName') errors.push(required(SPEC.child('ports')));
  if (spec.type === 'LoadBalancer' || spec.type === 'NodePort') {
    if (headless) {
      const detail = `may not be set to 'None' for ${spec.type} services`;
      errors.push(invalid(SPEC.child('clusterIPs').index(0), 'None', detail));
    }
  }
  if (spec.type === 'ExternalName') errors.push(...validateExternalName(spec));
  return errors;
}

function validateExternalName({
  externalName = '',
  clusterIPs = [],
  clusterIP = '',
}: DeepReadonly<ServiceSpec>): FieldError[] {
  const errors: FieldError[] = [];
  if (clusterIPs.length > 0 || clusterIP !== '') {
    errors.push(forbidden(SPEC.child('clusterIPs'), 'may not be set for ExternalName services'));
  }
  const name = externalName.endsWith('.') ? externalName.slice(0, -1) : externalName;
  if (name === '') errors.push(required(SPEC.child('externalName')));
  else errors.push(...breaches(SPEC.child('externalName'), externalName, isDns1123Subdomain(name)));
  return errors;
}

/** @go core/validation#validateServicePort */
function validatePorts(spec: DeepReadonly<ServiceSpec>, path: FieldPath): FieldError[] {
  const ports = spec.ports ?? [];
  const names = new Set<string>();
  const errors = ports.flatMap((port, index) => {
    const found = validateServicePort(port, { needsName: ports.length > 1, names }, path.index(index));
    if ((port.name ?? '') !== '') names.add(port.name ?? '');
    return found;
  });
  errors.push(...validateUnique(ports, path));
  if (spec.type === 'ClusterIP' || spec.type === 'ExternalName') {
    ports.forEach((port, index) => {
      if (port.nodePort === undefined) return;
      const detail = `may not be used when \`type\` is '${spec.type ?? ''}'`;
      errors.push(forbidden(path.index(index).child('nodePort'), detail));
    });
  }
  return errors;
}

function portKey(port: DeepReadonly<ServicePort>): string {
  return `${port.protocol ?? ''}/${port.port}`;
}

/** No port twice for one protocol; the allocator finds node ports that occur twice. */
function validateUnique(ports: DeepReadonly<ServicePort[]>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return ports.flatMap((port, index) => {
    const key = portKey(port);
    if (seen.has(key)) return [duplicate(path.index(index), { protocol: port.protocol, port: port.port })];
    seen.add(key);
    return [];
  });
}

function validateServicePort(
  port: DeepReadonly<ServicePort>,
  { needsName, names }: { readonly needsName: boolean; readonly names: ReadonlySet<string> },
  path: FieldPath,
): FieldError[] {
  const name = port.name ?? '';
  const errors: FieldError[] = [];
  if (name === '') {
    if (needsName) errors.push(required(path.child('name')));
  } else {
    errors.push(...breaches(path.child('name'), name, isDns1123Label(name)));
    if (names.has(name)) errors.push(duplicate(path.child('name'), name));
  }
  errors.push(...breaches(path.child('port'), port.port, isValidPortNumber(port.port)));
  errors.push(...oneOf(port.protocol, ['SCTP', 'TCP', 'UDP'], path.child('protocol')));
  if (port.targetPort !== undefined) errors.push(...validatePort(port.targetPort, path.child('targetPort')));
  if (port.appProtocol !== undefined) {
    errors.push(...breaches(path.child('appProtocol'), port.appProtocol, isQualifiedName(port.appProtocol)));
  }
  if (port.nodePort !== undefined && (port.nodePort < 0 || port.nodePort > 65535)) {
    errors.push(invalid(path.child('nodePort'), port.nodePort, inclusiveRangeMessage(0, 65535)));
  }
  return errors;
}

const MAX_AFFINITY_SECONDS = 86400;

function validateAffinity(spec: DeepReadonly<ServiceSpec>): FieldError[] {
  const errors = oneOf(spec.sessionAffinity, ['ClientIP', 'None'], SPEC.child('sessionAffinity'));
  const path = SPEC.child('sessionAffinityConfig');
  if (spec.sessionAffinity === 'None' && spec.sessionAffinityConfig !== undefined) {
    errors.push(forbidden(path, `must not be set when session affinity is None`));
  }
  if (spec.sessionAffinity !== 'ClientIP') return errors;
  const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (seconds === undefined) return [...errors, required(path, 'when session affinity type is ClientIP')];
  if (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS) {
    const detail = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    errors.push(invalid(path.child('clientIP', 'timeoutSeconds'), seconds, detail));
  }
  return errors;
}

function validateExternalIps({ externalIPs = [] }: DeepReadonly<ServiceSpec>): FieldError[] {
  return externalIPs.flatMap((ip, index) => validateExternalIp(ip, SPEC.child('externalIPs').index(index)));
}

const RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';

function validateLoadBalancerFields({ spec, metadata }: DeepReadonly<Service>): FieldError[] {
  const errors: FieldError[] = [];
  const isBalancer = spec.type === 'LoadBalancer';
  const only = "may only be used when `type` is 'LoadBalancer'";
  const annotated = metadata.annotations?.[RANGES_ANNOTATION];
  if ((spec.loadBalancerSourceRanges ?? []).length > 0) {
    const path = SPEC.child('loadBalancerSourceRanges');
    if (!isBalancer) errors.push(forbidden(path, only));
    (spec.loadBalancerSourceRanges ?? []).forEach((range, index) => {
      errors.push(...breaches(path.index(index), range, isValidCidr(range.trim())));
    });
  } else if (annotated !== undefined) {
    const path = META.child('annotations').key(RANGES_ANNOTATION);
    if (!isBalancer) errors.push(forbidden(path, only));
    for (const range of annotated.trim() === '' ? [] : annotated.split(',')) {
      errors.push(...breaches(path, annotated, isValidCidr(range.trim())));
    }
  }
  if (isBalancer && spec.allocateLoadBalancerNodePorts === undefined) {
    errors.push(required(SPEC.child('allocateLoadBalancerNodePorts')));
  }
  if (!isBalancer && spec.allocateLoadBalancerNodePorts !== undefined) {
    errors.push(forbidden(SPEC.child('allocateLoadBalancerNodePorts'), only));
  }
  if (spec.loadBalancerClass !== undefined) {
    const path = SPEC.child('loadBalancerClass');
    if (!isBalancer) errors.push(forbidden(path, only));
    errors.push(...breaches(path, spec.loadBalancerClass, isQualifiedName(spec.loadBalancerClass)));
  }
  return errors;
}

function validateTrafficPolicies(spec: DeepReadonly<ServiceSpec>): FieldError[] {
  const errors: FieldError[] = [];
  const external = SPEC.child('externalTrafficPolicy');
  const needsExternal =
    spec.type === 'NodePort' ||
    spec.type === 'LoadBalancer' ||
    (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
  const { externalTrafficPolicy = '', healthCheckNodePort = 0 } = spec;
  if (externalTrafficPolicy !== '') {
    if (!needsExternal)
      errors.push(invalid(external, externalTrafficPolicy, 'may only be set for externally-accessible services'));
    else errors.push(...oneOf(externalTrafficPolicy, ['Cluster', 'Local'], external));
  } else if (spec.type === 'NodePort' || spec.type === 'LoadBalancer') {
    errors.push(required(external, 'for externally-accessible services'));
  }
  if (healthCheckNodePort !== 0) {
    const path = SPEC.child('healthCheckNodePort');
    if (spec.type === 'LoadBalancer' && externalTrafficPolicy === 'Local') {
      errors.push(...breaches(path, healthCheckNodePort, isValidPortNumber(healthCheckNodePort)));
    } else {
      const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
      errors.push(invalid(path, healthCheckNodePort, detail));
    }
  }
  if (spec.internalTrafficPolicy === undefined) {
    if (spec.type !== 'ExternalName') errors.push(required(SPEC.child('internalTrafficPolicy')));
  } else if (!['Cluster', 'Local'].includes(spec.internalTrafficPolicy)) {
    errors.push(notSupported(SPEC.child('internalTrafficPolicy'), spec.internalTrafficPolicy, ['Cluster', 'Local']));
  }
  const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
  errors.push(...oneOfIfSet(spec.trafficDistribution, distributions, SPEC.child('trafficDistribution')));
  return errors;
}

/** The first address stays for the life of the service, unless the service was or becomes an ExternalName. */
function validateClusterIpChange(spec: DeepReadonly<ServiceSpec>, old: DeepReadonly<ServiceSpec>): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  const errors: FieldError[] = [];
  const was = old.clusterIPs?.[0] ?? old.clusterIP;
  const is = spec.clusterIPs?.[0] ?? spec.clusterIP;
  if (was !== undefined && is !== was) {
    errors.push(...immutable(is, was, SPEC.child('clusterIPs').index(0)));
  }
  const family = old.ipFamilies?.[0];
  if (family !== undefined && spec.ipFamilies?.[0] !== family) {
    errors.push(...immutable(spec.ipFamilies?.[0], family, SPEC.child('ipFamilies').index(0)));
  }
  if (old.type === 'LoadBalancer' && spec.type === 'LoadBalancer') {
    const detail = 'may not change once set';
    if (old.loadBalancerClass !== spec.loadBalancerClass) {
      errors.push(invalid(SPEC.child('loadBalancerClass'), spec.loadBalancerClass ?? null, detail));
    }
  }
  return errors;
}
