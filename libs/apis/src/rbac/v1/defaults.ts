import type { ClusterRoleBinding, RoleBinding } from '@kubescript/api/rbac/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Defaults of the kinds of rbac.authorization.k8s.io/v1. @go pkg/apis/rbac/v1/defaults.go */
export const rbacV1Defaults: DefaultsByKind = {
  ClusterRoleBinding: defaultsOf(defaultBinding),
  RoleBinding: defaultsOf(defaultBinding),
};

function defaultBinding(binding: RoleBinding | ClusterRoleBinding): void {
  if ((binding.roleRef.apiGroup ?? '') === '') binding.roleRef.apiGroup = RBAC_GROUP;
  for (const subject of binding.subjects ?? []) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ??= RBAC_GROUP;
  }
}
