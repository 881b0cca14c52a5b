import type { ListMeta, ObjectMeta, Time, int64 } from '@kubescript/apimachinery';

export interface ServerStorageVersion {
  /** @protobuf 1 apiServerID string */
  apiServerID: string;
  /** @protobuf 2 encodingVersion string */
  encodingVersion: string;
  /**
   * @listType set
   * @protobuf 3 decodableVersions string
   */
  decodableVersions: string[];
  /**
   * @listType set
   * @protobuf 4 servedVersions string
   */
  servedVersions?: string[];
}

/** @gvk internal.apiserver.k8s.io v1alpha1 StorageVersion */
export interface StorageVersion {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * What is wanted.
   *
   * @optional
   * @embedded
   * @protobuf 2 spec StorageVersionSpec
   */
  spec: StorageVersionSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status StorageVersionStatus
   */
  status: StorageVersionStatus;
}

export interface StorageVersionCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /** @protobuf 3 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 4 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  lastTransitionTime?: Time;
  /** @protobuf 5 reason string */
  reason: string;
  /** @protobuf 6 message string */
  message: string;
}

/**
 * A list of StorageVersion objects.
 *
 * @gvk internal.apiserver.k8s.io v1alpha1 StorageVersionList
 */
export interface StorageVersionList {
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
   * @protobuf 2 items StorageVersion
   */
  items: StorageVersion[];
}

export type StorageVersionSpec = Record<string, never>;

export interface StorageVersionStatus {
  /**
   * @listType map
   * @listMapKey apiServerID
   * @protobuf 1 storageVersions ServerStorageVersion
   */
  storageVersions?: ServerStorageVersion[];
  /** @protobuf 2 commonEncodingVersion string */
  commonEncodingVersion?: string;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @protobuf 3 conditions StorageVersionCondition
   */
  conditions?: StorageVersionCondition[];
}
