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
 * @gvk autoscaling v1 HorizontalPodAutoscaler
 * @resource horizontalpodautoscalers namespaced short=hpa categories=all subresources=status
 */
export interface HorizontalPodAutoscaler {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta
   */
  metadata: ObjectMeta;
  /**
   * @embedded
   * @protobuf 2 spec HorizontalPodAutoscalerSpec
   */
  spec: HorizontalPodAutoscalerSpec;
  /**
   * @optional
   * @embedded
   * @protobuf 3 status HorizontalPodAutoscalerStatus
   */
  status: HorizontalPodAutoscalerStatus;
}

/** @gvk autoscaling v1 HorizontalPodAutoscalerList */
export interface HorizontalPodAutoscalerList {
  kind?: string;
  apiVersion?: string;
  /**
   * @optional
   * @embedded
   * @protobuf 1 metadata .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta
   */
  metadata: ListMeta;
  /** @protobuf 2 items HorizontalPodAutoscaler */
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

/** @gvk autoscaling v1 Scale */
export interface Scale {
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
   * @protobuf 2 spec ScaleSpec
   */
  spec: ScaleSpec;
  /**
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
