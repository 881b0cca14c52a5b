import type { LabelSelector, ListMeta, ObjectMeta } from '@kubescript/apimachinery';

export interface AggregationRule {
  /**
   * @listType atomic
   * @protobuf 1 clusterRoleSelectors .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  clusterRoleSelectors?: LabelSelector[];
}

/**
 * @gvk rbac.authorization.k8s.io v1 ClusterRole
 * @resource clusterroles cluster
 */
export interface ClusterRole {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @emitted
   * @listType atomic
   * @protobuf 2 rules PolicyRule
   */
  rules?: PolicyRule[];
  /** @protobuf 3 aggregationRule AggregationRule */
  aggregationRule?: AggregationRule;
}

/**
 * @gvk rbac.authorization.k8s.io v1 ClusterRoleBinding
 * @resource clusterrolebindings cluster
 */
export interface ClusterRoleBinding {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @listType atomic
   * @protobuf 2 subjects Subject
   */
  subjects?: Subject[];
  /**
   * @embedded
   * @protobuf 3 roleRef RoleRef
   */
  roleRef: RoleRef;
}

/** @gvk rbac.authorization.k8s.io v1 ClusterRoleBindingList */
export interface ClusterRoleBindingList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items ClusterRoleBinding */
  items: ClusterRoleBinding[];
}

/** @gvk rbac.authorization.k8s.io v1 ClusterRoleList */
export interface ClusterRoleList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items ClusterRole */
  items: ClusterRole[];
}

export interface PolicyRule {
  /**
   * @listType atomic
   * @protobuf 1 verbs string
   */
  verbs: string[];
  /**
   * @listType atomic
   * @protobuf 2 apiGroups string
   */
  apiGroups?: string[];
  /**
   * @listType atomic
   * @protobuf 3 resources string
   */
  resources?: string[];
  /**
   * @listType atomic
   * @protobuf 4 resourceNames string
   */
  resourceNames?: string[];
  /**
   * @listType atomic
   * @protobuf 5 nonResourceURLs string
   */
  nonResourceURLs?: string[];
}

/**
 * @gvk rbac.authorization.k8s.io v1 Role
 * @resource roles namespaced
 */
export interface Role {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @emitted
   * @listType atomic
   * @protobuf 2 rules PolicyRule
   */
  rules?: PolicyRule[];
}

/**
 * @gvk rbac.authorization.k8s.io v1 RoleBinding
 * @resource rolebindings namespaced
 */
export interface RoleBinding {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @listType atomic
   * @protobuf 2 subjects Subject
   */
  subjects?: Subject[];
  /**
   * @embedded
   * @protobuf 3 roleRef RoleRef
   */
  roleRef: RoleRef;
}

/** @gvk rbac.authorization.k8s.io v1 RoleBindingList */
export interface RoleBindingList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items RoleBinding */
  items: RoleBinding[];
}

/** @gvk rbac.authorization.k8s.io v1 RoleList */
export interface RoleList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items Role */
  items: Role[];
}

/** @mapType atomic */
export interface RoleRef {
  /**
   * @emitted
   * @protobuf 1 apiGroup string
   */
  apiGroup?: string;
  /** @protobuf 2 kind string */
  kind: string;
  /** @protobuf 3 name string */
  name: string;
}

/** @mapType atomic */
export interface Subject {
  /** @protobuf 1 kind string */
  kind: string;
  /** @protobuf 2 apiGroup string */
  apiGroup?: string;
  /** @protobuf 3 name string */
  name: string;
  /** @protobuf 4 namespace string */
  namespace?: string;
}
