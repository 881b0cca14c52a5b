import type { ListMeta, MicroTime, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk coordination.k8s.io v1alpha2 LeaseCandidate */
export interface LeaseCandidate {
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
   * @protobuf 2 spec LeaseCandidateSpec
   */
  spec: LeaseCandidateSpec;
}

/** @gvk coordination.k8s.io v1alpha2 LeaseCandidateList */
export interface LeaseCandidateList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items LeaseCandidate */
  items: LeaseCandidate[];
}

export interface LeaseCandidateSpec {
  /** @protobuf 1 leaseName string */
  leaseName: string;
  /** @protobuf 2 pingTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime */
  pingTime?: MicroTime;
  /** @protobuf 3 renewTime .k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime */
  renewTime?: MicroTime;
  /** @protobuf 4 binaryVersion string */
  binaryVersion: string;
  /** @protobuf 5 emulationVersion string */
  emulationVersion?: string;
  /** @protobuf 6 strategy string */
  strategy: string;
}
