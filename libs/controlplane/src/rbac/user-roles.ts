import { aggregatedRole, clusterRole, rule } from './policy.ts';
import type { ClusterRole } from '@kubescript/api/rbac/v1';

/** What people are given: admin, edit, view, and the parts that they are put together from. */
export const userRoles: readonly ClusterRole[] = [
  aggregatedRole('admin', ['admin']),
  aggregatedRole('edit', ['edit'], ['admin']),
  clusterRole(
    'system:aggregate-to-admin',
    [
      rule('create', 'authorization.k8s.io', 'localsubjectaccessreviews'),
      rule(
        'create,delete,deletecollection,get,list,patch,update,watch',
        'rbac.authorization.k8s.io',
        'rolebindings,roles',
      ),
    ],
    ['admin'],
  ),
  clusterRole(
    'system:aggregate-to-edit',
    [
      rule('get,list,watch', '', 'pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy'),
      rule('impersonate', '', 'serviceaccounts'),
      rule('create,delete,deletecollection,patch,update', '', 'pods,pods/attach,pods/exec,pods/portforward,pods/proxy'),
      rule('create', '', 'pods/eviction'),
      rule(
        'create,delete,deletecollection,patch,update',
        '',
        'configmaps,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy',
      ),
      rule('create', '', 'serviceaccounts/token'),
      rule('create,delete,deletecollection,patch,update', ',events.k8s.io', 'events'),
      rule(
        'create,delete,deletecollection,patch,update',
        'apps',
        'daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale',
      ),
      rule('create,delete,deletecollection,patch,update', 'autoscaling', 'horizontalpodautoscalers'),
      rule('create,delete,deletecollection,patch,update', 'batch', 'cronjobs,jobs'),
      rule(
        'create,delete,deletecollection,patch,update',
        'extensions',
        'daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale',
      ),
      rule('create,delete,deletecollection,patch,update', 'policy', 'poddisruptionbudgets'),
      rule('create,delete,deletecollection,patch,update', 'networking.k8s.io', 'ingresses,networkpolicies'),
      rule('create,delete,deletecollection,get,list,patch,update,watch', 'coordination.k8s.io', 'leases'),
      rule('create,delete,deletecollection,patch,update', 'resource.k8s.io', 'resourceclaims,resourceclaimtemplates'),
    ],
    ['edit'],
  ),
  clusterRole(
    'system:aggregate-to-view',
    [
      rule(
        'get,list,watch',
        '',
        'configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status',
      ),
      rule(
        'get,list,watch',
        '',
        'bindings,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status',
      ),
      rule('get,list,watch', '', 'namespaces'),
      rule('get,list,watch', ',events.k8s.io', 'events'),
      rule('get,list,watch', 'discovery.k8s.io', 'endpointslices'),
      rule(
        'get,list,watch',
        'apps',
        'controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status',
      ),
      rule('get,list,watch', 'autoscaling', 'horizontalpodautoscalers,horizontalpodautoscalers/status'),
      rule('get,list,watch', 'batch', 'cronjobs,cronjobs/status,jobs,jobs/status'),
      rule(
        'get,list,watch',
        'extensions',
        'daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale',
      ),
      rule('get,list,watch', 'policy', 'poddisruptionbudgets,poddisruptionbudgets/status'),
      rule('get,list,watch', 'networking.k8s.io', 'ingresses,ingresses/status,networkpolicies'),
      rule('get,list,watch', 'resource.k8s.io', 'resourceclaims,resourceclaims/status,resourceclaimtemplates'),
    ],
    ['view'],
  ),
  aggregatedRole('view', ['view'], ['edit']),
];
