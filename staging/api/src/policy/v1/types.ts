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

/** @gvk policy v1 Eviction */
export interface Eviction {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /** @protobuf 2 deleteOptions .k8s.io.apimachinery.pkg.apis.meta.v1.DeleteOptions */
  deleteOptions?: DeleteOptions;
}

/**
 * @gvk policy v1 PodDisruptionBudget
 * @resource poddisruptionbudgets namespaced short=pdb subresources=status
 */
export interface PodDisruptionBudget {
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
   * @protobuf 2 spec PodDisruptionBudgetSpec
   */
  spec: PodDisruptionBudgetSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status PodDisruptionBudgetStatus
   */
  status: PodDisruptionBudgetStatus;
}

/** @gvk policy v1 PodDisruptionBudgetList */
export interface PodDisruptionBudgetList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items PodDisruptionBudget */
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
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 7 conditions .k8s.io.apimachinery.pkg.apis.meta.v1.Condition
   */
  conditions?: Condition[];
}
