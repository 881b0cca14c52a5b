import type { LabelSelector, ListMeta, ObjectMeta, Quantity, Time, int32, int64 } from '@kubescript/apimachinery';

export interface ContainerResourceMetricSource {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 target MetricTarget
   */
  target: MetricTarget;
  /** @protobuf 3 container string */
  container: string;
}

export interface ContainerResourceMetricStatus {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 current MetricValueStatus
   */
  current: MetricValueStatus;
  /** @protobuf 3 container string */
  container: string;
}

export interface CrossVersionObjectReference {
  /** @protobuf 1 kind string */
  kind: string;
  /** @protobuf 2 name string */
  name: string;
  /** @protobuf 3 apiVersion string */
  apiVersion?: string;
}

export interface ExternalMetricSource {
  /**
   * @embedded
   * @protobuf 1 metric MetricIdentifier
   */
  metric: MetricIdentifier;
  /**
   * @embedded
   * @protobuf 2 target MetricTarget
   */
  target: MetricTarget;
}

export interface ExternalMetricStatus {
  /**
   * @embedded
   * @protobuf 1 metric MetricIdentifier
   */
  metric: MetricIdentifier;
  /**
   * @embedded
   * @protobuf 2 current MetricValueStatus
   */
  current: MetricValueStatus;
}

export interface HPAScalingPolicy {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 value int32 */
  value: int32;
  /** @protobuf 3 periodSeconds int32 */
  periodSeconds: int32;
}

export interface HPAScalingRules {
  /**
   * @pointer
   * @protobuf 3 stabilizationWindowSeconds int32
   */
  stabilizationWindowSeconds?: int32;
  /**
   * @pointer
   * @protobuf 1 selectPolicy string
   */
  selectPolicy?: string;
  /**
   * @pointer
   * @listType atomic
   * @protobuf 2 policies HPAScalingPolicy
   */
  policies?: HPAScalingPolicy[];
  /** @protobuf 4 tolerance .k8s.io.apimachinery.pkg.api.resource.Quantity */
  tolerance?: Quantity;
}

/**
 * Scales a workload by what its pods measure.
 *
 * @gvk autoscaling v2 HorizontalPodAutoscaler
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

export interface HorizontalPodAutoscalerBehavior {
  /** @protobuf 1 scaleUp HPAScalingRules */
  scaleUp?: HPAScalingRules;
  /** @protobuf 2 scaleDown HPAScalingRules */
  scaleDown?: HPAScalingRules;
}

export interface HorizontalPodAutoscalerCondition {
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
 * A list of HorizontalPodAutoscaler objects.
 *
 * @gvk autoscaling v2 HorizontalPodAutoscalerList
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
   * @listType atomic
   * @protobuf 4 metrics MetricSpec
   */
  metrics?: MetricSpec[];
  /** @protobuf 5 behavior HorizontalPodAutoscalerBehavior */
  behavior?: HorizontalPodAutoscalerBehavior;
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
  currentReplicas?: int32;
  /** @protobuf 4 desiredReplicas int32 */
  desiredReplicas: int32;
  /**
   * @emitted
   * @listType atomic
   * @protobuf 5 currentMetrics MetricStatus
   */
  currentMetrics?: MetricStatus[];
  /**
   * Aspects of the state.
   *
   * @listType map
   * @listMapKey type
   * @patchStrategy merge
   * @patchMergeKey type
   * @protobuf 6 conditions HorizontalPodAutoscalerCondition
   */
  conditions?: HorizontalPodAutoscalerCondition[];
}

export interface MetricIdentifier {
  /** @protobuf 1 name string */
  name: string;
  /** @protobuf 2 selector .k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector */
  selector?: LabelSelector;
}

export interface MetricSpec {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 object ObjectMetricSource */
  object?: ObjectMetricSource;
  /** @protobuf 3 pods PodsMetricSource */
  pods?: PodsMetricSource;
  /** @protobuf 4 resource ResourceMetricSource */
  resource?: ResourceMetricSource;
  /** @protobuf 7 containerResource ContainerResourceMetricSource */
  containerResource?: ContainerResourceMetricSource;
  /** @protobuf 5 external ExternalMetricSource */
  external?: ExternalMetricSource;
}

export interface MetricStatus {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 object ObjectMetricStatus */
  object?: ObjectMetricStatus;
  /** @protobuf 3 pods PodsMetricStatus */
  pods?: PodsMetricStatus;
  /** @protobuf 4 resource ResourceMetricStatus */
  resource?: ResourceMetricStatus;
  /** @protobuf 5 external ExternalMetricStatus */
  external?: ExternalMetricStatus;
  /** @protobuf 7 containerResource ContainerResourceMetricStatus */
  containerResource?: ContainerResourceMetricStatus;
}

export interface MetricTarget {
  /** @protobuf 1 type string */
  type: string;
  /** @protobuf 2 value .k8s.io.apimachinery.pkg.api.resource.Quantity */
  value?: Quantity;
  /** @protobuf 3 averageValue .k8s.io.apimachinery.pkg.api.resource.Quantity */
  averageValue?: Quantity;
  /**
   * @pointer
   * @protobuf 4 averageUtilization int32
   */
  averageUtilization?: int32;
}

export interface MetricValueStatus {
  /** @protobuf 1 value .k8s.io.apimachinery.pkg.api.resource.Quantity */
  value?: Quantity;
  /** @protobuf 2 averageValue .k8s.io.apimachinery.pkg.api.resource.Quantity */
  averageValue?: Quantity;
  /**
   * @pointer
   * @protobuf 3 averageUtilization int32
   */
  averageUtilization?: int32;
}

export interface ObjectMetricSource {
  /**
   * @embedded
   * @protobuf 1 describedObject CrossVersionObjectReference
   */
  describedObject: CrossVersionObjectReference;
  /**
   * @embedded
   * @protobuf 2 target MetricTarget
   */
  target: MetricTarget;
  /**
   * @embedded
   * @protobuf 3 metric MetricIdentifier
   */
  metric: MetricIdentifier;
}

export interface ObjectMetricStatus {
  /**
   * @embedded
   * @protobuf 1 metric MetricIdentifier
   */
  metric: MetricIdentifier;
  /**
   * @embedded
   * @protobuf 2 current MetricValueStatus
   */
  current: MetricValueStatus;
  /**
   * @embedded
   * @protobuf 3 describedObject CrossVersionObjectReference
   */
  describedObject: CrossVersionObjectReference;
}

export interface PodsMetricSource {
  /**
   * @embedded
   * @protobuf 1 metric MetricIdentifier
   */
  metric: MetricIdentifier;
  /**
   * @embedded
   * @protobuf 2 target MetricTarget
   */
  target: MetricTarget;
}

export interface PodsMetricStatus {
  /**
   * @embedded
   * @protobuf 1 metric MetricIdentifier
   */
  metric: MetricIdentifier;
  /**
   * @embedded
   * @protobuf 2 current MetricValueStatus
   */
  current: MetricValueStatus;
}

export interface ResourceMetricSource {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 target MetricTarget
   */
  target: MetricTarget;
}

export interface ResourceMetricStatus {
  /** @protobuf 1 name string */
  name: string;
  /**
   * @embedded
   * @protobuf 2 current MetricValueStatus
   */
  current: MetricValueStatus;
}
