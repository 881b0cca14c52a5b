import type { MetricIdentifier, MetricSpec, MetricTarget } from '@kubescript/api/autoscaling/v2';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isValidPathSegmentName,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty, oneOf } from '../../validation/checks.ts';
import { positiveQuantity } from '../../core/validation/resources.ts';
import { validateReference } from './reference.ts';

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

/** @go autoscaling/validation#validateMetricSpec */
export function validateMetric(metric: DeepReadonly<MetricSpec>, path: FieldPath): FieldError[] {
  const errors = [
    ...nonEmpty(metric.type, path.child('type')).map((error) => ({
      ...error,
      detail: 'must specify a metric source type',
    })),
    ...oneOf(metric.type, TYPES, path.child('type')),
  ];
  // The type is checked twice, and a wrong one is told twice.
  if (metric.type !== '' && !TYPES.includes(metric.type)) {
    return [...errors, ...oneOf(metric.type, TYPES, path.child('type'))];
  }
  const field = `${metric.type.charAt(0).toLowerCase()}${metric.type.slice(1)}` as keyof MetricSpec;
  if (metric.type !== '' && metric[field] === undefined) {
    errors.push(required(path.child(field), `must populate information for the given metric source`));
  }
  for (const name of ['object', 'pods', 'resource', 'external', 'containerResource'] as const) {
    if (metric[name] !== undefined && name !== field) {
      errors.push(forbidden(path.child(name), 'must populate the given metric source only'));
    }
  }
  return [...errors, ...validateSources(metric, path)];
}

function validateSources(metric: DeepReadonly<MetricSpec>, path: FieldPath): FieldError[] {
  const { object, pods, resource, external, containerResource } = metric;
  const errors: FieldError[] = [];
  if (object !== undefined) {
    const place = path.child('object');
    errors.push(...validateReference(object.describedObject, place.child('describedObject')));
    errors.push(...validateIdentifier(object.metric, place.child('metric')));
    errors.push(...validateTarget(object.target, place.child('target')));
    if (object.target.value === undefined && object.target.averageValue === undefined) {
      const detail = 'must set either a target value or averageValue';
      errors.push(required(place.child('target', 'averageValue'), detail));
    }
  }
  if (external !== undefined) {
    const place = path.child('external');
    errors.push(...validateIdentifier(external.metric, place.child('metric')));
    errors.push(...validateTarget(external.target, place.child('target')));
    const { value, averageValue } = external.target;
    if (value === undefined && averageValue === undefined) {
      const detail = 'must set either a target value for metric or a per-pod target';
      errors.push(required(place.child('target', 'averageValue'), detail));
    }
    if (value !== undefined && averageValue !== undefined) {
      const detail = 'may not set both a target value for metric and a per-pod target';
      errors.push(forbidden(place.child('target', 'value'), detail));
    }
  }
  if (pods !== undefined) {
    const place = path.child('pods');
    errors.push(...validateIdentifier(pods.metric, place.child('metric')));
    errors.push(...validateTarget(pods.target, place.child('target')));
    if (pods.target.averageValue === undefined) {
      const detail = 'must specify a positive target averageValue';
      errors.push(required(place.child('target', 'averageValue'), detail));
    }
  }
  if (containerResource !== undefined) {
    const place = path.child('containerResource');
    errors.push(...nonEmpty(containerResource.container, place.child('container')));
    errors.push(...validateResource(containerResource, place));
  }
  if (resource !== undefined) errors.push(...validateResource(resource, path.child('resource')));
  return errors;
}

function validateResource(
  source: { readonly name: string; readonly target: DeepReadonly<MetricTarget> },
  path: FieldPath,
): FieldError[] {
  const errors = nonEmpty(source.name, path.child('name')).map((error) => ({
    ...error,
    detail: 'must specify a resource name',
  }));
  errors.push(...validateTarget(source.target, path.child('target')));
  const { averageUtilization, averageValue } = source.target;
  if (averageUtilization === undefined && averageValue === undefined) {
    const detail = 'must set either a target raw value or a target utilization';
    errors.push(required(path.child('target', 'averageUtilization'), detail));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    const detail = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(path.child('target', 'averageValue'), detail));
  }
  return errors;
}

function validateTarget(target: DeepReadonly<MetricTarget>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (target.type === '') errors.push(required(path.child('type'), 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(target.type)) {
    errors.push(invalid(path.child('type'), target.type, 'must be either Utilization, Value, or AverageValue'));
  }
  if (target.value !== undefined) {
    errors.push(
      ...positiveQuantity(target.value, path.child('value')).map((error) => ({ ...error, detail: 'must be positive' })),
    );
  }
  if (target.averageValue !== undefined) {
    const found = positiveQuantity(target.averageValue, path.child('averageValue'));
    errors.push(...found.map((error) => ({ ...error, detail: 'must be positive' })));
  }
  if (target.averageUtilization !== undefined && target.averageUtilization < 1) {
    errors.push(invalid(path.child('averageUtilization'), target.averageUtilization, 'must be greater than 0'));
  }
  return errors;
}

function validateIdentifier(metric: DeepReadonly<MetricIdentifier>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (metric.name === '') errors.push(required(path.child('name'), 'must specify a metric name'));
  else errors.push(...breaches(path.child('name'), metric.name, isValidPathSegmentName(metric.name)));
  return [...errors, ...validateLabelSelector(metric.selector, path.child('selector'))];
}
