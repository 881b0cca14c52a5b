import type { JobSpec } from '@kubescript/api/batch/v1';
import {
  byteLength,
  type DeepReadonly,
  domainPrefixedPath,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { validatePodTemplateSpec } from '../../core/validation/pod.ts';
import type { ToleratedFaults } from '../../core/validation/pod-context.ts';
import { nonNegative } from '../../validation/checks.ts';
import { validatePodFailurePolicy } from './failure-policy.ts';
import { validateSuccessPolicy } from './success-policy.ts';

const MAX_INDEXED = 100_000;
const MANY_COMPLETIONS = 100_000;
const MAX_WITH_MANY_COMPLETIONS = 10_000;
const MAX_MANAGED_BY = 63;

type Spec = DeepReadonly<JobSpec>;

/** Checks what a job and the template of a cron job have in common. @go batch/validation#validateJobSpec */
export function validateJobSpecCommon(spec: Spec, path: FieldPath, tolerated: ToleratedFaults): FieldError[] {
  return [
    ...NUMBERS.flatMap((field) => nonNegative(spec[field], path.child(field))),
    ...(spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined
      ? [required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified')]
      : []),
    ...validateManagedBy(spec.managedBy, path.child('managedBy')),
    ...validateCompletionMode(spec, path),
    ...validatePodFailurePolicy(spec, path.child('podFailurePolicy')),
    ...validateSuccessPolicy(spec, path.child('successPolicy')),
    ...validateReplacement(spec, path.child('podReplacementPolicy')),
    ...validatePodTemplateSpec(spec.template, path.child('template'), tolerated),
    ...validateRestartPolicy(spec, path.child('template', 'spec', 'restartPolicy')),
  ];
}

const NUMBERS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

function validateManagedBy(managedBy: string | undefined, path: FieldPath): FieldError[] {
  if (managedBy === undefined) return [];
  const errors = domainPrefixedPath(managedBy, path);
  return byteLength(managedBy) > MAX_MANAGED_BY ? [...errors, tooLong(path, managedBy, MAX_MANAGED_BY)] : errors;
}

function validateCompletionMode(spec: Spec, path: FieldPath): FieldError[] {
  const { completionMode } = spec;
  if (completionMode === 'Indexed') return validateIndexed(spec, path);
  if (completionMode !== undefined && completionMode !== 'NonIndexed') {
    return [notSupported(path.child('completionMode'), completionMode, ['NonIndexed', 'Indexed'])];
  }
  return (['backoffLimitPerIndex', 'maxFailedIndexes'] as const).flatMap((field) =>
    spec[field] === undefined ? [] : [invalid(path.child(field), spec[field], 'requires indexed completion mode')],
  );
}

function validateIndexed(spec: Spec, path: FieldPath): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes } = spec;
  const errors: FieldError[] = [];
  if (completions === undefined) {
    errors.push(required(path.child('completions'), 'when completion mode is Indexed'));
  }
  if (parallelism > MAX_INDEXED) {
    const detail = `must be less than or equal to ${MAX_INDEXED} when completion mode is Indexed`;
    errors.push(invalid(path.child('parallelism'), parallelism, detail));
  }
  const place = path.child('maxFailedIndexes');
  if (maxFailedIndexes !== undefined && completions !== undefined && maxFailedIndexes > completions) {
    errors.push(invalid(place, maxFailedIndexes, 'must be less than or equal to completions'));
  }
  if (maxFailedIndexes !== undefined && maxFailedIndexes > MAX_INDEXED) {
    errors.push(invalid(place, maxFailedIndexes, `must be less than or equal to ${MAX_INDEXED}`));
  }
  return [...errors, ...validateManyCompletions(spec, path)];
}

function validateManyCompletions(spec: Spec, path: FieldPath): FieldError[] {
  const { completions = 0, parallelism = 0, maxFailedIndexes } = spec;
  if (completions <= MANY_COMPLETIONS || spec.backoffLimitPerIndex === undefined) return [];
  const errors: FieldError[] = [];
  const place = path.child('maxFailedIndexes');
  const detail =
    `must be less than or equal to ${MAX_WITH_MANY_COMPLETIONS} when completions are above ${MANY_COMPLETIONS} ` +
    'and used with backoff limit per index';
  if (maxFailedIndexes === undefined) {
    errors.push(required(place, `must be specified when completions is above ${MANY_COMPLETIONS}`));
  }
  if (parallelism > MAX_WITH_MANY_COMPLETIONS) errors.push(invalid(path.child('parallelism'), parallelism, detail));
  if (maxFailedIndexes !== undefined && maxFailedIndexes > MAX_WITH_MANY_COMPLETIONS) {
    errors.push(invalid(place, maxFailedIndexes, detail));
  }
  return errors;
}

/** @go batch/validation#validatePodReplacementPolicy */
function validateReplacement(spec: Spec, path: FieldPath): FieldError[] {
  const { podReplacementPolicy: policy } = spec;
  if (policy === undefined) return [];
  const policies = spec.podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  return policies.includes(policy) ? [] : [notSupported(path, policy, policies)];
}

function validateRestartPolicy(spec: Spec, path: FieldPath): FieldError[] {
  const restart = spec.template.spec?.restartPolicy ?? '';
  if (restart === '' || restart === 'Always') return [required(path, 'valid values: "OnFailure", "Never"')];
  if (restart !== 'OnFailure' && restart !== 'Never') return [notSupported(path, restart, ['OnFailure', 'Never'])];
  if (spec.podFailurePolicy === undefined || restart === 'Never') return [];
  return [invalid(path, restart, 'only "Never" is supported when podFailurePolicy is specified')];
}
