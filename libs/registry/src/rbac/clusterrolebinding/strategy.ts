import type { ClusterRoleBinding } from '@kubescript/api/rbac/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRoleBinding' };

/**
 * ClusterRoleBindings.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding#Strategy
 */
export const clusterRoleBindingResource: ResourceDefinition<ClusterRoleBinding> = {
  resource: 'clusterrolebindings',
  singular: 'clusterrolebinding',
  kind,
  strategy: simpleStrategy<ClusterRoleBinding>({
    kind,
    namespaced: false,
    allowCreateOnUpdate: true,
  }),
};
