import type { PriorityClass } from '@kubescript/api/scheduling/v1';
import type { Stores } from '@kubescript/lib-registry';

import { ensureObject } from './ensure.ts';

const systemCriticalPriority = 2_000_000_000;

const systemPriorityClasses: readonly PriorityClass[] = [
  priorityClass(
    'system-node-critical',
    systemCriticalPriority + 1000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
  priorityClass(
    'system-cluster-critical',
    systemCriticalPriority,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
];

/**
 * Makes the priority classes of the system.
 *
 * @go k8s.io/kubernetes/pkg/registry/scheduling/rest#AddSystemPriorityClasses
 */
export async function ensurePriorityClasses(stores: Stores, signal: AbortSignal): Promise<void> {
  await Promise.all(systemPriorityClasses.map((wanted) => ensureObject(stores.priorityClasses, wanted, signal)));
}

function priorityClass(name: string, value: number, description: string): PriorityClass {
  return {
    kind: 'PriorityClass',
    apiVersion: 'scheduling.k8s.io/v1',
    metadata: { name },
    value,
    description,
    preemptionPolicy: 'PreemptLowerPriority',
  };
}
