import type { ListMeta, MicroTime, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk coordination.k8s.io v1alpha2 LeaseCandidate */
export interface LeaseCandidate {
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
   * @protobuf 2 spec LeaseCandidateSpec
   */
  spec: LeaseCandidateSpec;
}

/**
 * A list of LeaseCandidate objects.
 *
 * @gvk coordination.k8s.io v1alpha2 LeaseCandidateList
 */
export interface LeaseCandidateList {
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
   * @protobuf 2 items LeaseCandidate
   */
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
