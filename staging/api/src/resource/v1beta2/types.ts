import type { Condition, ListMeta, ObjectMeta, Quantity, RawExtension, Time, int64 } from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

export interface AllocatedDeviceStatus {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 pool string */
  pool: string;
  /** @protobuf 3 device string */
  device: string;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @protobuf 4 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
  /** @protobuf 5 data .k8s.io.apimachinery.pkg.runtime.RawExtension */
  data?: RawExtension;
  /** @protobuf 6 networkData NetworkDeviceData */
  networkData?: NetworkDeviceData;
  /**
   * @pointer
   * @protobuf 7 shareID string
   */
  shareID?: string;
}

export interface AllocationResult {
  /**
   * @embedded
   * @protobuf 1 devices DeviceAllocationResult
   */
  devices?: DeviceAllocationResult;
  /** @protobuf 3 nodeSelector .k8s.io.api.core.v1.NodeSelector */
  nodeSelector?: corev1.NodeSelector;
  /** @protobuf 5 allocationTimestamp .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  allocationTimestamp?: Time;
}

export interface CELDeviceSelector {
  /** @protobuf 1 expression string */
  expression: string;
}

export interface CapacityRequestPolicy {
  /** @protobuf 1 default .k8s.io.apimachinery.pkg.api.resource.Quantity */
  default?: Quantity;
  /**
   * @listType atomic
   * @protobuf 3 validValues .k8s.io.apimachinery.pkg.api.resource.Quantity
   */
  validValues?: Quantity[];
  /** @protobuf 4 validRange CapacityRequestPolicyRange */
  validRange?: CapacityRequestPolicyRange;
}

export interface CapacityRequestPolicyRange {
  /** @protobuf 1 min .k8s.io.apimachinery.pkg.api.resource.Quantity */
  min: Quantity;
  /** @protobuf 2 max .k8s.io.apimachinery.pkg.api.resource.Quantity */
  max?: Quantity;
  /** @protobuf 3 step .k8s.io.apimachinery.pkg.api.resource.Quantity */
  step?: Quantity;
}

export interface CapacityRequirements {
  /** @protobuf 1 requests map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  requests?: Record<string, Quantity>;
}

export interface Counter {
  /** @protobuf 1 value .k8s.io.apimachinery.pkg.api.resource.Quantity */
  value: Quantity;
}

export interface CounterSet {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 counters map<string, Counter> */
  counters: Record<string, Counter>;
}

export interface Device {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 attributes map<string, DeviceAttribute> */
  attributes?: Record<string, DeviceAttribute>;
  /** @protobuf 3 capacity map<string, DeviceCapacity> */
  capacity?: Record<string, DeviceCapacity>;
  /**
   * @listType atomic
   * @protobuf 4 consumesCounters DeviceCounterConsumption
   */
  consumesCounters?: DeviceCounterConsumption[];
  /**
   * @pointer
   * @protobuf 5 nodeName string
   */
  nodeName?: string;
  /** @protobuf 6 nodeSelector .k8s.io.api.core.v1.NodeSelector */
  nodeSelector?: corev1.NodeSelector;
  /**
   * @pointer
   * @protobuf 7 allNodes bool
   */
  allNodes?: boolean;
  /**
   * @listType atomic
   * @protobuf 8 taints DeviceTaint
   */
  taints?: DeviceTaint[];
  /**
   * @pointer
   * @protobuf 9 bindsToNode bool
   */
  bindsToNode?: boolean;
  /**
   * @listType atomic
   * @protobuf 10 bindingConditions string
   */
  bindingConditions?: string[];
  /**
   * @listType atomic
   * @protobuf 11 bindingFailureConditions string
   */
  bindingFailureConditions?: string[];
  /**
   * @pointer
   * @protobuf 12 allowMultipleAllocations bool
   */
  allowMultipleAllocations?: boolean;
  /** @protobuf 13 nodeAllocatableResourceMappings map<string, NodeAllocatableResourceMapping> */
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
}

/** @protobufInline 3 deviceConfiguration DeviceConfiguration */
export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  /** @protobuf 1 source string */
  source: string;
  /**
   * @listType atomic
   * @protobuf 2 requests string
   */
  requests?: string[];
}

export interface DeviceAllocationResult {
  /**
   * @listType atomic
   * @protobuf 1 results DeviceRequestAllocationResult
   */
  results?: DeviceRequestAllocationResult[];
  /**
   * @listType atomic
   * @protobuf 2 config DeviceAllocationConfiguration
   */
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceAttribute {
  /**
   * @pointer
   * @protobuf 2 int int64
   */
  int?: int64;
  /**
   * @pointer
   * @protobuf 3 bool bool
   */
  bool?: boolean;
  /**
   * @pointer
   * @protobuf 4 string string
   */
  string?: string;
  /**
   * @pointer
   * @protobuf 5 version string
   */
  version?: string;
  /**
   * @listType atomic
   * @protobuf 6 ints int64
   */
  ints?: int64[];
  /**
   * @listType atomic
   * @protobuf 7 bools bool
   */
  bools?: boolean[];
  /**
   * @listType atomic
   * @protobuf 8 strings string
   */
  strings?: string[];
  /**
   * @listType atomic
   * @protobuf 9 versions string
   */
  versions?: string[];
}

export interface DeviceCapacity {
  /** @protobuf 1 value .k8s.io.apimachinery.pkg.api.resource.Quantity */
  value: Quantity;
  /** @protobuf 2 requestPolicy CapacityRequestPolicy */
  requestPolicy?: CapacityRequestPolicy;
}

export interface DeviceClaim {
  /**
   * @listType atomic
   * @protobuf 1 requests DeviceRequest
   */
  requests?: DeviceRequest[];
  /**
   * @listType atomic
   * @protobuf 2 constraints DeviceConstraint
   */
  constraints?: DeviceConstraint[];
  /**
   * @listType atomic
   * @protobuf 3 config DeviceClaimConfiguration
   */
  config?: DeviceClaimConfiguration[];
}

/** @protobufInline 2 deviceConfiguration DeviceConfiguration */
export interface DeviceClaimConfiguration extends DeviceConfiguration {
  /**
   * @listType atomic
   * @protobuf 1 requests string
   */
  requests?: string[];
}

/** @gvk resource.k8s.io v1beta2 DeviceClass */
export interface DeviceClass {
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
   * @protobuf 2 spec DeviceClassSpec
   */
  spec: DeviceClassSpec;
}

/** @protobufInline 1 deviceConfiguration DeviceConfiguration */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- upstream embeds one struct and adds nothing
export interface DeviceClassConfiguration extends DeviceConfiguration {}

/**
 * A list of DeviceClass objects.
 *
 * @gvk resource.k8s.io v1beta2 DeviceClassList
 */
export interface DeviceClassList {
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
   * @protobuf 2 items DeviceClass
   */
  items: DeviceClass[];
}

export interface DeviceClassSpec {
  /**
   * @listType atomic
   * @protobuf 1 selectors DeviceSelector
   */
  selectors?: DeviceSelector[];
  /**
   * @listType atomic
   * @protobuf 2 config DeviceClassConfiguration
   */
  config?: DeviceClassConfiguration[];
  /**
   * @pointer
   * @protobuf 4 extendedResourceName string
   */
  extendedResourceName?: string;
}

export interface DeviceConstraint {
  /**
   * @listType atomic
   * @protobuf 1 requests string
   */
  requests?: string[];
  /**
   * @pointer
   * @protobuf 2 matchAttribute string
   */
  matchAttribute?: string;
  /**
   * @pointer
   * @protobuf 3 distinctAttribute string
   */
  distinctAttribute?: string;
}

export interface DeviceCounterConsumption {
  /** @protobuf 1 counterSet string */
  counterSet: string;
  /** @protobuf 2 counters map<string, Counter> */
  counters: Record<string, Counter>;
}

export interface DeviceRequest {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 exactly ExactDeviceRequest */
  exactly?: ExactDeviceRequest;
  /**
   * @listType atomic
   * @protobuf 3 firstAvailable DeviceSubRequest
   */
  firstAvailable?: DeviceSubRequest[];
}

export interface DeviceRequestAllocationResult {
  /** @protobuf 1 request string */
  request: string;
  /** @protobuf 2 driver string */
  driver: string;
  /** @protobuf 3 pool string */
  pool: string;
  /** @protobuf 4 device string */
  device: string;
  /**
   * @pointer
   * @protobuf 5 adminAccess bool
   */
  adminAccess?: boolean;
  /**
   * @listType atomic
   * @protobuf 6 tolerations DeviceToleration
   */
  tolerations?: DeviceToleration[];
  /**
   * @listType atomic
   * @protobuf 7 bindingConditions string
   */
  bindingConditions?: string[];
  /**
   * @listType atomic
   * @protobuf 8 bindingFailureConditions string
   */
  bindingFailureConditions?: string[];
  /**
   * @pointer
   * @protobuf 9 shareID string
   */
  shareID?: string;
  /** @protobuf 10 consumedCapacity map<string, .k8s.io.apimachinery.pkg.api.resource.Quantity> */
  consumedCapacity?: Record<string, Quantity>;
}

export interface DeviceSelector {
  /** @protobuf 1 cel CELDeviceSelector */
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 deviceClassName string */
  deviceClassName: string;
  /**
   * @listType atomic
   * @protobuf 3 selectors DeviceSelector
   */
  selectors?: DeviceSelector[];
  /** @protobuf 4 allocationMode string */
  allocationMode?: string;
  /** @protobuf 5 count int64 */
  count?: int64;
  /**
   * @listType atomic
   * @protobuf 6 tolerations DeviceToleration
   */
  tolerations?: DeviceToleration[];
  /** @protobuf 7 capacity CapacityRequirements */
  capacity?: CapacityRequirements;
}

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

/** @gvk resource.k8s.io v1beta2 DeviceTaintRule */
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
 * @gvk resource.k8s.io v1beta2 DeviceTaintRuleList
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

export interface DeviceToleration {
  /** @protobuf 1 key string */
  key?: string;
  /** @protobuf 2 operator string */
  operator?: string;
  /** @protobuf 3 value string */
  value?: string;
  /** @protobuf 4 effect string */
  effect?: string;
  /**
   * @pointer
   * @protobuf 5 tolerationSeconds int64
   */
  tolerationSeconds?: int64;
}

export interface ExactDeviceRequest {
  /** @protobuf 1 deviceClassName string */
  deviceClassName: string;
  /**
   * @listType atomic
   * @protobuf 2 selectors DeviceSelector
   */
  selectors?: DeviceSelector[];
  /** @protobuf 3 allocationMode string */
  allocationMode?: string;
  /** @protobuf 4 count int64 */
  count?: int64;
  /**
   * @pointer
   * @protobuf 5 adminAccess bool
   */
  adminAccess?: boolean;
  /**
   * @listType atomic
   * @protobuf 6 tolerations DeviceToleration
   */
  tolerations?: DeviceToleration[];
  /** @protobuf 7 capacity CapacityRequirements */
  capacity?: CapacityRequirements;
}

export interface NetworkDeviceData {
  /** @protobuf 1 interfaceName string */
  interfaceName?: string;
  /**
   * @listType atomic
   * @protobuf 2 ips string
   */
  ips?: string[];
  /** @protobuf 3 hardwareAddress string */
  hardwareAddress?: string;
}

export interface NodeAllocatableResourceMapping {
  /**
   * @pointer
   * @protobuf 1 capacityKey string
   */
  capacityKey?: string;
  /** @protobuf 2 allocationMultiplier .k8s.io.apimachinery.pkg.api.resource.Quantity */
  allocationMultiplier?: Quantity;
}

export interface OpaqueDeviceConfiguration {
  /** @protobuf 1 driver string */
  driver: string;
  /** @protobuf 2 parameters .k8s.io.apimachinery.pkg.runtime.RawExtension */
  parameters: RawExtension;
}

/** @gvk resource.k8s.io v1beta2 ResourceClaim */
export interface ResourceClaim {
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
   * @protobuf 2 spec ResourceClaimSpec
   */
  spec: ResourceClaimSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ResourceClaimStatus
   */
  status: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  /** @protobuf 1 apiGroup string */
  apiGroup?: string;
  /** @protobuf 3 resource string */
  resource: string;
  /** @protobuf 4 name string */
  name: string;
  /** @protobuf 5 uid string */
  uid: string;
}

/**
 * A list of ResourceClaim objects.
 *
 * @gvk resource.k8s.io v1beta2 ResourceClaimList
 */
export interface ResourceClaimList {
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
   * @protobuf 2 items ResourceClaim
   */
  items: ResourceClaim[];
}

export interface ResourceClaimSpec {
  /**
   * @embedded
   * @protobuf 1 devices DeviceClaim
   */
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  /** @protobuf 1 allocation AllocationResult */
  allocation?: AllocationResult;
  /**
   * @listType map
   * @listMapKey uid
   * @patchStrategy merge
   * @patchMergeKey uid
   * @protobuf 2 reservedFor ResourceClaimConsumerReference
   */
  reservedFor?: ResourceClaimConsumerReference[];
  /**
   * @listType map
   * @listMapKey driver
   * @listMapKey device
   * @listMapKey pool
   * @listMapKey shareID
   * @protobuf 4 devices AllocatedDeviceStatus
   */
  devices?: AllocatedDeviceStatus[];
}

/** @gvk resource.k8s.io v1beta2 ResourceClaimTemplate */
export interface ResourceClaimTemplate {
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
   * @protobuf 2 spec ResourceClaimTemplateSpec
   */
  spec: ResourceClaimTemplateSpec;
}

/**
 * A list of ResourceClaimTemplate objects.
 *
 * @gvk resource.k8s.io v1beta2 ResourceClaimTemplateList
 */
export interface ResourceClaimTemplateList {
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
   * @protobuf 2 items ResourceClaimTemplate
   */
  items: ResourceClaimTemplate[];
}

export interface ResourceClaimTemplateSpec {
  /**
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata?: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 spec ResourceClaimSpec
   */
  spec: ResourceClaimSpec;
}

export interface ResourcePool {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 generation int64 */
  generation: int64;
  /** @protobuf 3 resourceSliceCount int64 */
  resourceSliceCount: int64;
}

/** @gvk resource.k8s.io v1beta2 ResourceSlice */
export interface ResourceSlice {
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
   * @protobuf 2 spec ResourceSliceSpec
   */
  spec: ResourceSliceSpec;
}

/**
 * A list of ResourceSlice objects.
 *
 * @gvk resource.k8s.io v1beta2 ResourceSliceList
 */
export interface ResourceSliceList {
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
   * @protobuf 2 items ResourceSlice
   */
  items: ResourceSlice[];
}

export interface ResourceSliceSpec {
  /** @protobuf 1 driver string */
  driver: string;
  /**
   * @embedded
   * @protobuf 2 pool ResourcePool
   */
  pool: ResourcePool;
  /**
   * @pointer
   * @protobuf 3 nodeName string
   */
  nodeName?: string;
  /** @protobuf 4 nodeSelector .k8s.io.api.core.v1.NodeSelector */
  nodeSelector?: corev1.NodeSelector;
  /**
   * @pointer
   * @protobuf 5 allNodes bool
   */
  allNodes?: boolean;
  /**
   * @listType atomic
   * @protobuf 6 devices Device
   */
  devices?: Device[];
  /**
   * @pointer
   * @protobuf 7 perDeviceNodeSelection bool
   */
  perDeviceNodeSelection?: boolean;
  /**
   * @listType atomic
   * @protobuf 8 sharedCounters CounterSet
   */
  sharedCounters?: CounterSet[];
}

/** Embedded in the types that extend it; no message of its own in JSON. */
export interface DeviceConfiguration {
  /** @protobuf 1 opaque OpaqueDeviceConfiguration */
  opaque?: OpaqueDeviceConfiguration;
}
