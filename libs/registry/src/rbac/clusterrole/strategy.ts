import type { ClusterRole } from '@kubescript/api/rbac/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' };

/**
 * ClusterRoles.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/clusterrole#Strategy
 */
export const clusterRoleResource: ResourceDefinition<ClusterRole> = {
  resource: 'clusterroles',
  singular: 'clusterrole',
  kind,
  strategy: simpleStrategy<ClusterRole>({
    kind,
    namespaced: false,
    allowCreateOnUpdate: true,
  }),
};
