import type { FieldsV1, RawExtension, Time, int32, int64 } from '../../../runtime/scalars.ts';

/** @gvk core v1 APIGroup */
export interface APIGroup {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /** @protobuf 1 name string */
  name: string;
  /**
   * @listType atomic
   * @protobuf 2 versions GroupVersionForDiscovery
   */
  versions: GroupVersionForDiscovery[];
  /**
   * @embedded
   * @protobuf 3 preferredVersion GroupVersionForDiscovery
   */
  preferredVersion?: GroupVersionForDiscovery;
  /**
   * @listType atomic
   * @protobuf 4 serverAddressByClientCIDRs ServerAddressByClientCIDR
   */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/**
 * A list of APIGroup objects.
 *
 * @gvk core v1 APIGroupList
 */
export interface APIGroupList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * @listType atomic
   * @protobuf 1 groups APIGroup
   */
  groups: APIGroup[];
}

export interface APIResource {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 6 singularName string */
  singularName: string;
  /** @protobuf 2 namespaced bool */
  namespaced: boolean;
  /** @protobuf 8 group string */
  group?: string;
  /** @protobuf 9 version string */
  version?: string;
  /** @protobuf 3 kind string */
  kind: string;
  /** @protobuf 4 verbs Verbs */
  verbs: string[];
  /**
   * @listType atomic
   * @protobuf 5 shortNames string
   */
  shortNames?: string[];
  /**
   * @listType atomic
   * @protobuf 7 categories string
   */
  categories?: string[];
  /** @protobuf 10 storageVersionHash string */
  storageVersionHash?: string;
}

/**
 * A list of APIResource objects.
 *
 * @gvk core v1 APIResourceList
 */
export interface APIResourceList {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /** @protobuf 1 groupVersion string */
  groupVersion: string;
  /**
   * @listType atomic
   * @protobuf 2 resources APIResource
   */
  resources: APIResource[];
}

/** @gvk core v1 APIVersions */
export interface APIVersions {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * @listType atomic
   * @protobuf 1 versions string
   */
  versions: string[];
  /**
   * @listType atomic
   * @protobuf 2 serverAddressByClientCIDRs ServerAddressByClientCIDR
   */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

/** One aspect of the state of an object. */
export interface Condition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /** @protobuf 3 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 4 lastTransitionTime Time */
  lastTransitionTime: Time;
  /** @protobuf 5 reason string */
  reason: string;
  /** @protobuf 6 message string */
  message: string;
}

/**
 * How an object is to be deleted.
 *
 * @gvk *
 */
export interface DeleteOptions {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * @pointer
   * @protobuf 1 gracePeriodSeconds int64
   */
  gracePeriodSeconds?: int64;
  /** @protobuf 2 preconditions Preconditions */
  preconditions?: Preconditions;
  /**
   * @pointer
   * @protobuf 3 orphanDependents bool
   */
  orphanDependents?: boolean;
  /**
   * @pointer
   * @protobuf 4 propagationPolicy string
   */
  propagationPolicy?: string;
  /**
   * @listType atomic
   * @protobuf 5 dryRun string
   */
  dryRun?: string[];
  /**
   * @pointer
   * @protobuf 6 ignoreStoreReadErrorWithClusterBreakingPotential bool
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export interface FieldSelectorRequirement {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 operator string */
  operator: string;
  /**
   * @listType atomic
   * @protobuf 3 values string
   */
  values?: string[];
}

export interface GroupResource {
  /** @protobuf 1 group string */
  group: string;
  /** @protobuf 2 resource string */
  resource: string;
}

export interface GroupVersionForDiscovery {
  /** @protobuf 1 groupVersion string */
  groupVersion: string;
  /** @protobuf 2 version string */
  version: string;
}

/**
 * Chooses objects by their labels.
 *
 * @mapType atomic
 */
export interface LabelSelector {
  /**
   * Labels with the values that are wanted.
   *
   * @protobuf 1 matchLabels map<string, string>
   */
  matchLabels?: Record<string, string>;
  /**
   * Further requirements; all must hold.
   *
   * @listType atomic
   * @protobuf 2 matchExpressions LabelSelectorRequirement
   */
  matchExpressions?: LabelSelectorRequirement[];
}

/** A requirement of one label. */
export interface LabelSelectorRequirement {
  /** @protobuf 1 key string */
  key: string;
  /** @protobuf 2 operator string */
  operator: string;
  /**
   * @listType atomic
   * @protobuf 3 values string
   */
  values?: string[];
}

/** What every list has. */
export interface ListMeta {
  /** @protobuf 1 selfLink string */
  selfLink?: string;
  /** @protobuf 2 resourceVersion string */
  resourceVersion?: string;
  /** @protobuf 3 continue string */
  continue?: string;
  /**
   * @pointer
   * @protobuf 4 remainingItemCount int64
   */
  remainingItemCount?: int64;
  /** @protobuf 5 shardInfo ShardInfo */
  shardInfo?: ShardInfo;
}

export interface ManagedFieldsEntry {
  /** @protobuf 1 manager string */
  manager?: string;
  /** @protobuf 2 operation string */
  operation?: string;
  /** @protobuf 3 apiVersion string */
  apiVersion?: string;
  /** @protobuf 4 time Time */
  time?: Time;
  /** @protobuf 6 fieldsType string */
  fieldsType?: string;
  /** @protobuf 7 fieldsV1 FieldsV1 */
  fieldsV1?: FieldsV1;
  /** @protobuf 8 subresource string */
  subresource?: string;
}

/** What every object has. */
export interface ObjectMeta {
  /**
   * A name that is unique among the objects of the kind in the namespace.
   *
   * @protobuf 1 name string
   */
  name?: string;
  /**
   * The beginning of a name that the server completes.
   *
   * @protobuf 2 generateName string
   */
  generateName?: string;
  /**
   * The namespace of the object.
   *
   * @protobuf 3 namespace string
   */
  namespace?: string;
  /** @protobuf 4 selfLink string */
  selfLink?: string;
  /**
   * Tells the object from all others, past ones included.
   *
   * @protobuf 5 uid string
   */
  uid?: string;
  /**
   * Changes with every change of the object.
   *
   * @protobuf 6 resourceVersion string
   */
  resourceVersion?: string;
  /**
   * Counts the changes of what is wanted.
   *
   * @protobuf 7 generation int64
   */
  generation?: int64;
  /**
   * When the object was made.
   *
   * @protobuf 8 creationTimestamp Time
   */
  creationTimestamp?: Time;
  /**
   * When the object is to be gone; set once deletion is asked for.
   *
   * @protobuf 9 deletionTimestamp Time
   */
  deletionTimestamp?: Time;
  /**
   * Seconds that the object has to end.
   *
   * @pointer
   * @protobuf 10 deletionGracePeriodSeconds int64
   */
  deletionGracePeriodSeconds?: int64;
  /**
   * Keys and values to select objects by.
   *
   * @protobuf 11 labels map<string, string>
   */
  labels?: Record<string, string>;
  /**
   * Keys and values for programs.
   *
   * @protobuf 12 annotations map<string, string>
   */
  annotations?: Record<string, string>;
  /**
   * Objects with which this one is deleted.
   *
   * @listType map
   * @listMapKey uid
   * @patchStrategy merge
   * @patchMergeKey uid
   * @protobuf 13 ownerReferences OwnerReference
   */
  ownerReferences?: OwnerReference[];
  /**
   * What must be done before the object can go.
   *
   * @listType set
   * @patchStrategy merge
   * @protobuf 14 finalizers string
   */
  finalizers?: string[];
  /**
   * Who set which fields.
   *
   * @listType atomic
   * @protobuf 17 managedFields ManagedFieldsEntry
   */
  managedFields?: ManagedFieldsEntry[];
}

/**
 * Names an object that owns this one.
 *
 * @mapType atomic
 */
export interface OwnerReference {
  /** @protobuf 5 apiVersion string */
  apiVersion: string;
  /** @protobuf 1 kind string */
  kind: string;
  /** @protobuf 3 name string */
  name: string;
  /** @protobuf 4 uid string */
  uid: string;
  /**
   * @pointer
   * @protobuf 6 controller bool
   */
  controller?: boolean;
  /**
   * @pointer
   * @protobuf 7 blockOwnerDeletion bool
   */
  blockOwnerDeletion?: boolean;
}

export interface Preconditions {
  /**
   * @pointer
   * @protobuf 1 uid string
   */
  uid?: string;
  /**
   * @pointer
   * @protobuf 2 resourceVersion string
   */
  resourceVersion?: string;
}

export interface ServerAddressByClientCIDR {
  /** @protobuf 1 clientCIDR string */
  clientCIDR: string;
  /** @protobuf 2 serverAddress string */
  serverAddress: string;
}

export interface ShardInfo {
  /** @protobuf 1 selector string */
  selector: string;
}

/**
 * How a request went.
 *
 * @gvk core v1 Status
 */
export interface Status {
  /** The kind of the object. */
  kind?: string;
  /** The group and version of the kind. */
  apiVersion?: string;
  /**
   * What every object has: name, labels and so on.
   *
   * @optional
   * @embedded
   * @protobuf 1 metadata ListMeta
   */
  metadata: ListMeta;
  /**
   * What is observed.
   *
   * @optional
   * @protobuf 2 status string
   */
  status: string;
  /** @protobuf 3 message string */
  message?: string;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 details StatusDetails */
  details?: StatusDetails;
  /** @protobuf 6 code int32 */
  code?: int32;
}

export interface StatusCause {
  /** @protobuf 1 reason string */
  reason?: string;
  /** @protobuf 2 message string */
  message?: string;
  /** @protobuf 3 field string */
  field?: string;
}

export interface StatusDetails {
  /** @protobuf 1 name string */
  name?: string;
  /** @protobuf 2 group string */
  group?: string;
  /** @protobuf 3 kind string */
  kind?: string;
  /** @protobuf 6 uid string */
  uid?: string;
  /**
   * @listType atomic
   * @protobuf 4 causes StatusCause
   */
  causes?: StatusCause[];
  /** @protobuf 5 retryAfterSeconds int32 */
  retryAfterSeconds?: int32;
}

/** @gvk * */
export interface WatchEvent {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 object .k8s.io.apimachinery.pkg.runtime.RawExtension */
  object: RawExtension;
}
