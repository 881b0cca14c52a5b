import type { PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  intOrStringValue,
  invalid,
  isValidPercent,
  type LabelSelector,
  labelSelectorAsSelector,
  negativeMessage,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { validatePodTemplateSpec } from '../../core/validation/pod.ts';

/** What the controllers of pods have in common. */
export interface Workload {
  readonly selector?: DeepReadonly<LabelSelector> | null;
  readonly template?: DeepReadonly<PodTemplateSpec>;
}

/** The selector must be there, select something, and select what the template makes. */
export function validateSelector(spec: Workload, kind: string, path: FieldPath): FieldError[] {
  const place = path.child('selector');
  const { selector } = spec;
  if (selector === undefined || selector === null) {
    return [required(place), ...validateTemplateLabels(spec, path)];
  }
  const errors = validateLabelSelector(selector, place);
  if (errors.length > 0) return errors;
  if ((selector.matchExpressions ?? []).length + Object.keys(selector.matchLabels ?? {}).length === 0) {
    errors.push(invalid(place, selector, `empty selector is invalid for ${kind}`));
  }
  return [...errors, ...validateTemplateLabels(spec, path)];
}

function validateTemplateLabels({ selector, template }: Workload, path: FieldPath): FieldError[] {
  const labels = template?.metadata?.labels;
  const matches = labelSelectorAsSelector(selector).matches(labels ?? {});
  const empty = Object.keys(selector?.matchLabels ?? {}).length + (selector?.matchExpressions ?? []).length === 0;
  if (matches && selector !== undefined && selector !== null) return [];
  if (empty && selector !== undefined && selector !== null) return [];
  const detail = '`selector` does not match template `labels`';
  return [invalid(path.child('template', 'metadata', 'labels'), labels ?? null, detail)];
}

/** The template of pods that run until they are stopped. */
export function validateAlwaysTemplate(
  template: DeepReadonly<PodTemplateSpec> | undefined,
  owner: string,
  path: FieldPath,
): FieldError[] {
  if (template === undefined) return [required(path)];
  const errors = validatePodTemplateSpec(template, path);
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported(path.child('spec', 'restartPolicy'), restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = `activeDeadlineSeconds in ${owner} is not Supported`;
    errors.push(forbidden(path.child('spec', 'activeDeadlineSeconds'), detail));
  }
  return errors;
}

/** A count or a share of pods. @go apps/validation#ValidatePositiveIntOrPercent */
export function validateCountOrPercent(value: number | string, path: FieldPath): FieldError[] {
  if (typeof value === 'string') return breaches(path, value, isValidPercent(value));
  return value < 0 ? [invalid(path, value, negativeMessage)] : [];
}

/** @go apps/validation#IsNotMoreThan100Percent */
export function validateNotAboveAll(value: number | string, path: FieldPath): FieldError[] {
  const percent = percentOf(value);
  return percent !== undefined && percent > 100 ? [invalid(path, value, 'must not be greater than 100%')] : [];
}

function percentOf(value: number | string): number | undefined {
  if (typeof value !== 'string' || isValidPercent(value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}

/** Zero, or zero per cent. */
export function isNone(value: number | string | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value === 'string' && isValidPercent(value).length > 0) return false;
  return intOrStringValue(value, 100, true) === 0;
}
