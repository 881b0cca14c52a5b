import type { Bytes, Condition, ListMeta, ObjectMeta, Time, int32 } from '@kubescript/apimachinery';

/** @gvk certificates.k8s.io v1beta1 ClusterTrustBundle */
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
 * @gvk certificates.k8s.io v1beta1 ClusterTrustBundleList
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

/** @gvk certificates.k8s.io v1beta1 PodCertificateRequest */
export interface PodCertificateRequest {
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
   * @protobuf 2 spec PodCertificateRequestSpec
   */
  spec: PodCertificateRequestSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PodCertificateRequestStatus
   */
  status: PodCertificateRequestStatus;
}

/**
 * A list of PodCertificateRequest objects.
 *
 * @gvk certificates.k8s.io v1beta1 PodCertificateRequestList
 */
export interface PodCertificateRequestList {
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
   * @protobuf 2 items PodCertificateRequest
   */
  items: PodCertificateRequest[];
}

export interface PodCertificateRequestSpec {
  /** @protobuf 1 signerName string */
  signerName: string;
  /** @protobuf 2 podName string */
  podName: string;
  /** @protobuf 3 podUID string */
  podUID: string;
  /** @protobuf 4 serviceAccountName string */
  serviceAccountName: string;
  /** @protobuf 5 serviceAccountUID string */
  serviceAccountUID: string;
  /** @protobuf 6 nodeName string */
  nodeName: string;
  /** @protobuf 7 nodeUID string */
  nodeUID: string;
  /**
   * @pointer
   * @protobuf 8 maxExpirationSeconds int32
   */
  maxExpirationSeconds?: int32;
  /** @protobuf 9 pkixPublicKey bytes */
  pkixPublicKey?: Bytes;
  /** @protobuf 10 proofOfPossession bytes */
  proofOfPossession?: Bytes;
  /** @protobuf 11 unverifiedUserAnnotations map<string, string> */
  unverifiedUserAnnotations?: Record<string, string>;
  /** @protobuf 12 stubPKCS10Request bytes */
  stubPKCS10Request: Bytes;
}

export interface PodCertificateRequestStatus {
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
  /** @protobuf 2 certificateChain string */
  certificateChain?: string;
  /** @protobuf 4 notBefore .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  notBefore?: Time;
  /** @protobuf 5 beginRefreshAt .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  beginRefreshAt?: Time;
  /** @protobuf 6 notAfter .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  notAfter?: Time;
}
