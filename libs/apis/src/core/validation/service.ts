import type { Service, ServiceSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  isQualifiedName,
  isValidPortNumber,
  notSupported,
  required,
  validateLabels,
} from '@kubescript/apimachinery';

import { breaches, labelName, oneOf } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateEndpointIp } from './endpoint-ips.ts';
import { validateLoadBalancerStatus, validateSourceRanges } from './load-balancer.ts';
import { validateClusterIps } from './service-ips.ts';
import { validateServicePorts, validateUniquePorts } from './service-ports.ts';
import { isHeadless, validateServiceChange } from './service-update.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

type AnyService = DeepReadonly<Service>;
type Spec = DeepReadonly<ServiceSpec>;

/** @go core/validation#ValidateServiceCreate */
export const serviceValidation: KindValidation<Service> = {
  validate: (service) => [
    ...validateObjectMeta(service.metadata, { namespaced: true, checkName: labelName }, META),
    ...validateService(service),
  ],
  validateUpdate: (service, old) => [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, META),
    ...validateServiceChange(service.spec, old.spec),
    ...validateService(service, old),
  ],
  validateStatusUpdate: (service, old) => [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, META),
    ...validateLoadBalancerStatus(service, old),
  ],
};

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** @go core/validation#validateService */
function validateService(service: AnyService, old?: AnyService): FieldError[] {
  const { spec } = service;
  const ports = spec.ports ?? [];
  const path = SPEC.child('ports');
  return [
    ...validateTopologyAnnotations(service),
    ...(ports.length === 0 && !isHeadless(spec) && spec.type !== 'ExternalName' ? [required(path)] : []),
    ...validateTypeOf(spec),
    ...validateServicePorts(ports, path),
    ...validateLabels(spec.selector, SPEC.child('selector')),
    ...validateAffinity(spec),
    ...validateClusterIps(spec, old?.spec.clusterIPs ?? [], SPEC),
    ...validateExternalIps(spec, old?.spec),
    ...oneOf(spec.type, TYPES, SPEC.child('type')),
    ...validateUniquePorts(spec, path),
    ...validateSourceRanges(service, old),
    ...validateLoadBalancerFields(spec),
    ...validateExternalTraffic(spec),
    ...validateInternalTraffic(spec),
  ];
}

const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';

function validateTopologyAnnotations({ metadata }: AnyService): FieldError[] {
  const hints = metadata.annotations?.[TOPOLOGY_HINTS];
  const mode = metadata.annotations?.[TOPOLOGY_MODE];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const detail = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
  return [invalid(META.child('annotations').key(TOPOLOGY_MODE), mode, detail)];
}

function validateTypeOf(spec: Spec): FieldError[] {
  if (spec.type === 'ExternalName') return validateExternalName(spec);
  if ((spec.type !== 'LoadBalancer' && spec.type !== 'NodePort') || !isHeadless(spec)) return [];
  const detail = `may not be set to 'None' for ${spec.type} services`;
  return [invalid(SPEC.child('clusterIPs').index(0), 'None', detail)];
}

function validateExternalName(spec: Spec): FieldError[] {
  const { externalName = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const detail = 'may not be set for ExternalName services';
  const errors = [
    ...(clusterIPs.length > 0 ? [forbidden(SPEC.child('clusterIPs'), detail)] : []),
    ...(ipFamilies.length > 0 ? [forbidden(SPEC.child('ipFamilies'), detail)] : []),
    ...(ipFamilyPolicy === undefined ? [] : [forbidden(SPEC.child('ipFamilyPolicy'), detail)]),
  ];
  const name = externalName.endsWith('.') ? externalName.slice(0, -1) : externalName;
  const path = SPEC.child('externalName');
  return [...errors, ...(name === '' ? [required(path)] : breaches(path, name, isDns1123Subdomain(name)))];
}

const MAX_AFFINITY_SECONDS = 86400;

function validateAffinity(spec: Spec): FieldError[] {
  const errors = oneOf(spec.sessionAffinity, ['ClientIP', 'None'], SPEC.child('sessionAffinity'));
  const path = SPEC.child('sessionAffinityConfig');
  if (spec.sessionAffinity === 'None' && spec.sessionAffinityConfig !== undefined) {
    errors.push(forbidden(path, 'must not be set when session affinity is None'));
  }
  return spec.sessionAffinity === 'ClientIP' ? [...errors, ...validateAffinityConfig(spec, path)] : errors;
}

/** @go core/validation#validateClientIPAffinityConfig */
function validateAffinityConfig({ sessionAffinityConfig: config }: Spec, path: FieldPath): FieldError[] {
  const missing = 'when session affinity type is ClientIP';
  if (config === undefined) return [required(path, missing)];
  if (config.clientIP === undefined) return [required(path.child('clientIP'), missing)];
  const { timeoutSeconds: seconds } = config.clientIP;
  const place = path.child('clientIP', 'timeoutSeconds');
  if (seconds === undefined) return [required(place, missing)];
  if (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS) return [];
  return [invalid(place, seconds, `must be greater than 0 and less than ${String(MAX_AFFINITY_SECONDS)}`)];
}

function validateExternalIps({ externalIPs = [] }: Spec, old: Spec | undefined): FieldError[] {
  return externalIPs.flatMap((ip, index) =>
    validateEndpointIp(ip, SPEC.child('externalIPs').index(index), old?.externalIPs ?? []),
  );
}

function validateLoadBalancerFields(spec: Spec): FieldError[] {
  const isBalancer = spec.type === 'LoadBalancer';
  const only = "may only be used when `type` is 'LoadBalancer'";
  const errors: FieldError[] = [];
  if (!isBalancer && spec.allocateLoadBalancerNodePorts !== undefined) {
    errors.push(forbidden(SPEC.child('allocateLoadBalancerNodePorts'), only));
  }
  if (isBalancer && spec.allocateLoadBalancerNodePorts === undefined) {
    errors.push(required('allocateLoadBalancerNodePorts'));
  }
  const { loadBalancerClass: name } = spec;
  if (name === undefined) return errors;
  const path = SPEC.child('loadBalancerClass');
  return [...errors, ...(isBalancer ? breaches(path, name, isQualifiedName(name)) : [forbidden(path, only)])];
}

const POLICIES = ['Cluster', 'Local'];

/** @go core/validation#validateServiceExternalTrafficPolicy */
function validateExternalTraffic(spec: Spec): FieldError[] {
  const { externalTrafficPolicy: policy = '', healthCheckNodePort: port = 0 } = spec;
  const policyPath = SPEC.child('externalTrafficPolicy');
  const portPath = SPEC.child('healthCheckNodePort');
  const errors: FieldError[] = [];
  if (isExternallyAccessible(spec)) errors.push(...oneOf(policy, POLICIES, policyPath));
  else if (policy !== '') {
    errors.push(invalid(policyPath, policy, 'may only be set for externally-accessible services'));
  }
  if (spec.type === 'LoadBalancer' && policy === 'Local') {
    return [...errors, ...(port === 0 ? [required(portPath)] : breaches(portPath, port, isValidPortNumber(port)))];
  }
  if (port === 0) return errors;
  const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [...errors, invalid(portPath, port, detail)];
}

function isExternallyAccessible({ type, externalIPs = [] }: Spec): boolean {
  return type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && externalIPs.length > 0);
}

const WITH_INTERNAL_POLICY = ['ClusterIP', 'LoadBalancer', 'NodePort'];
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

function validateInternalTraffic({ internalTrafficPolicy: policy, trafficDistribution, type }: Spec): FieldError[] {
  const path = SPEC.child('internalTrafficPolicy');
  const errors: FieldError[] = [];
  if (policy === undefined) {
    if (type !== undefined && WITH_INTERNAL_POLICY.includes(type)) errors.push(required(path));
  } else if (!POLICIES.includes(policy)) errors.push(notSupported(path, policy, POLICIES));
  if (trafficDistribution !== undefined && !DISTRIBUTIONS.includes(trafficDistribution)) {
    errors.push(notSupported(SPEC.child('trafficDistribution'), trafficDistribution, DISTRIBUTIONS));
  }
  return errors;
}
