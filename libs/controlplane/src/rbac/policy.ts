import type { ObjectMeta } from '@kubescript/apimachinery';
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from '@kubescript/api/rbac/v1';

const apiGroup = 'rbac.authorization.k8s.io';
const aggregateLabel = `${apiGroup}/aggregate-to-`;

/** The annotation that lets a new version of the server add to an object that it made. */
export const autoupdateAnnotation = 'rbac.authorization.kubernetes.io/autoupdate';

const bootstrapLabels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };

/** A rule for resources; every argument is a comma-separated list. */
export function rule(verbs: string, apiGroups: string, resources: string, resourceNames?: string): PolicyRule {
  return {
    verbs: verbs.split(','),
    apiGroups: apiGroups.split(','),
    resources: resources.split(','),
    ...(resourceNames !== undefined && { resourceNames: resourceNames.split(',') }),
  };
}

/** A rule for paths that are not resources; every argument is a comma-separated list. */
export function urlRule(verbs: string, urls: string): PolicyRule {
  return { verbs: verbs.split(','), nonResourceURLs: urls.split(',') };
}

/** A cluster role of the bootstrap policy, which `aggregateTo` makes a part of other roles. */
export function clusterRole(name: string, rules: PolicyRule[], aggregateTo: readonly string[] = []): ClusterRole {
  return { kind: 'ClusterRole', apiVersion: `${apiGroup}/v1`, metadata: metadata(name, aggregateTo), rules };
}

/** A cluster role that is the sum of all that are labelled as parts of `parts`. */
export function aggregatedRole(
  name: string,
  parts: readonly string[],
  aggregateTo: readonly string[] = [],
): ClusterRole {
  const clusterRoleSelectors = parts.map((part) => ({ matchLabels: { [aggregateLabel + part]: 'true' } }));
  return { ...clusterRole(name, [], aggregateTo), aggregationRule: { clusterRoleSelectors } };
}

/** Binds the cluster role of the same name. */
export function clusterRoleBinding(name: string, subjects: Subject[]): ClusterRoleBinding {
  return {
    kind: 'ClusterRoleBinding',
    apiVersion: `${apiGroup}/v1`,
    metadata: metadata(name),
    ...(subjects.length > 0 && { subjects }),
    roleRef: { apiGroup, kind: 'ClusterRole', name },
  };
}

/** A role within a namespace. */
export function role(namespace: string, name: string, rules: PolicyRule[]): Role {
  return { kind: 'Role', apiVersion: `${apiGroup}/v1`, metadata: { ...metadata(name), namespace }, rules };
}

/** Binds the role `roleName` of the same namespace. */
export function roleBinding(namespace: string, name: string, roleName: string, subjects: Subject[]): RoleBinding {
  return {
    kind: 'RoleBinding',
    apiVersion: `${apiGroup}/v1`,
    metadata: { ...metadata(name), namespace },
    subjects,
    roleRef: { apiGroup, kind: 'Role', name: roleName },
  };
}

/** A user as the subject of a binding. */
export function user(name: string): Subject {
  return { kind: 'User', apiGroup, name };
}

/** A group as the subject of a binding. */
export function group(name: string): Subject {
  return { kind: 'Group', apiGroup, name };
}

/** A ServiceAccount as the subject of a binding. */
export function serviceAccount(name: string, namespace = 'kube-system'): Subject {
  return { kind: 'ServiceAccount', name, namespace };
}

function metadata(name: string, aggregateTo: readonly string[] = []): ObjectMeta {
  const parts = aggregateTo.map((part) => [aggregateLabel + part, 'true'] as const);
  return {
    name,
    labels: { ...bootstrapLabels, ...Object.fromEntries(parts) },
    annotations: { [autoupdateAnnotation]: 'true' },
  };
}
