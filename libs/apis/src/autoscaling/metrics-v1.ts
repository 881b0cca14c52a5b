import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@kubescript/api/autoscaling/v2';
import type { DeepReadonly, LabelSelector } from '@kubescript/apimachinery';

import { withoutUndefined } from '../install/conversion-pair.ts';

/** A source or a status of a metric in the flat form that the annotations of autoscaling/v1 have. */
interface FlatMetric {
  readonly name?: string;
  readonly container?: string;
  readonly metricName?: string;
  readonly selector?: LabelSelector;
  readonly metricSelector?: LabelSelector;
  readonly target?: CrossVersionObjectReference;
  readonly targetValue?: string;
  readonly targetAverageValue?: string;
  readonly targetAverageUtilization?: number;
  readonly averageValue?: string;
  readonly currentValue?: string;
  readonly currentAverageValue?: string;
  readonly currentAverageUtilization?: number;
}

/** A metric in the annotations: its type, and the flat form under the name of the type. */
export interface AnnotatedMetric {
  readonly type: string;
  readonly resource?: FlatMetric;
  readonly containerResource?: FlatMetric;
  readonly pods?: FlatMetric;
  readonly object?: FlatMetric;
  readonly external?: FlatMetric;
}

/** A metric of autoscaling/v2 in the form of the annotations. */
export function flatSpec(metric: DeepReadonly<MetricSpec>): AnnotatedMetric {
  const { resource, containerResource, pods, object, external } = metric;
  return withoutUndefined({
    type: metric.type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      targetValue: object.target.value ?? '0',
      ...optional({ selector: object.metric.selector, averageValue: object.target.averageValue }),
    },
    pods: pods && {
      metricName: pods.metric.name,
      targetAverageValue: pods.target.averageValue ?? '0',
      ...optional({ selector: pods.metric.selector }),
    },
    resource: resource && { name: resource.name, ...flatTarget(resource.target) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...flatTarget(containerResource.target),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      ...optional({
        metricSelector: external.metric.selector,
        targetValue: external.target.value,
        targetAverageValue: external.target.averageValue,
      }),
    },
  });
}

function flatTarget(target: DeepReadonly<MetricTarget>): Readonly<Record<string, unknown>> {
  return optional({
    targetAverageUtilization: target.averageUtilization,
    targetAverageValue: target.averageValue,
  });
}

/** A metric of the annotations as autoscaling/v2 has it. */
export function specOf(metric: AnnotatedMetric): MetricSpec {
  const { resource, containerResource, pods, object, external } = metric;
  return withoutUndefined({
    type: metric.type,
    object: object && {
      describedObject: object.target,
      target: targetOf({ value: object.targetValue, averageValue: object.averageValue }),
      metric: identifier(object.metricName, object.selector),
    },
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue },
    },
    resource: resource && { name: resource.name, target: resourceTarget(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      target: resourceTarget(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      target: targetOf({ value: external.targetValue, averageValue: external.targetAverageValue }),
    },
  });
}

function resourceTarget(flat: FlatMetric): MetricTarget {
  const { targetAverageUtilization, targetAverageValue } = flat;
  return withoutUndefined({
    type: targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
    averageValue: targetAverageValue,
    averageUtilization: targetAverageUtilization,
  });
}

function targetOf(values: {
  readonly value: string | undefined;
  readonly averageValue: string | undefined;
}): MetricTarget {
  if (values.averageValue !== undefined) return { type: 'AverageValue', averageValue: values.averageValue };
  return withoutUndefined({ type: 'Value', value: values.value });
}

function identifier(name: string | undefined, selector: LabelSelector | undefined): MetricIdentifier {
  return { name: name ?? '', ...(selector === undefined ? {} : { selector }) };
}

/** The status of a metric of autoscaling/v2 in the form of the annotations. */
export function flatStatus(metric: DeepReadonly<MetricStatus>): AnnotatedMetric {
  const { resource, containerResource, pods, object, external } = metric;
  return withoutUndefined({
    type: metric.type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      currentValue: object.current.value ?? '0',
      ...optional({ selector: object.metric.selector, averageValue: object.current.averageValue }),
    },
    pods: pods && {
      metricName: pods.metric.name,
      currentAverageValue: pods.current.averageValue ?? '0',
      ...optional({ selector: pods.metric.selector }),
    },
    resource: resource && { name: resource.name, ...flatCurrent(resource.current) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...flatCurrent(containerResource.current),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      currentValue: external.current.value ?? '0',
      ...optional({ metricSelector: external.metric.selector, currentAverageValue: external.current.averageValue }),
    },
  });
}

function flatCurrent(current: DeepReadonly<MetricValueStatus>): Readonly<Record<string, unknown>> {
  return {
    ...optional({ currentAverageUtilization: current.averageUtilization }),
    currentAverageValue: current.averageValue ?? '0',
  };
}

/** The status of a metric of the annotations as autoscaling/v2 has it. */
export function statusOf(metric: AnnotatedMetric): MetricStatus {
  const { resource, containerResource, pods, object, external } = metric;
  return withoutUndefined({
    type: metric.type,
    object: object && {
      metric: identifier(object.metricName, object.selector),
      current: optional({ value: object.currentValue, averageValue: object.averageValue }),
      describedObject: object.target,
    },
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      current: optional({ averageValue: pods.currentAverageValue }),
    },
    resource: resource && { name: resource.name, current: currentOf(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      current: currentOf(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      current: optional({ value: external.currentValue, averageValue: external.currentAverageValue }),
    },
  });
}

function currentOf(flat: FlatMetric): MetricValueStatus {
  return withoutUndefined({
    averageValue: flat.currentAverageValue,
    averageUtilization: flat.currentAverageUtilization,
  });
}

function optional(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return withoutUndefined(members);
}
