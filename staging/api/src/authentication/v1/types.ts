import type { ObjectMeta, Time, int64 } from '@kubescript/apimachinery';

export interface BoundObjectReference {
  /** @protobuf 1 kind string */
  kind?: string;
  /** @protobuf 2 apiVersion string */
  apiVersion?: string;
  /** @protobuf 3 name string */
  name?: string;
  /** @protobuf 4 uID string */
  uid?: string;
}

/**
 * @gvk authentication.k8s.io v1 SelfSubjectReview
 * @resource selfsubjectreviews cluster
 */
export interface SelfSubjectReview {
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
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 2 status SelfSubjectReviewStatus
   */
  status: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  /**
   * @embedded
   * @protobuf 1 userInfo UserInfo
   */
  userInfo?: UserInfo;
}

/** @gvk authentication.k8s.io v1 TokenRequest */
export interface TokenRequest {
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
   * @protobuf 2 spec TokenRequestSpec
   */
  spec: TokenRequestSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status TokenRequestStatus
   */
  status: TokenRequestStatus;
}

export interface TokenRequestSpec {
  /**
   * @listType atomic
   * @emitted
   * @protobuf 1 audiences string
   */
  audiences?: string[];
  /**
   * @pointer
   * @protobuf 4 expirationSeconds int64
   */
  expirationSeconds?: int64;
  /**
   * @emitted
   * @protobuf 3 boundObjectRef BoundObjectReference
   */
  boundObjectRef?: BoundObjectReference;
}

export interface TokenRequestStatus {
  /**
   * @emitted
   * @protobuf 1 token string
   */
  token?: string;
  /**
   * @emitted
   * @protobuf 2 expirationTimestamp .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  expirationTimestamp?: Time;
}

/**
 * @gvk authentication.k8s.io v1 TokenReview
 * @resource tokenreviews cluster
 */
export interface TokenReview {
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
   * @protobuf 2 spec TokenReviewSpec
   */
  spec: TokenReviewSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status TokenReviewStatus
   */
  status: TokenReviewStatus;
}

export interface TokenReviewSpec {
  /** @protobuf 1 token string */
  token: string;
  /**
   * @listType atomic
   * @protobuf 2 audiences string
   */
  audiences?: string[];
}

export interface TokenReviewStatus {
  /** @protobuf 1 authenticated bool */
  authenticated?: boolean;
  /**
   * @embedded
   * @protobuf 2 user UserInfo
   */
  user?: UserInfo;
  /**
   * @listType atomic
   * @protobuf 4 audiences string
   */
  audiences?: string[];
  /** @protobuf 3 error string */
  error?: string;
}

export interface UserInfo {
  /** @protobuf 1 username string */
  username?: string;
  /** @protobuf 2 uid string */
  uid?: string;
  /**
   * @listType atomic
   * @protobuf 3 groups string
   */
  groups?: string[];
  /** @protobuf 4 extra map<string, ExtraValue> */
  extra?: Record<string, string[]>;
}
