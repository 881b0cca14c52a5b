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

import { breaches, goMap } from '../../validation/checks.ts';
import { validatePodTemplateSpec } from '../../core/validation/pod.ts';
import type { ToleratedFaults } from '../../core/validation/pod-context.ts';

/** What the controllers of pods have in common. */
export interface Workload {
  readonly selector?: DeepReadonly<LabelSelector> | null;
  readonly template?: DeepReadonly<PodTemplateSpec>;
}

/** What sets the checks of one kind of workload apart from those of others. */
export interface WorkloadCheck {
  /** As errors of the selector name it. */
  readonly selectorOwner: string;
  /** What a selector that cannot be read is told besides. */
  readonly unreadable: string;
  /** Checks the template, once the selector can be read. */
  readonly validateTemplate: (path: FieldPath) => FieldError[];
}

/** The selector must be there, select something, and select what the template makes. */
export function validateSelectorAndTemplate(spec: Workload, check: WorkloadCheck, path: FieldPath): FieldError[] {
  const place = path.child('selector');
  const { selector } = spec;
  const isMissing = selector === undefined || selector === null;
  const broken = validateLabelSelector(selector, place);
  const errors = isMissing ? [required(place)] : [...broken];
  if (!isMissing && isEmptySelector(selector)) {
    errors.push(invalid(place, selector, `empty selector is invalid for ${check.selectorOwner}`));
  }
  if (broken.length > 0) return [...errors, invalid(place, selector, check.unreadable)];
  if (isMissing || !isEmptySelector(selector)) errors.push(...validateTemplateLabels(spec, path));
  return [...errors, ...check.validateTemplate(path.child('template'))];
}

/** Whether it selects everything. */
export function isEmptySelector({ matchLabels, matchExpressions }: DeepReadonly<LabelSelector>): boolean {
  return Object.keys(matchLabels ?? {}).length + (matchExpressions ?? []).length === 0;
}

/** No selector selects nothing. */
export function validateTemplateLabels({ selector, template }: Workload, path: FieldPath): FieldError[] {
  const labels = template?.metadata?.labels;
  if (labelSelectorAsSelector(selector).matches(labels ?? {})) return [];
  const detail = '`selector` does not match template `labels`';
  return [invalid(path.child('template', 'metadata', 'labels'), goMap(labels), detail)];
}

/** A template of pods that run until they are stopped. */
export interface AlwaysTemplate {
  readonly template: DeepReadonly<PodTemplateSpec> | undefined;
  /** As errors name the kind that has the template. */
  readonly owner: string;
  readonly tolerated?: ToleratedFaults | undefined;
}

/** Checks such a template. @go apps/validation#ValidatePodTemplateSpecForReplicaSet */
export function validateAlwaysTemplate(
  { template = {}, owner, tolerated }: AlwaysTemplate,
  path: FieldPath,
): FieldError[] {
  return [...validatePodTemplateSpec(template, path, tolerated), ...validateRunsAlways({ template, owner }, path)];
}

/** That the pods of a template are restarted for ever. */
export function validateRunsAlways({ template = {}, owner }: AlwaysTemplate, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== 'Always') {
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

/** A count of collisions never gets smaller. @go core/validation#IsDecremented */
export function validateCollisions(count: number | undefined, old: number | undefined, path: FieldPath): FieldError[] {
  if (old === undefined || (count !== undefined && count >= old)) return [];
  return [invalid(path.child('collisionCount'), count ?? 0, 'cannot be decremented')];
}

/** How an update is rolled out, as workloads have it. */
export interface Strategy {
  readonly type: string;
  readonly rollingUpdate:
    { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string } | undefined;
}

/** A strategy as messages show it: with the names of the reference's own structures. */
export function shownStrategy({ type, rollingUpdate }: Strategy): Readonly<Record<string, unknown>> {
  if (rollingUpdate === undefined) return { Type: type, RollingUpdate: null };
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  return { Type: type, RollingUpdate: { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge } };
}
