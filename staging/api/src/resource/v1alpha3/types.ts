import type { Condition, ListMeta, ObjectMeta, Time, int32, int64 } from '@kubescript/apimachinery';

export interface DeviceTaint {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 value string */
  value?: string;
  /** @protobuf 3 effect string */
  effect: string;
  /** @protobuf 4 timeAdded .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  timeAdded?: Time;
}

/** @gvk resource.k8s.io v1alpha3 DeviceTaintRule */
export interface DeviceTaintRule {
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
   * @protobuf 2 spec DeviceTaintRuleSpec
   */
  spec: DeviceTaintRuleSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status DeviceTaintRuleStatus
   */
  status: DeviceTaintRuleStatus;
}

/**
 * A list of DeviceTaintRule objects.
 *
 * @gvk resource.k8s.io v1alpha3 DeviceTaintRuleList
 */
export interface DeviceTaintRuleList {
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
   * @protobuf 2 items DeviceTaintRule
   */
  items: DeviceTaintRule[];
}

export interface DeviceTaintRuleSpec {
  /** @protobuf 1 deviceSelector DeviceTaintSelector */
  deviceSelector?: DeviceTaintSelector;
  /**
   * @embedded
   * @protobuf 2 taint DeviceTaint
   */
  taint: DeviceTaint;
}

export interface DeviceTaintRuleStatus {
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
}

export interface DeviceTaintSelector {
  /**
   * @pointer
   * @protobuf 2 driver string
   */
  driver?: string;
  /**
   * @pointer
   * @protobuf 3 pool string
   */
  pool?: string;
  /**
   * @pointer
   * @protobuf 4 device string
   */
  device?: string;
}

export interface PoolStatus {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 poolName string */
  poolName: string;
  /** @protobuf 3 nodeName string */
  nodeName?: string;
  /** @protobuf 4 totalDevices int32 */
  totalDevices?: int32;
  /** @protobuf 5 allocatedDevices int32 */
  allocatedDevices?: int32;
  /** @protobuf 6 availableDevices int32 */
  availableDevices?: int32;
  /** @protobuf 7 unavailableDevices int32 */
  unavailableDevices?: int32;
  /** @protobuf 8 resourceSliceCount int32 */
  resourceSliceCount?: int32;
  /** @protobuf 9 generation int64 */
  generation: int64;
  /** @protobuf 10 validationError string */
  validationError?: string;
}

/** @gvk resource.k8s.io v1alpha3 ResourcePoolStatusRequest */
export interface ResourcePoolStatusRequest {
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
   * @embedded
   * @protobuf 2 spec ResourcePoolStatusRequestSpec
   */
  spec: ResourcePoolStatusRequestSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ResourcePoolStatusRequestStatus
   */
  status: ResourcePoolStatusRequestStatus;
}

/**
 * A list of ResourcePoolStatusRequest objects.
 *
 * @gvk resource.k8s.io v1alpha3 ResourcePoolStatusRequestList
 */
export interface ResourcePoolStatusRequestList {
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
   * @protobuf 2 items ResourcePoolStatusRequest
   */
  items: ResourcePoolStatusRequest[];
}

export interface ResourcePoolStatusRequestSpec {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 poolName string */
  poolName?: string;
  /** @protobuf 3 limit int32 */
  limit?: int32;
}

export interface ResourcePoolStatusRequestStatus {
  /**
   * @listType atomic
   * @protobuf 2 pools PoolStatus
   */
  pools?: PoolStatus[];
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 3 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
  /** @protobuf 6 poolCount int32 */
  poolCount: int32;
}
