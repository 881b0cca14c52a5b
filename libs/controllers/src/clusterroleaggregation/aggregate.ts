import { isDeepStrictEqual } from 'node:util';

import { deepCopy, labelSelectorAsSelector, type DeepReadonly } from '@kubescript/apimachinery';
import type { ClusterRole, PolicyRule } from '@kubescript/api/rbac/v1';

/**
 * The rules of an aggregated role: those of every role that one of its selectors takes, in the order of the roles'
 * names, each rule once.
 *
 * @go k8s.io/kubernetes/pkg/controller/clusterroleaggregation#(*ClusterRoleAggregationController).syncClusterRole
 */
export function aggregatedRules(
  role: DeepReadonly<ClusterRole>,
  roles: readonly DeepReadonly<ClusterRole>[],
): PolicyRule[] {
  const selectors = (role.aggregationRule?.clusterRoleSelectors ?? []).map(labelSelectorAsSelector);
  const rules: PolicyRule[] = [];
  for (const selector of selectors) {
    const parts = roles
      .filter((part) => part.metadata.name !== role.metadata.name && selector.matches(part.metadata.labels ?? {}))
      .sort(byName);
    for (const rule of parts.flatMap((part) => part.rules ?? [])) {
      if (!rules.some((known) => isDeepStrictEqual(known, rule))) rules.push(deepCopy(rule) as PolicyRule);
    }
  }
  return rules;
}

function byName(a: DeepReadonly<ClusterRole>, b: DeepReadonly<ClusterRole>): number {
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}
