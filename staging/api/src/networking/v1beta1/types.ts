import type { Condition, ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/**
 * An address that is taken.
 *
 * @gvk networking.k8s.io v1beta1 IPAddress
 */
export interface IPAddress {
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
   * What is wanted.
   *
   * @embedded
   * @protobuf 2 spec IPAddressSpec
   */
  spec: IPAddressSpec;
}

/**
 * A list of IPAddress objects.
 *
 * @gvk networking.k8s.io v1beta1 IPAddressList
 */
export interface IPAddressList {
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
   * @protobuf 2 items IPAddress
   */
  items: IPAddress[];
}

export interface IPAddressSpec {
  /**
   * @omitEmpty
   * @protobuf 1 parentRef ParentReference
   */
  parentRef: ParentReference;
}

export interface ParentReference {
  /** @protobuf 1 group string */
  group?: string;
  /** @protobuf 2 resource string */
  resource: string;
  /** @protobuf 3 namespace string */
  namespace?: string;
  /** @protobuf 4 name string */
  name: string;
}

/**
 * A range that addresses of services come from.
 *
 * @gvk networking.k8s.io v1beta1 ServiceCIDR
 */
export interface ServiceCIDR {
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
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec ServiceCIDRSpec
   */
  spec: ServiceCIDRSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ServiceCIDRStatus
   */
  status: ServiceCIDRStatus;
}

/**
 * A list of ServiceCIDR objects.
 *
 * @gvk networking.k8s.io v1beta1 ServiceCIDRList
 */
export interface ServiceCIDRList {
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
   * @protobuf 2 items ServiceCIDR
   */
  items: ServiceCIDR[];
}

export interface ServiceCIDRSpec {
  /**
   * @listType atomic
   * @protobuf 1 cidrs string
   */
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}
