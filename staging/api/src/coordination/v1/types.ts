import type { ListMeta, MicroTime, ObjectMeta, int32 } from '@kubescript/apimachinery';

/**
 * Says who holds something, and until when.
 *
 * @gvk coordination.k8s.io v1 Lease
 * @resource leases namespaced
 */
export interface Lease {
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
   * @protobuf 2 spec LeaseSpec
   */
  spec: LeaseSpec;
}

/**
 * A list of Lease objects.
 *
 * @gvk coordination.k8s.io v1 LeaseList
 */
export interface LeaseList {
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
   * @protobuf 2 items Lease
   */
  items: Lease[];
}

export interface LeaseSpec {
  /**
   * @pointer
   * @protobuf 1 holderIdentity string
   */
  holderIdentity?: string;
  /**
   * @pointer
   * @protobuf 2 leaseDurationSeconds int32
   */
  leaseDurationSeconds?: int32;
  /** @protobuf 3 acquireTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime */
  acquireTime?: MicroTime;
  /** @protobuf 4 renewTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime */
  renewTime?: MicroTime;
  /**
   * @pointer
   * @protobuf 5 leaseTransitions int32
   */
  leaseTransitions?: int32;
  /**
   * @pointer
   * @protobuf 6 strategy string
   */
  strategy?: string;
  /**
   * @pointer
   * @protobuf 7 preferredHolder string
   */
  preferredHolder?: string;
}
