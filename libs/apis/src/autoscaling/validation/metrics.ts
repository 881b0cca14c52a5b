import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
} from '@kubescript/api/autoscaling/v2';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isValidPathSegmentName,
  notSupported,
  parseQuantity,
  required,
} from '@kubescript/apimachinery';

import { validateContainerResourceName } from '../../core/validation/resources.ts';
import { breaches } from '../../validation/checks.ts';
import { validateReference } from './reference.ts';

const TYPES: readonly string[] = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;

/** Only the first source that is given is looked at. @go autoscaling/validation#validateMetricSpec */
export function validateMetric(metric: DeepReadonly<MetricSpec>, path: FieldPath): FieldError[] {
  const { type } = metric;
  const given = SOURCES.filter((source) => metric[source] !== undefined);
  const [first] = given;
  const unknown = TYPES.includes(type) ? [] : [notSupported(path.child('type'), type, TYPES)];
  const expected = SOURCES.find((source) => source === `${type.charAt(0).toLowerCase()}${type.slice(1)}`);
  const isMissing = unknown.length === 0 && expected !== undefined && metric[expected] === undefined;
  const unwanted = given.length === 1 ? [] : given.filter((source) => source !== expected);
  return [
    ...(type === '' ? [required(path.child('type'), 'must specify a metric source type')] : []),
    ...unknown,
    ...(first === undefined ? [] : validateSource(metric, first, path.child(first))),
    ...(isMissing ? [required(path.child(expected), 'must populate information for the given metric source')] : []),
    // The type is checked twice, and a wrong one is told twice.
    ...unknown,
    ...unwanted.map((source) => forbidden(path.child(source), 'must populate the given metric source only')),
  ];
}

function validateSource(
  metric: DeepReadonly<MetricSpec>,
  source: (typeof SOURCES)[number],
  path: FieldPath,
): FieldError[] {
  const { object, pods, resource, external, containerResource } = metric;
  if (source === 'object' && object !== undefined) return validateObject(object, path);
  if (source === 'external' && external !== undefined) return validateExternal(external, path);
  if (source === 'pods' && pods !== undefined) return validatePods(pods, path);
  if (source === 'resource' && resource !== undefined) {
    const { name, target } = resource;
    return [
      ...(name === '' ? [required(path.child('name'), 'must specify a resource name')] : []),
      ...validateResourceTarget(target, path.child('target')),
    ];
  }
  return containerResource === undefined ? [] : validateContainerResource(containerResource, path);
}

function validateObject(source: DeepReadonly<ObjectMetricSource>, path: FieldPath): FieldError[] {
  const { describedObject, metric, target } = source;
  const place = path.child('target');
  return [
    ...validateReference(describedObject, path.child('describedObject')),
    ...validateIdentifier(metric, path.child('metric')),
    ...validateTarget(target, place),
    ...(target.value === undefined && target.averageValue === undefined
      ? [required(place.child('averageValue'), 'must set either a target value or averageValue')]
      : []),
  ];
}

function validateExternal({ metric, target }: DeepReadonly<ExternalMetricSource>, path: FieldPath): FieldError[] {
  const place = path.child('target');
  const errors = [...validateIdentifier(metric, path.child('metric')), ...validateTarget(target, place)];
  const { value, averageValue } = target;
  if (value === undefined && averageValue === undefined) {
    const detail = 'must set either a target value for metric or a per-pod target';
    errors.push(required(place.child('averageValue'), detail));
  }
  if (value !== undefined && averageValue !== undefined) {
    const detail = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbidden(place.child('value'), detail));
  }
  return errors;
}

function validatePods({ metric, target }: DeepReadonly<PodsMetricSource>, path: FieldPath): FieldError[] {
  const place = path.child('target');
  return [
    ...validateIdentifier(metric, path.child('metric')),
    ...validateTarget(target, place),
    ...(target.averageValue === undefined
      ? [required(place.child('averageValue'), 'must specify a positive target averageValue')]
      : []),
  ];
}

function validateContainerResource(
  { name, container, target }: DeepReadonly<ContainerResourceMetricSource>,
  path: FieldPath,
): FieldError[] {
  const ofContainer = path.child('container');
  return [
    ...(name === ''
      ? [required(path.child('name'), 'must specify a resource name')]
      : validateContainerResourceName(name, path.child('name'))),
    ...(container === ''
      ? [required(ofContainer, 'must specify a container')]
      : breaches(ofContainer, container, isDns1123Label(container))),
    ...validateResourceTarget(target, path.child('target')),
  ];
}

function validateResourceTarget(target: DeepReadonly<MetricTarget>, path: FieldPath): FieldError[] {
  const { averageUtilization, averageValue } = target;
  const errors = validateTarget(target, path);
  if (averageUtilization === undefined && averageValue === undefined) {
    const detail = 'must set either a target raw value or a target utilization';
    errors.push(required(path.child('averageUtilization'), detail));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    const detail = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(path.child('averageValue'), detail));
  }
  return errors;
}

/** @go autoscaling/validation#validateMetricTarget */
function validateTarget(target: DeepReadonly<MetricTarget>, path: FieldPath): FieldError[] {
  const { type, averageUtilization } = target;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(path.child('type'), 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(type)) {
    errors.push(invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const member of ['value', 'averageValue'] as const) {
    const value = target[member];
    if (value === undefined || parseQuantity(value).sign > 0) continue;
    errors.push(invalid(path.child(member), value, 'must be positive'));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0'));
  }
  return errors;
}

const TARGET_TYPES: readonly string[] = ['Utilization', 'Value', 'AverageValue'];

/** @go autoscaling/validation#validateMetricIdentifier */
function validateIdentifier({ name }: DeepReadonly<MetricIdentifier>, path: FieldPath): FieldError[] {
  const place = path.child('name');
  if (name === '') return [required(place, 'must specify a metric name')];
  return breaches(place, name, isValidPathSegmentName(name));
}
