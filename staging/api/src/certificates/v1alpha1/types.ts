import type { ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk certificates.k8s.io v1alpha1 ClusterTrustBundle */
export interface ClusterTrustBundle {
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
   * @protobuf 2 spec ClusterTrustBundleSpec
   */
  spec: ClusterTrustBundleSpec;
}

/**
 * A list of ClusterTrustBundle objects.
 *
 * @gvk certificates.k8s.io v1alpha1 ClusterTrustBundleList
 */
export interface ClusterTrustBundleList {
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
   * @protobuf 2 items ClusterTrustBundle
   */
  items: ClusterTrustBundle[];
}

export interface ClusterTrustBundleSpec {
  /** @protobuf 1 signerName string */
  signerName?: string;
  /** @protobuf 2 trustBundle string */
  trustBundle: string;
}
