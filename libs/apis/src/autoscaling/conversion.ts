import type { HorizontalPodAutoscaler as AutoscalerV1 } from '@kubescript/api/autoscaling/v1';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerCondition,
  MetricSpec,
} from '@kubescript/api/autoscaling/v2';
import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';

import { conversionPair, withoutUndefined } from '../install/conversion-pair.ts';
import {
  BEHAVIOR_ANNOTATION,
  CONDITIONS_ANNOTATION,
  CURRENT_METRICS_ANNOTATION,
  METRICS_ANNOTATION,
  ROUND_TRIP_ANNOTATIONS,
} from './annotations.ts';
import { type AnnotatedMetric, flatSpec, flatStatus, specOf, statusOf } from './metrics-v1.ts';
import { DEFAULT_CPU_UTILIZATION } from './v2/defaults.ts';

/** autoscaling/v1 knows one target for the CPU; everything else of autoscaling/v2 travels in annotations. */
export const autoscalerConversion = conversionPair<HorizontalPodAutoscaler, AutoscalerV1>({
  hub: { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
  spoke: { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' },
  toHub: toV2,
  fromHub: toV1,
});

/** @go autoscaling/v1#Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler */
function toV2(old: DeepReadonly<AutoscalerV1>): DeepReadonly<HorizontalPodAutoscaler> {
  const annotations = old.metadata.annotations ?? {};
  const { spec, status } = old;
  const behavior = parsed<HorizontalPodAutoscalerBehavior>(annotations[BEHAVIOR_ANNOTATION]);
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(old.metadata, {}),
    spec: withoutUndefined({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicas,
      maxReplicas: spec.maxReplicas,
      metrics: metricsOf(old),
      behavior,
    }),
    status: withoutUndefined({
      observedGeneration: status.observedGeneration,
      lastScaleTime: status.lastScaleTime,
      currentReplicas: status.currentReplicas === 0 ? undefined : status.currentReplicas,
      desiredReplicas: status.desiredReplicas,
      currentMetrics: currentMetricsOf(old),
      conditions: parsed<HorizontalPodAutoscalerCondition[]>(annotations[CONDITIONS_ANNOTATION]),
    }),
  };
}

function metricsOf(old: DeepReadonly<AutoscalerV1>): readonly DeepReadonly<MetricSpec>[] {
  const others = parsed<AnnotatedMetric[]>(old.metadata.annotations?.[METRICS_ANNOTATION])?.map(specOf) ?? [];
  const percent = old.spec.targetCPUUtilizationPercentage;
  if (percent !== undefined) return [cpuMetric(percent), ...others];
  return others.length > 0 ? others : [cpuMetric(DEFAULT_CPU_UTILIZATION)];
}

function cpuMetric(averageUtilization: number): MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

function currentMetricsOf(old: DeepReadonly<AutoscalerV1>): unknown {
  const annotated = parsed<AnnotatedMetric[]>(old.metadata.annotations?.[CURRENT_METRICS_ANNOTATION])?.map(statusOf);
  const percent = old.status.currentCPUUtilizationPercentage;
  if (annotated !== undefined) return annotated;
  if (percent === undefined) return null;
  return [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: percent } } }];
}

/** @go autoscaling/v1#Convert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler */
function toV1(object: DeepReadonly<HorizontalPodAutoscaler>): DeepReadonly<AutoscalerV1> {
  const { spec, status } = object;
  const metrics = spec.metrics ?? [];
  const cpu = metrics.find(isCpuUtilization);
  const others = metrics.filter((metric) => metric !== cpu).map(flatSpec);
  const current = (status.currentMetrics ?? []).map(flatStatus);
  const cpuNow = (status.currentMetrics ?? []).find((metric) => metric.resource?.name === 'cpu');
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object.metadata, {
      [METRICS_ANNOTATION]: others.length > 0 ? others : undefined,
      [CURRENT_METRICS_ANNOTATION]: current.length > 0 ? current : undefined,
      [CONDITIONS_ANNOTATION]: (status.conditions ?? []).length > 0 ? status.conditions : undefined,
      [BEHAVIOR_ANNOTATION]: spec.behavior,
    }),
    spec: withoutUndefined({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicas,
      maxReplicas: spec.maxReplicas,
      targetCPUUtilizationPercentage: cpu?.resource?.target.averageUtilization,
    }),
    status: withoutUndefined({
      observedGeneration: status.observedGeneration,
      lastScaleTime: status.lastScaleTime,
      currentReplicas: status.currentReplicas ?? 0,
      desiredReplicas: status.desiredReplicas,
      currentCPUUtilizationPercentage: cpuNow?.resource?.current.averageUtilization,
    }),
  };
}

function isCpuUtilization(metric: DeepReadonly<MetricSpec>): boolean {
  return metric.resource?.name === 'cpu' && metric.resource.target.averageUtilization !== undefined;
}

/** The metadata with exactly these round-trip annotations, those that are undefined left out. */
function withAnnotations(
  metadata: DeepReadonly<ObjectMeta>,
  values: Readonly<Record<string, unknown>>,
): DeepReadonly<ObjectMeta> {
  const kept = Object.entries(metadata.annotations ?? {}).filter(([key]) => !ROUND_TRIP_ANNOTATIONS.includes(key));
  const added = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, string] => [key, JSON.stringify(value)]);
  const annotations = Object.fromEntries([...kept, ...added]);
  const { annotations: _replaced, ...rest } = metadata;
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}

/** What an annotation holds; one that cannot be read counts as absent. */
function parsed<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
