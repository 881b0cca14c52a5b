import type { ListMeta, ObjectMeta, Time, int32, int64 } from '@kubescript/apimachinery';

/** @mapType atomic */
export interface CrossVersionObjectReference {
  /** @protobuf 1 kind string */
  kind: string;
  /** @protobuf 2 name string */
  name: string;
  /** @protobuf 3 apiVersion string */
  apiVersion?: string;
}

/**
 * Scales a workload by what its pods measure.
 *
 * @gvk autoscaling v1 HorizontalPodAutoscaler
 * @resource horizontalpodautoscalers namespaced short=hpa categories=all subresources=status
 */
export interface HorizontalPodAutoscaler {
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
   * @protobuf 2 spec HorizontalPodAutoscalerSpec
   */
  spec: HorizontalPodAutoscalerSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status HorizontalPodAutoscalerStatus
   */
  status: HorizontalPodAutoscalerStatus;
}

/**
 * A list of HorizontalPodAutoscaler objects.
 *
 * @gvk autoscaling v1 HorizontalPodAutoscalerList
 */
export interface HorizontalPodAutoscalerList {
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
   * @protobuf 2 items HorizontalPodAutoscaler
   */
  items: HorizontalPodAutoscaler[];
}

export interface HorizontalPodAutoscalerSpec {
  /**
   * @embedded
   * @protobuf 1 scaleTargetRef CrossVersionObjectReference
   */
  scaleTargetRef: CrossVersionObjectReference;
  /**
   * @pointer
   * @protobuf 2 minReplicas int32
   */
  minReplicas?: int32;
  /** @protobuf 3 maxReplicas int32 */
  maxReplicas: int32;
  /**
   * @pointer
   * @protobuf 4 targetCPUUtilizationPercentage int32
   */
  targetCPUUtilizationPercentage?: int32;
}

export interface HorizontalPodAutoscalerStatus {
  /**
   * @pointer
   * @protobuf 1 observedGeneration int64
   */
  observedGeneration?: int64;
  /** @protobuf 2 lastScaleTime .k8s.io.apimachinery.pkg.apis.meta.v1.Time */
  lastScaleTime?: Time;
  /** @protobuf 3 currentReplicas int32 */
  currentReplicas: int32;
  /** @protobuf 4 desiredReplicas int32 */
  desiredReplicas: int32;
  /**
   * @pointer
   * @protobuf 5 currentCPUUtilizationPercentage int32
   */
  currentCPUUtilizationPercentage?: int32;
}

/**
 * The number of replicas of a workload.
 *
 * @gvk autoscaling v1 Scale
 */
export interface Scale {
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
   * @protobuf 2 spec ScaleSpec
   */
  spec: ScaleSpec;
  /**
   * What is observed.
   *
   * @optional
   * @embedded
   * @protobuf 3 status ScaleStatus
   */
  status: ScaleStatus;
}

export interface ScaleSpec {
  /** @protobuf 1 replicas int32 */
  replicas?: int32;
}

export interface ScaleStatus {
  /** @protobuf 1 replicas int32 */
  replicas: int32;
  /** @protobuf 2 selector string */
  selector?: string;
}
