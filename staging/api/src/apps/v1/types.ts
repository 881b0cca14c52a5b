import type {
  IntOrString,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  RawExtension,
  Time,
  int32,
  int64,
} from '@kubescript/apimachinery';
import type * as corev1 from '../../core/v1/types.ts';

/**
 * A former state of the template of a workload.
 *
 * @gvk apps v1 ControllerRevision
 * @resource controllerrevisions namespaced
 */
export interface ControllerRevision {
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
  /** @protobuf 2 data .k8s.io.apimachinery.pkg.runtime.RawExtension */
  data?: RawExtension;
  /** @protobuf 3 revision int64 */
  revision: int64;
}

/**
 * A list of ControllerRevision objects.
 *
 * @gvk apps v1 ControllerRevisionList
 */
export interface ControllerRevisionList {
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
   * @protobuf 2 items ControllerRevision
   */
  items: ControllerRevision[];
}

/**
 * Keeps one pod on every node that fits.
 *
 * @gvk apps v1 DaemonSet
 * @resource daemonsets namespaced short=ds categories=all subresources=status
 */
export interface DaemonSet {
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
   * @protobuf 2 spec DaemonSetSpec
   */
  spec: DaemonSetSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status DaemonSetStatus
   */
  status: DaemonSetStatus;
}

export interface DaemonSetCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of DaemonSet objects.
 *
 * @gvk apps v1 DaemonSetList
 */
export interface DaemonSetList {
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
   * @protobuf 2 items DaemonSet
   */
  items: DaemonSet[];
}

/** What pods are wanted on the nodes. */
export interface DaemonSetSpec {
  /**
   * Labels that tell the pods of this set.
   *
   * @protobuf 1 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector: LabelSelector;
  /**
   * What the pods look like.
   *
   * @embedded
   * @protobuf 2 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * How pods are replaced.
   *
   * @embedded
   * @protobuf 3 updateStrategy DaemonSetUpdateStrategy
   */
  updateStrategy?: DaemonSetUpdateStrategy;
  /** @protobuf 4 minReadySeconds int32 */
  minReadySeconds?: int32;
  /**
   * @pointer
   * @protobuf 6 revisionHistoryLimit int32
   */
  revisionHistoryLimit?: int32;
}

/** On how many nodes the pods run. */
export interface DaemonSetStatus {
  /** @protobuf 1 currentNumberScheduled int32 */
  currentNumberScheduled: int32;
  /** @protobuf 2 numberMisscheduled int32 */
  numberMisscheduled: int32;
  /** @protobuf 3 desiredNumberScheduled int32 */
  desiredNumberScheduled: int32;
  /** @protobuf 4 numberReady int32 */
  numberReady: int32;
  /** @protobuf 5 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 6 updatedNumberScheduled int32 */
  updatedNumberScheduled?: int32;
  /** @protobuf 7 numberAvailable int32 */
  numberAvailable?: int32;
  /** @protobuf 8 numberUnavailable int32 */
  numberUnavailable?: int32;
  /**
   * @pointer
   * @protobuf 9 collisionCount int32
   */
  collisionCount?: int32;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 10 conditions DaemonSetCondition
   */
  conditions?: DaemonSetCondition[];
}

/** How pods of a daemon set are replaced. */
export interface DaemonSetUpdateStrategy {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 rollingUpdate RollingUpdateDaemonSet */
  rollingUpdate?: RollingUpdateDaemonSet;
}

/**
 * Keeps pods running and replaces them step by step when their template changes.
 *
 * @gvk apps v1 Deployment
 * @resource deployments namespaced short=deploy categories=all subresources=scale,status
 */
export interface Deployment {
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
   * @protobuf 2 spec DeploymentSpec
   */
  spec: DeploymentSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status DeploymentStatus
   */
  status: DeploymentStatus;
}

/** One aspect of the state of a deployment. */
export interface DeploymentCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 6 lastUpdateTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastUpdateTime?: Time;
  /**
   * @emitted
   * @protobuf 7 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of Deployment objects.
 *
 * @gvk apps v1 DeploymentList
 */
export interface DeploymentList {
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
   * @protobuf 2 items Deployment
   */
  items: Deployment[];
}

/** What pods are wanted and how they are replaced. */
export interface DeploymentSpec {
  /**
   * How many pods are wanted.
   *
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /**
   * Labels that tell the pods of this deployment.
   *
   * @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector: LabelSelector;
  /**
   * What the pods look like.
   *
   * @embedded
   * @protobuf 3 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * How pods are replaced.
   *
   * @embedded
   * @patchStrategy retainKeys
   * @protobuf 4 strategy DeploymentStrategy
   */
  strategy?: DeploymentStrategy;
  /**
   * Seconds that a new pod must be ready to count.
   *
   * @protobuf 5 minReadySeconds int32
   */
  minReadySeconds?: int32;
  /**
   * How many old ReplicaSets are kept.
   *
   * @pointer
   * @protobuf 6 revisionHistoryLimit int32
   */
  revisionHistoryLimit?: int32;
  /**
   * Whether changes wait.
   *
   * @protobuf 7 paused bool
   */
  paused?: boolean;
  /**
   * Seconds without progress after which the update has failed.
   *
   * @pointer
   * @protobuf 9 progressDeadlineSeconds int32
   */
  progressDeadlineSeconds?: int32;
}

/** How far a deployment got. */
export interface DeploymentStatus {
  /**
   * The generation that the controller has seen.
   *
   * @protobuf 1 observedGeneration int64
   */
  observedGeneration?: int64;
  /**
   * How many pods there are.
   *
   * @protobuf 2 replicas int32
   */
  replicas?: int32;
  /**
   * How many of them are of the newest template.
   *
   * @protobuf 3 updatedReplicas int32
   */
  updatedReplicas?: int32;
  /**
   * How many of them are ready.
   *
   * @protobuf 7 readyReplicas int32
   */
  readyReplicas?: int32;
  /**
   * How many of them have been ready long enough.
   *
   * @protobuf 4 availableReplicas int32
   */
  availableReplicas?: int32;
  /**
   * How many are missing.
   *
   * @protobuf 5 unavailableReplicas int32
   */
  unavailableReplicas?: int32;
  /**
   * @pointer
   * @protobuf 9 terminatingReplicas int32
   */
  terminatingReplicas?: int32;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 6 conditions DeploymentCondition
   */
  conditions?: DeploymentCondition[];
  /**
   * @pointer
   * @protobuf 8 collisionCount int32
   */
  collisionCount?: int32;
}

/** How old pods are replaced by new ones. */
export interface DeploymentStrategy {
  /**
   * RollingUpdate or Recreate.
   *
   * @protobuf 1 type string
   */
  type?: string;
  /**
   * How many pods may be missing or surplus.
   *
   * @protobuf 2 rollingUpdate RollingUpdateDeployment
   */
  rollingUpdate?: RollingUpdateDeployment;
}

/**
 * Keeps a number of equal pods running.
 *
 * @gvk apps v1 ReplicaSet
 * @resource replicasets namespaced short=rs categories=all subresources=scale,status
 */
export interface ReplicaSet {
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
   * @protobuf 2 spec ReplicaSetSpec
   */
  spec: ReplicaSetSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ReplicaSetStatus
   */
  status: ReplicaSetStatus;
}

export interface ReplicaSetCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of ReplicaSet objects.
 *
 * @gvk apps v1 ReplicaSetList
 */
export interface ReplicaSetList {
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
   * @protobuf 2 items ReplicaSet
   */
  items: ReplicaSet[];
}

/** How many pods of what kind are wanted. */
export interface ReplicaSetSpec {
  /**
   * How many pods are wanted.
   *
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /**
   * Seconds that a new pod must be ready to count.
   *
   * @protobuf 4 minReadySeconds int32
   */
  minReadySeconds?: int32;
  /**
   * Labels that tell the pods of this set.
   *
   * @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector: LabelSelector;
  /**
   * What the pods look like.
   *
   * @embedded
   * @protobuf 3 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template?: corev1.PodTemplateSpec;
}

/** How many pods there are. */
export interface ReplicaSetStatus {
  /** @protobuf 1 replicas int32 */
  replicas: int32;
  /** @protobuf 2 fullyLabeledReplicas int32 */
  fullyLabeledReplicas?: int32;
  /** @protobuf 4 readyReplicas int32 */
  readyReplicas?: int32;
  /** @protobuf 5 availableReplicas int32 */
  availableReplicas?: int32;
  /**
   * @pointer
   * @protobuf 7 terminatingReplicas int32
   */
  terminatingReplicas?: int32;
  /** @protobuf 3 observedGeneration int64 */
  observedGeneration?: int64;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 6 conditions ReplicaSetCondition
   */
  conditions?: ReplicaSetCondition[];
}

export interface RollingUpdateDaemonSet {
  /** @protobuf 1 maxUnavailable .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  maxUnavailable?: IntOrString;
  /** @protobuf 2 maxSurge .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  maxSurge?: IntOrString;
}

/** How many pods may be missing or surplus during an update. */
export interface RollingUpdateDeployment {
  /**
   * How many pods may be missing, as a number or per cent.
   *
   * @protobuf 1 maxUnavailable .k8s.io.apimachinery.pkg.util.intstr.IntOrString
   */
  maxUnavailable?: IntOrString;
  /**
   * How many pods may be surplus, as a number or per cent.
   *
   * @protobuf 2 maxSurge .k8s.io.apimachinery.pkg.util.intstr.IntOrString
   */
  maxSurge?: IntOrString;
}

export interface RollingUpdateStatefulSetStrategy {
  /**
   * @pointer
   * @protobuf 1 partition int32
   */
  partition?: int32;
  /** @protobuf 2 maxUnavailable .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  maxUnavailable?: IntOrString;
}

/**
 * Keeps pods running that have names and storage of their own.
 *
 * @gvk apps v1 StatefulSet
 * @resource statefulsets namespaced short=sts categories=all subresources=scale,status
 */
export interface StatefulSet {
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
   * @protobuf 2 spec StatefulSetSpec
   */
  spec: StatefulSetSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status StatefulSetStatus
   */
  status: StatefulSetStatus;
}

export interface StatefulSetCondition {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 status string */
  status: string;
  /**
   * @emitted
   * @protobuf 3 lastTransitionTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time
   */
  lastTransitionTime?: Time;
  /** @protobuf 4 reason string */
  reason?: string;
  /** @protobuf 5 message string */
  message?: string;
}

/**
 * A list of StatefulSet objects.
 *
 * @gvk apps v1 StatefulSetList
 */
export interface StatefulSetList {
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
   * @protobuf 2 items StatefulSet
   */
  items: StatefulSet[];
}

export interface StatefulSetOrdinals {
  /** @protobuf 1 start int32 */
  start?: int32;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** @protobuf 1 whenDeleted string */
  whenDeleted?: string;
  /** @protobuf 2 whenScaled string */
  whenScaled?: string;
}

/** What pods and claims are wanted. */
export interface StatefulSetSpec {
  /**
   * How many pods are wanted.
   *
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /**
   * Labels that tell the pods of this set.
   *
   * @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector: LabelSelector;
  /**
   * What the pods look like.
   *
   * @embedded
   * @protobuf 3 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * Storage that each pod gets.
   *
   * @listType atomic
   * @protobuf 4 volumeClaimTemplates .k8s.io.api.core.v1.PersistentVolumeClaim
   */
  volumeClaimTemplates?: corev1.PersistentVolumeClaim[];
  /**
   * The service that gives the pods their names.
   *
   * @emitted
   * @protobuf 5 serviceName string
   */
  serviceName?: string;
  /**
   * One by one (OrderedReady) or all at once (Parallel).
   *
   * @protobuf 6 podManagementPolicy string
   */
  podManagementPolicy?: string;
  /**
   * How pods are replaced.
   *
   * @embedded
   * @protobuf 7 updateStrategy StatefulSetUpdateStrategy
   */
  updateStrategy?: StatefulSetUpdateStrategy;
  /**
   * @pointer
   * @protobuf 8 revisionHistoryLimit int32
   */
  revisionHistoryLimit?: int32;
  /** @protobuf 9 minReadySeconds int32 */
  minReadySeconds?: int32;
  /** @protobuf 10 persistentVolumeClaimRetentionPolicy StatefulSetPersistentVolumeClaimRetentionPolicy */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** @protobuf 11 ordinals StatefulSetOrdinals */
  ordinals?: StatefulSetOrdinals;
}

/** How far a stateful set got. */
export interface StatefulSetStatus {
  /** @protobuf 1 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 2 replicas int32 */
  replicas: int32;
  /** @protobuf 3 readyReplicas int32 */
  readyReplicas?: int32;
  /** @protobuf 4 currentReplicas int32 */
  currentReplicas?: int32;
  /** @protobuf 5 updatedReplicas int32 */
  updatedReplicas?: int32;
  /** @protobuf 6 currentRevision string */
  currentRevision?: string;
  /** @protobuf 7 updateRevision string */
  updateRevision?: string;
  /**
   * @pointer
   * @protobuf 9 collisionCount int32
   */
  collisionCount?: int32;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 10 conditions StatefulSetCondition
   */
  conditions?: StatefulSetCondition[];
  /**
   * @emitted
   * @protobuf 11 availableReplicas int32
   */
  availableReplicas?: int32;
}

/** How pods of a stateful set are replaced. */
export interface StatefulSetUpdateStrategy {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 rollingUpdate RollingUpdateStatefulSetStrategy */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}
