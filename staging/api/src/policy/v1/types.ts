import type {
  Condition,
  DeleteOptions,
  IntOrString,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  Time,
  int32,
  int64,
} from '@kubescript/apimachinery';

/**
 * Asks a pod to leave, within its disruption budget.
 *
 * @gvk policy v1 Eviction
 */
export interface Eviction {
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
  /** @protobuf 2 deleteOptions .k8s.io.apimachinery.pkg.apis.meta.v1.DeleteOptions */
  deleteOptions?: DeleteOptions;
}

/**
 * How many pods may be missing by intent.
 *
 * @gvk policy v1 PodDisruptionBudget
 * @resource poddisruptionbudgets namespaced short=pdb subresources=status
 */
export interface PodDisruptionBudget {
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
   * @protobuf 2 spec PodDisruptionBudgetSpec
   */
  spec: PodDisruptionBudgetSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status PodDisruptionBudgetStatus
   */
  status: PodDisruptionBudgetStatus;
}

/**
 * A list of PodDisruptionBudget objects.
 *
 * @gvk policy v1 PodDisruptionBudgetList
 */
export interface PodDisruptionBudgetList {
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
   * @protobuf 2 items PodDisruptionBudget
   */
  items: PodDisruptionBudget[];
}

export interface PodDisruptionBudgetSpec {
  /** @protobuf 1 minAvailable .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  minAvailable?: IntOrString;
  /**
   * @patchStrategy replace
   * @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
   */
  selector?: LabelSelector;
  /** @protobuf 3 maxUnavailable .k8s.io.apimachinery.pkg.util.intstr.IntOrString */
  maxUnavailable?: IntOrString;
  /**
   * @pointer
   * @protobuf 4 unhealthyPodEvictionPolicy string
   */
  unhealthyPodEvictionPolicy?: string;
}

export interface PodDisruptionBudgetStatus {
  /** @protobuf 1 observedGeneration int64 */
  observedGeneration?: int64;
  /** @protobuf 2 disruptedPods map<string, .k8s.io.apimachinery.pkg.apis.meta.v1.Time> */
  disruptedPods?: Record<string, Time>;
  /**
   * @emitted
   * @protobuf 3 disruptionsAllowed int32
   */
  disruptionsAllowed?: int32;
  /**
   * @emitted
   * @protobuf 4 currentHealthy int32
   */
  currentHealthy?: int32;
  /**
   * @emitted
   * @protobuf 5 desiredHealthy int32
   */
  desiredHealthy?: int32;
  /**
   * @emitted
   * @protobuf 6 expectedPods int32
   */
  expectedPods?: int32;
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 7 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}
