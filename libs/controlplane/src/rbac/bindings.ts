import type { ClusterRoleBinding, Role, RoleBinding } from '@kubescript/api/rbac/v1';

import { controllerRoles } from './controller-roles.ts';
import { clusterRoleBinding, group, role, roleBinding, rule, serviceAccount, user } from './policy.ts';

const controllerPrefix = 'system:controller:';

/** Who holds the cluster roles from the start. */
export const clusterRoleBindings: readonly ClusterRoleBinding[] = [
  clusterRoleBinding('cluster-admin', [group('system:masters')]),
  clusterRoleBinding('system:basic-user', [group('system:authenticated')]),
  clusterRoleBinding('system:discovery', [group('system:authenticated')]),
  clusterRoleBinding('system:kube-controller-manager', [user('system:kube-controller-manager')]),
  clusterRoleBinding('system:kube-dns', [serviceAccount('kube-dns')]),
  clusterRoleBinding('system:kube-scheduler', [user('system:kube-scheduler')]),
  clusterRoleBinding('system:monitoring', [group('system:monitoring')]),
  clusterRoleBinding('system:node', []),
  clusterRoleBinding('system:node-proxier', [user('system:kube-proxy')]),
  clusterRoleBinding('system:public-info-viewer', [group('system:authenticated'), group('system:unauthenticated')]),
  clusterRoleBinding('system:service-account-issuer-discovery', [group('system:serviceaccounts')]),
  clusterRoleBinding('system:volume-scheduler', [user('system:kube-scheduler')]),
  ...controllerRoles.map(({ metadata: { name = '' } }) =>
    clusterRoleBinding(name, [serviceAccount(name.slice(controllerPrefix.length))]),
  ),
];

/** Roles within the namespaces of the system. */
export const namespacedRoles: readonly Role[] = [
  role('kube-public', 'system:controller:bootstrap-signer', [
    rule('get,list,watch', '', 'configmaps'),
    rule('update', '', 'configmaps', 'cluster-info'),
    rule('create,patch,update', ',events.k8s.io', 'events'),
  ]),
  role('kube-system', 'extension-apiserver-authentication-reader', [
    rule('get,list,watch', '', 'configmaps', 'extension-apiserver-authentication'),
  ]),
  role('kube-system', 'system::leader-locking-kube-controller-manager', [
    rule('create,get,list,update,watch', 'coordination.k8s.io', 'leases'),
    rule('create,get,list,update,watch', 'coordination.k8s.io', 'leasecandidates'),
  ]),
  role('kube-system', 'system::leader-locking-kube-scheduler', [
    rule('create,get,list,update,watch', 'coordination.k8s.io', 'leases'),
    rule('create,get,list,update,watch', 'coordination.k8s.io', 'leasecandidates'),
  ]),
  role('kube-system', 'system:controller:bootstrap-signer', [rule('get,list,watch', '', 'secrets')]),
  role('kube-system', 'system:controller:cloud-provider', [rule('create,get,list,watch', '', 'configmaps')]),
  role('kube-system', 'system:controller:token-cleaner', [
    rule('delete,get,list,watch', '', 'secrets'),
    rule('create,patch,update', ',events.k8s.io', 'events'),
  ]),
];

/** Who holds the roles within the namespaces of the system. */
export const namespacedRoleBindings: readonly RoleBinding[] = [
  roleBinding('kube-public', 'system:controller:bootstrap-signer', 'system:controller:bootstrap-signer', [
    serviceAccount('bootstrap-signer'),
  ]),
  roleBinding(
    'kube-system',
    'system::extension-apiserver-authentication-reader',
    'extension-apiserver-authentication-reader',
    [user('system:kube-controller-manager'), user('system:kube-scheduler')],
  ),
  roleBinding(
    'kube-system',
    'system::leader-locking-kube-controller-manager',
    'system::leader-locking-kube-controller-manager',
    [
      user('system:kube-controller-manager'),
      serviceAccount('kube-controller-manager'),
      serviceAccount('leader-election-controller'),
    ],
  ),
  roleBinding('kube-system', 'system::leader-locking-kube-scheduler', 'system::leader-locking-kube-scheduler', [
    user('system:kube-scheduler'),
    serviceAccount('kube-scheduler'),
  ]),
  roleBinding('kube-system', 'system:controller:bootstrap-signer', 'system:controller:bootstrap-signer', [
    serviceAccount('bootstrap-signer'),
  ]),
  roleBinding('kube-system', 'system:controller:cloud-provider', 'system:controller:cloud-provider', [
    serviceAccount('cloud-provider'),
  ]),
  roleBinding('kube-system', 'system:controller:token-cleaner', 'system:controller:token-cleaner', [
    serviceAccount('token-cleaner'),
  ]),
];
