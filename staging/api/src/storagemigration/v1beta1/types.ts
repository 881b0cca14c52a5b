import type { Condition, GroupResource, ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk storagemigration.k8s.io v1beta1 StorageVersionMigration */
export interface StorageVersionMigration {
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
   * @protobuf 2 spec StorageVersionMigrationSpec
   */
  spec: StorageVersionMigrationSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status StorageVersionMigrationStatus
   */
  status: StorageVersionMigrationStatus;
}

/**
 * A list of StorageVersionMigration objects.
 *
 * @gvk storagemigration.k8s.io v1beta1 StorageVersionMigrationList
 */
export interface StorageVersionMigrationList {
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
   * @protobuf 2 items StorageVersionMigration
   */
  items: StorageVersionMigration[];
}

export interface StorageVersionMigrationSpec {
  /**
   * @embedded
   * @protobuf 1 resource .k8s.io.apimachinery.pkg.apis.meta.v1.GroupResource
   */
  resource: GroupResource;
}

export interface StorageVersionMigrationStatus {
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
  /** @protobuf 2 resourceVersion string */
  resourceVersion?: string;
}
