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
 * @gvk apps v1 ControllerRevision
 * @resource controllerrevisions namespaced
 */
export interface ControllerRevision {
  kind?: string;
  apiVersion?: string;
  /**
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

/** @gvk apps v1 ControllerRevisionList */
export interface ControllerRevisionList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items ControllerRevision */
  items: ControllerRevision[];
}

/**
 * @gvk apps v1 DaemonSet
 * @resource daemonsets namespaced short=ds categories=all subresources=status
 */
export interface DaemonSet {
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
   * @protobuf 2 spec DaemonSetSpec
   */
  spec: DaemonSetSpec;
  /**
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

/** @gvk apps v1 DaemonSetList */
export interface DaemonSetList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items DaemonSet */
  items: DaemonSet[];
}

export interface DaemonSetSpec {
  /** @protobuf 1 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector: LabelSelector;
  /**
   * @embedded
   * @protobuf 2 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
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
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 10 conditions DaemonSetCondition
   */
  conditions?: DaemonSetCondition[];
}

export interface DaemonSetUpdateStrategy {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 rollingUpdate RollingUpdateDaemonSet */
  rollingUpdate?: RollingUpdateDaemonSet;
}

/**
 * @gvk apps v1 Deployment
 * @resource deployments namespaced short=deploy categories=all subresources=scale,status
 */
export interface Deployment {
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
   * @protobuf 2 spec DeploymentSpec
   */
  spec: DeploymentSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status DeploymentStatus
   */
  status: DeploymentStatus;
}

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

/** @gvk apps v1 DeploymentList */
export interface DeploymentList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items Deployment */
  items: Deployment[];
}

export interface DeploymentSpec {
  /**
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /** @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector: LabelSelector;
  /**
   * @embedded
   * @protobuf 3 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * @embedded
   * @patchStrategy retainKeys
   * @protobuf 4 strategy DeploymentStrategy
   */
  strategy?: DeploymentStrategy;
  /** @protobuf 5 minReadySeconds int32 */
  minReadySeconds?: int32;
  /**
   * @pointer
   * @protobuf 6 revisionHistoryLimit int32
   */
  revisionHistoryLimit?: int32;
  /** @protobuf 7 paused bool */
  paused?: boolean;
  /**
   * @pointer
   * @protobuf 9 progressDeadlineSeconds int32
   */
  progressDeadlineSeconds?: int32;
}

export interface DeploymentStatus {
  /** @protobuf 1 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 2 replicas int32 */
  replicas?: int32;
  /** @protobuf 3 updatedReplicas int32 */
  updatedReplicas?: int32;
  /** @protobuf 7 readyReplicas int32 */
  readyReplicas?: int32;
  /** @protobuf 4 availableReplicas int32 */
  availableReplicas?: int32;
  /** @protobuf 5 unavailableReplicas int32 */
  unavailableReplicas?: int32;
  /**
   * @pointer
   * @protobuf 9 terminatingReplicas int32
   */
  terminatingReplicas?: int32;
  /**
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

export interface DeploymentStrategy {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 rollingUpdate RollingUpdateDeployment */
  rollingUpdate?: RollingUpdateDeployment;
}

/**
 * @gvk apps v1 ReplicaSet
 * @resource replicasets namespaced short=rs categories=all subresources=scale,status
 */
export interface ReplicaSet {
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
   * @protobuf 2 spec ReplicaSetSpec
   */
  spec: ReplicaSetSpec;
  /**
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

/** @gvk apps v1 ReplicaSetList */
export interface ReplicaSetList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items ReplicaSet */
  items: ReplicaSet[];
}

export interface ReplicaSetSpec {
  /**
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /** @protobuf 4 minReadySeconds int32 */
  minReadySeconds?: int32;
  /** @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector: LabelSelector;
  /**
   * @embedded
   * @protobuf 3 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template?: corev1.PodTemplateSpec;
}

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

export interface RollingUpdateDeployment {
  /** @protobuf 1 maxUnavailable .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  maxUnavailable?: IntOrString;
  /** @protobuf 2 maxSurge .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
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
 * @gvk apps v1 StatefulSet
 * @resource statefulsets namespaced short=sts categories=all subresources=scale,status
 */
export interface StatefulSet {
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
   * @protobuf 2 spec StatefulSetSpec
   */
  spec: StatefulSetSpec;
  /**
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

/** @gvk apps v1 StatefulSetList */
export interface StatefulSetList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items StatefulSet */
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

export interface StatefulSetSpec {
  /**
   * @pointer
   * @protobuf 1 replicas int32
   */
  replicas?: int32;
  /** @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector: LabelSelector;
  /**
   * @embedded
   * @protobuf 3 template .k8s.io.api.core.v1.PodTemplateSpec
   */
  template: corev1.PodTemplateSpec;
  /**
   * @listType atomic
   * @protobuf 4 volumeClaimTemplates .k8s.io.api.core.v1.PersistentVolumeClaim
   */
  volumeClaimTemplates?: corev1.PersistentVolumeClaim[];
  /**
   * @emitted
   * @protobuf 5 serviceName string
   */
  serviceName?: string;
  /** @protobuf 6 podManagementPolicy string */
  podManagementPolicy?: string;
  /**
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

export interface StatefulSetUpdateStrategy {
  /** @protobuf 1 type string */
  type?: string;
  /** @protobuf 2 rollingUpdate RollingUpdateStatefulSetStrategy */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}
