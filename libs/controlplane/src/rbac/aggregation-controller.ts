import { isDeepStrictEqual } from 'node:util';

import type { DeepReadonly } from '@kubescript/apimachinery';
import type { ClusterRole } from '@kubescript/api/rbac/v1';
import { listObjects, systemContext, type Stores } from '@kubescript/lib-registry';

import { changeObject } from '../bootstrap/ensure.ts';
import { aggregatedRules } from './aggregate.ts';

const allNamespaces = '';

/**
 * Brings every aggregated role up to date with its parts. Roles may be parts of each other, so it repeats until
 * nothing changes any more.
 *
 * @go k8s.io/kubernetes/pkg/controller/clusterroleaggregation#ClusterRoleAggregationController
 */
export async function aggregateClusterRoles(stores: Stores, signal: AbortSignal): Promise<void> {
  for (let changed = true; changed;) {
    const roles = await listObjects(stores.clusterRoles, systemContext(allNamespaces, signal));
    const stale = roles.filter((role) => isStale(role, roles));
    for (const role of stale) {
      const rules = aggregatedRules(role, roles);
      await changeObject(stores.clusterRoles, role, (current) => ({ ...current, rules }), signal);
    }
    changed = stale.length > 0;
  }
}

function isStale(role: DeepReadonly<ClusterRole>, roles: readonly DeepReadonly<ClusterRole>[]): boolean {
  return role.aggregationRule !== undefined && !isDeepStrictEqual(role.rules, aggregatedRules(role, roles));
}
