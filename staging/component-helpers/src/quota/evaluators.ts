import {
  newQuantity,
  parseQuantity,
  type DeepReadonly,
  type GroupResource,
  type KubeObject,
} from '@kubescript/apimachinery';
import type { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '@kubescript/api/core/v1';

import type { ResourceClaim } from '@kubescript/api/resource/v1';

import type { Amounts } from './amounts.ts';
import { podConstraintProblem, podMatchesScope, podUsage, type ScopeRequirement } from './pod-evaluator.ts';

/**
 * How much of which resource an object uses.
 *
 * @go k8s.io/apiserver/pkg/quota/v1#Evaluator
 */
export interface Evaluator {
  usage(object: DeepReadonly<KubeObject>): Amounts;
  /** Whether an update may change the usage. */
  readonly countsUpdates: boolean;
  /** Whether admission looks at such requests. */
  handles(operation: string, subresource: string): boolean;
  /** Whether a quota for this resource is about such objects. */
  matchesResource(name: string): boolean;
  /** Whether the object is within a scope of a quota. */
  matchesScope(scope: ScopeRequirement, object: DeepReadonly<KubeObject>): boolean;
  /** What the object has to say and does not, for a quota on these resources. */
  constraintProblem(resources: readonly string[], object: DeepReadonly<KubeObject>): string | undefined;
}

const one = newQuantity(1);
const legacyCounts: readonly string[] = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'];
const storageRequests = 'requests.storage';
const classSuffix = '.storageclass.storage.k8s.io/';

/** The evaluator of a resource: pods, services and claims are more than counted. */
export function evaluatorFor(resource: GroupResource): Evaluator {
  if (resource.group === '') {
    switch (resource.resource) {
      case 'pods':
        return podEvaluator;
      case 'services':
        return serviceEvaluator;
      case 'persistentvolumeclaims':
        return claimEvaluator;
    }
  }
  if (resource.group === 'resource.k8s.io' && resource.resource === 'resourceclaims') return deviceClaimEvaluator;
  return countEvaluator(resource);
}

const noConstraints = (): undefined => undefined;
const handlesWrites = (operation: string, subresource: string): boolean =>
  subresource === '' && (operation === 'CREATE' || operation === 'UPDATE');
const noScopes = (): boolean => false;

function countEvaluator({ group, resource }: GroupResource): Evaluator {
  const names = [group === '' ? `count/${resource}` : `count/${resource}.${group}`];
  if (group === '' && legacyCounts.includes(resource)) names.push(resource);
  const usage: Amounts = new Map(names.map((name) => [name, one]));
  return {
    usage: () => usage,
    countsUpdates: false,
    handles: (operation, subresource) => operation === 'CREATE' && subresource === '',
    matchesResource: (name) => names.includes(name),
    matchesScope: noScopes,
    constraintProblem: noConstraints,
  };
}

const podEvaluator: Evaluator = {
  usage: (object) => podUsage(object as DeepReadonly<Pod>),
  countsUpdates: true,
  handles: (operation, subresource) =>
    subresource === 'resize' ? operation === 'UPDATE' : operation === 'CREATE' && subresource === '',
  matchesResource: isPodResource,
  matchesScope: (scope, object) => podMatchesScope(scope, object as DeepReadonly<Pod>),
  constraintProblem: (resources, object) => podConstraintProblem(resources, object as DeepReadonly<Pod>),
};

const podResources: readonly string[] = [
  'count/pods',
  'pods',
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
];

function isPodResource(name: string): boolean {
  if (podResources.includes(name)) return true;
  if (name.startsWith('hugepages-') || name.startsWith('requests.hugepages-')) return true;
  return name.startsWith('requests.') && name.includes('/') && !name.includes('storageclass');
}

const serviceEvaluator: Evaluator = {
  usage: (object) => serviceUsage(object as DeepReadonly<Service>),
  countsUpdates: true,
  handles: handlesWrites,
  matchesResource: (name) =>
    ['count/services', 'services', 'services.nodeports', 'services.loadbalancers'].includes(name),
  matchesScope: noScopes,
  constraintProblem: noConstraints,
};

function serviceUsage({ spec }: DeepReadonly<Service>): Amounts {
  const usage = new Map([
    ['count/services', one],
    ['services', one],
  ]);
  const ports = newQuantity(spec.ports?.length ?? 0);
  if (spec.type === 'NodePort') usage.set('services.nodeports', ports);
  if (spec.type === 'LoadBalancer') {
    usage.set('services.loadbalancers', one);
    if (spec.allocateLoadBalancerNodePorts ?? true) usage.set('services.nodeports', ports);
    else usage.set('services.nodeports', newQuantity((spec.ports ?? []).filter(({ nodePort }) => nodePort).length));
  }
  return usage;
}

const claimEvaluator: Evaluator = {
  usage: (object) => claimUsage(object as DeepReadonly<PersistentVolumeClaim>),
  countsUpdates: true,
  handles: handlesWrites,
  matchesResource: (name) =>
    ['count/persistentvolumeclaims', 'persistentvolumeclaims', storageRequests].includes(name) ||
    name.includes(classSuffix),
  matchesScope: (scope, object) => claimMatchesScope(scope, object as DeepReadonly<PersistentVolumeClaim>),
  constraintProblem: noConstraints,
};

function claimUsage({ spec, metadata, status }: DeepReadonly<PersistentVolumeClaim>): Amounts {
  const usage = new Map([
    ['count/persistentvolumeclaims', one],
    ['persistentvolumeclaims', one],
  ]);
  const className = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? '';
  if (className !== '') usage.set(`${className}${classSuffix}persistentvolumeclaims`, one);
  const request = spec.resources?.requests?.['storage'];
  if (request === undefined) return usage;
  const allocated = status.allocatedResources?.['storage'];
  const wanted = parseQuantity(request);
  const granted = allocated === undefined ? wanted : parseQuantity(allocated);
  const storage = granted.cmp(wanted) > 0 ? granted : wanted;
  usage.set(storageRequests, storage);
  if (className !== '') usage.set(`${className}${classSuffix}${storageRequests}`, storage);
  return usage;
}

/**
 * Whether a claim has a volume attributes class, or has asked for one.
 *
 * @go k8s.io/kubernetes/pkg/quota/v1/evaluator/core#pvcMatchesScopeFunc
 */
function claimMatchesScope(
  { scopeName, operator, values = [] }: ScopeRequirement,
  { spec, status }: DeepReadonly<PersistentVolumeClaim>,
): boolean {
  if (scopeName !== 'VolumeAttributesClass') return false;
  const names = [
    spec.volumeAttributesClassName,
    status.currentVolumeAttributesClassName,
    status.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].filter((name) => (name ?? '') !== '');
  switch (operator) {
    case 'In':
      return names.some((name) => values.includes(name ?? ''));
    case 'NotIn':
      return !names.some((name) => values.includes(name ?? ''));
    case 'DoesNotExist':
      return names.length === 0;
    default:
      return names.length > 0;
  }
}

const deviceSuffix = '.deviceclass.resource.k8s.io/devices';
/** What a claim for all devices of a class counts as. */
const maxDevices = 32;

const deviceClaimEvaluator: Evaluator = {
  usage: (object) => deviceClaimUsage(object as DeepReadonly<ResourceClaim>),
  countsUpdates: false,
  handles: (operation, subresource) => operation === 'CREATE' && subresource === '',
  matchesResource: (name) => name === 'count/resourceclaims.resource.k8s.io' || name.endsWith(deviceSuffix),
  matchesScope: noScopes,
  constraintProblem: noConstraints,
};

/** Devices by class; of alternatives the one that takes most. @go k8s.io/kubernetes/pkg/quota/v1/evaluator/core#NewResourceClaimEvaluator */
function deviceClaimUsage({ spec }: DeepReadonly<ResourceClaim>): Amounts {
  const devices = new Map<string, number>();
  const add = (className: string, count: number): void => {
    devices.set(className, (devices.get(className) ?? 0) + count);
  };
  const countOf = ({
    allocationMode,
    count = 1,
  }: {
    readonly allocationMode?: string;
    readonly count?: number;
  }): number => (allocationMode === 'All' ? maxDevices : count);
  for (const { exactly, firstAvailable = [] } of spec.devices?.requests ?? []) {
    if (exactly) add(exactly.deviceClassName, countOf(exactly));
    const alternatives = Map.groupBy(firstAvailable, ({ deviceClassName }) => deviceClassName);
    for (const [className, requests] of alternatives) add(className, Math.max(...requests.map(countOf)));
  }
  const amounts = [...devices].map(
    ([className, count]) => [`${className}${deviceSuffix}`, newQuantity(count)] as const,
  );
  return new Map([['count/resourceclaims.resource.k8s.io', one] as const, ...amounts]);
}

/** The scopes of a quota as requirements. */
export function quotaScopes({ spec }: DeepReadonly<ResourceQuota>): readonly ScopeRequirement[] {
  const simple = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...simple, ...(spec.scopeSelector?.matchExpressions ?? [])];
}
