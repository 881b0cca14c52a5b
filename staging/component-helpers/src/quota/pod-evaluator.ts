import { newQuantity, type DeepReadonly, type QuantityValue } from '@kubescript/apimachinery';
import type { Container, Pod, ScopedResourceSelectorRequirement } from '@kubescript/api/core/v1';

import { computePodQos } from '../pod/qos.ts';
import { podLimits, podRequests } from '../resource/pod-requests.ts';
import { quantityAlgebra } from '../resource/quantity-algebra.ts';
import type { Amounts } from './amounts.ts';

/** A scope of a quota. */
export type ScopeRequirement = DeepReadonly<ScopedResourceSelectorRequirement>;

const one = newQuantity(1);
const demandedResources: readonly string[] = [
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
];

/**
 * What a pod uses; one that has finished is still an object, but uses nothing else.
 *
 * @go k8s.io/kubernetes/pkg/quota/v1/evaluator/core#PodUsageFunc
 */
export function podUsage(pod: DeepReadonly<Pod>): Amounts {
  const usage = new Map<string, QuantityValue>([['count/pods', one]]);
  if (pod.status.phase === 'Failed' || pod.status.phase === 'Succeeded') return usage;
  usage.set('pods', one);
  addCompute(usage, podRequests(pod, quantityAlgebra, { useStatusResources: true }), podLimits(pod, quantityAlgebra));
  return usage;
}

function addCompute(usage: Map<string, QuantityValue>, requests: Amounts, limits: Amounts): void {
  for (const [name, quantity] of requests) {
    if (isNative(name) || name.startsWith('hugepages-')) usage.set(name, quantity);
    usage.set(`requests.${name}`, quantity);
  }
  for (const [name, quantity] of limits) if (isNative(name)) usage.set(`limits.${name}`, quantity);
}

function isNative(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name === 'ephemeral-storage';
}

/**
 * Where cpu or memory is limited, every container has to say what it needs.
 *
 * @go k8s.io/kubernetes/pkg/quota/v1/evaluator/core#(*podEvaluator).Constraints
 */
export function podConstraintProblem(resources: readonly string[], { spec }: DeepReadonly<Pod>): string | undefined {
  const demanded = resources.filter((name) => demandedResources.includes(name)).sort();
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const problems = demanded.flatMap((resource) => {
    const silent = containers.filter((container) => !namedBy(container).has(resource)).map(({ name }) => name);
    return silent.length === 0 ? [] : [`${resource} for: ${[...new Set(silent)].sort().join(',')}`];
  });
  return problems.length === 0 ? undefined : `must specify ${problems.join('; ')}`;
}

function namedBy({ resources }: DeepReadonly<Container>): ReadonlySet<string> {
  const requests = Object.keys(resources?.requests ?? {});
  const limits = Object.keys(resources?.limits ?? {});
  return new Set([
    ...requests,
    ...requests.map((name) => `requests.${name}`),
    ...limits.map((name) => `limits.${name}`),
  ]);
}

/**
 * Whether a pod is within a scope.
 *
 * @go k8s.io/kubernetes/pkg/quota/v1/evaluator/core#podMatchesScopeFunc
 */
export function podMatchesScope(scope: ScopeRequirement, pod: DeepReadonly<Pod>): boolean {
  switch (scope.scopeName) {
    case 'Terminating':
      return isTerminating(pod);
    case 'NotTerminating':
      return !isTerminating(pod);
    case 'BestEffort':
      return computePodQos(pod) === 'BestEffort';
    case 'NotBestEffort':
      return computePodQos(pod) !== 'BestEffort';
    case 'PriorityClass':
      return matchesPriorityClass(scope, pod.spec.priorityClassName ?? '');
    case 'CrossNamespacePodAffinity':
      return usesCrossNamespaceAffinity(pod);
    default:
      return false;
  }
}

function isTerminating({ spec }: DeepReadonly<Pod>): boolean {
  return spec.activeDeadlineSeconds !== undefined && spec.activeDeadlineSeconds >= 0;
}

function matchesPriorityClass({ operator, values = [] }: ScopeRequirement, name: string): boolean {
  switch (operator) {
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    case 'DoesNotExist':
      return name === '';
    default:
      return name !== '';
  }
}

function usesCrossNamespaceAffinity({ spec }: DeepReadonly<Pod>): boolean {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  return [podAffinity, podAntiAffinity]
    .flatMap((kind) => [
      ...(kind?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(kind?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
    ])
    .some(({ namespaces, namespaceSelector }) => (namespaces?.length ?? 0) > 0 || namespaceSelector !== undefined);
}
