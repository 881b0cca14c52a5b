import type { LabelSelector, ListMeta, ObjectMeta } from '@kubescript/apimachinery';

export interface AggregationRule {
  /**
   * @listType atomic
   * @protobuf 1 clusterRoleSelectors .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  clusterRoleSelectors?: LabelSelector[];
}

/**
 * Rights in the whole cluster, or in any namespace that binds it.
 *
 * @gvk rbac.authorization.k8s.io v1 ClusterRole
 * @resource clusterroles cluster
 */
export interface ClusterRole {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
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
 * Gives the rights of a cluster role to subjects everywhere.
 *
 * @gvk rbac.authorization.k8s.io v1 ClusterRoleBinding
 * @resource clusterrolebindings cluster
 */
export interface ClusterRoleBinding {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
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

/**
 * A list of ClusterRoleBinding objects.
 *
 * @gvk rbac.authorization.k8s.io v1 ClusterRoleBindingList
 */
export interface ClusterRoleBindingList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ClusterRoleBinding
   */
  items: ClusterRoleBinding[];
}

/**
 * A list of ClusterRole objects.
 *
 * @gvk rbac.authorization.k8s.io v1 ClusterRoleList
 */
export interface ClusterRoleList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items ClusterRole
   */
  items: ClusterRole[];
}

/** Verbs that are allowed on some resources. */
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
 * Rights within a namespace.
 *
 * @gvk rbac.authorization.k8s.io v1 Role
 * @resource roles namespaced
 */
export interface Role {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
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
 * Gives the rights of a role to subjects within a namespace.
 *
 * @gvk rbac.authorization.k8s.io v1 RoleBinding
 * @resource rolebindings namespaced
 */
export interface RoleBinding {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
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

/**
 * A list of RoleBinding objects.
 *
 * @gvk rbac.authorization.k8s.io v1 RoleBindingList
 */
export interface RoleBindingList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items RoleBinding
   */
  items: RoleBinding[];
}

/**
 * A list of Role objects.
 *
 * @gvk rbac.authorization.k8s.io v1 RoleList
 */
export interface RoleList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every list has.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /**
   * The objects.
   *
   * @protobuf 2 items Role
   */
  items: Role[];
}

/**
 * The role that is bound.
 *
 * @mapType atomic
 */
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

/**
 * A user, a group or a service account.
 *
 * @mapType atomic
 */
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
