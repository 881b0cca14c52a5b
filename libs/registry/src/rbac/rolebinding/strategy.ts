import type { RoleBinding } from '@kubescript/api/rbac/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'RoleBinding' };

/**
 * RoleBindings.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/rolebinding#Strategy
 */
export const roleBindingResource: ResourceDefinition<RoleBinding> = {
  resource: 'rolebindings',
  singular: 'rolebinding',
  kind,
  strategy: simpleStrategy<RoleBinding>({
    kind,
    namespaced: true,
    allowCreateOnUpdate: true,
  }),
};
