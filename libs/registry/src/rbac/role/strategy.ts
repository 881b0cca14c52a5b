import type { Role } from '@kubescript/api/rbac/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role' };

/**
 * Roles.
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/role#Strategy
 */
export const roleResource: ResourceDefinition<Role> = {
  resource: 'roles',
  singular: 'role',
  kind,
  strategy: simpleStrategy<Role>({
    kind,
    namespaced: true,
    allowCreateOnUpdate: true,
  }),
};
