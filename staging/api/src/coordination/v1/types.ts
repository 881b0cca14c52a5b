import type { ListMeta, MicroTime, ObjectMeta, int32 } from '@kubescript/apimachinery';

/**
 * @gvk coordination.k8s.io v1 Lease
 * @resource leases namespaced
 */
export interface Lease {
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
   * @protobuf 2 spec LeaseSpec
   */
  spec: LeaseSpec;
}

/** @gvk coordination.k8s.io v1 LeaseList */
export interface LeaseList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items Lease */
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
