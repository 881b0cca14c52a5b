import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { clusterRoleResource } from '../clusterrole/strategy.ts';
import { clusterRoleBindingResource } from '../clusterrolebinding/strategy.ts';
import { roleResource } from '../role/strategy.ts';
import { roleBindingResource } from '../rolebinding/strategy.ts';

/** The resources of rbac.authorization.k8s.io/v1. */
export function installRbac(stores: Stores): ApiGroupVersion {
  return {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resources: [
      installOnStore(stores.clusterRoleBindings, clusterRoleBindingResource),
      installOnStore(stores.clusterRoles, clusterRoleResource),
      installOnStore(stores.roleBindings, roleBindingResource),
      installOnStore(stores.roles, roleResource),
    ],
  };
}
