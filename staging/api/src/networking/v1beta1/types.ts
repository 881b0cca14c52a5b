import type { Condition, ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk networking.k8s.io v1beta1 IPAddress */
export interface IPAddress {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 spec IPAddressSpec
   */
  spec: IPAddressSpec;
}

/** @gvk networking.k8s.io v1beta1 IPAddressList */
export interface IPAddressList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items IPAddress */
  items: IPAddress[];
}

export interface IPAddressSpec {
  /** @protobuf 1 parentRef ParentReference */
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

/** @gvk networking.k8s.io v1beta1 ServiceCIDR */
export interface ServiceCIDR {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @optional
   * @embedded
   * @protobuf 2 spec ServiceCIDRSpec
   */
  spec: ServiceCIDRSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status ServiceCIDRStatus
   */
  status: ServiceCIDRStatus;
}

/** @gvk networking.k8s.io v1beta1 ServiceCIDRList */
export interface ServiceCIDRList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items ServiceCIDR */
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
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 1 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}
