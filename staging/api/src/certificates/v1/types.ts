import type { Bytes, ListMeta, ObjectMeta, Time, int32 } from '@kubescript/apimachinery';

/**
 * Asks for a certificate.
 *
 * @gvk certificates.k8s.io v1 CertificateSigningRequest
 * @resource certificatesigningrequests cluster short=csr subresources=approval,status
 */
export interface CertificateSigningRequest {
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
   * @protobuf 2 spec CertificateSigningRequestSpec
   */
  spec: CertificateSigningRequestSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status CertificateSigningRequestStatus
   */
  status: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 6 status string */
  status: string;
  /** @protobuf 2 reason string */
  reason?: string;
  /** @protobuf 3 message string */
  message?: string;
  /**
   * @emitted
   * @protobuf 4 lastUpdateTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastUpdateTime?: Time;
  /**
   * @emitted
   * @protobuf 5 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
}

/**
 * A list of CertificateSigningRequest objects.
 *
 * @gvk certificates.k8s.io v1 CertificateSigningRequestList
 */
export interface CertificateSigningRequestList {
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
   * @protobuf 2 items CertificateSigningRequest
   */
  items: CertificateSigningRequest[];
}

export interface CertificateSigningRequestSpec {
  /** @protobuf 1 request bytes */
  request: Bytes;
  /** @protobuf 7 signerName string */
  signerName: string;
  /**
   * @pointer
   * @protobuf 8 expirationSeconds int32
   */
  expirationSeconds?: int32;
  /**
   * @listType atomic
   * @protobuf 5 usages string
   */
  usages?: string[];
  /** @protobuf 2 username string */
  username?: string;
  /** @protobuf 3 uid string */
  uid?: string;
  /**
   * @listType atomic
   * @protobuf 4 groups string
   */
  groups?: string[];
  /** @protobuf 6 extra map<string, ExtraValue> */
  extra?: Record<string, string[]>;
}

export interface CertificateSigningRequestStatus {
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @protobuf 1 conditions CertificateSigningRequestCondition
   */
  conditions?: CertificateSigningRequestCondition[];
  /** @protobuf 2 certificate bytes */
  certificate?: Bytes;
}
