import type { ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk certificates.k8s.io v1alpha1 ClusterTrustBundle */
export interface ClusterTrustBundle {
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
   * @protobuf 2 spec ClusterTrustBundleSpec
   */
  spec: ClusterTrustBundleSpec;
}

/** @gvk certificates.k8s.io v1alpha1 ClusterTrustBundleList */
export interface ClusterTrustBundleList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items ClusterTrustBundle */
  items: ClusterTrustBundle[];
}

export interface ClusterTrustBundleSpec {
  /** @protobuf 1 signerName string */
  signerName?: string;
  /** @protobuf 2 trustBundle string */
  trustBundle: string;
}
