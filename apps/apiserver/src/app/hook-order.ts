import type { PostStartHook } from '@kubescript/lib-controlplane';

/** The hooks of the reference in the order in which its health endpoints show them. */
const order: readonly string[] = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  'peer-endpoint-reconciler-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'storage-readiness',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
];

/** Sorts hooks as the reference shows them; those that it lacks, and those of the aggregator, come last as they are. */
export function inReferenceOrder(hooks: readonly PostStartHook[]): PostStartHook[] {
  return [...hooks].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ name }: PostStartHook): number {
  const rank = order.indexOf(name);
  return rank < 0 ? order.length : rank;
}
