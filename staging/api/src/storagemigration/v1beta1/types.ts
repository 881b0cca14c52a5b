import type { Condition, GroupResource, ListMeta, ObjectMeta } from '@kubescript/apimachinery';

/** @gvk storagemigration.k8s.io v1beta1 StorageVersionMigration */
export interface StorageVersionMigration {
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
   * @protobuf 2 spec StorageVersionMigrationSpec
   */
  spec: StorageVersionMigrationSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status StorageVersionMigrationStatus
   */
  status: StorageVersionMigrationStatus;
}

/** @gvk storagemigration.k8s.io v1beta1 StorageVersionMigrationList */
export interface StorageVersionMigrationList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items StorageVersionMigration */
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
