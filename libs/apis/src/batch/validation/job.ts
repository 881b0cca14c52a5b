import type { Job, JobSpec, PodFailurePolicyRule } from '@kubescript/api/batch/v1';
import {
  type DeepReadonly,
  domainPrefixedPath,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isQualifiedName,
  labelSelectorAsSelector,
  notSupported,
  omittedValue,
  required,
  tooMany,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { validatePodTemplateSpec } from '../../core/validation/pod.ts';
import { breaches, equal, immutable, nonNegative, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { parseIndexes } from './indexes.ts';
import { validateJobStatus } from './job-status.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const MAX_INDEXED = 100_000;

/** @go batch/validation#ValidateJob */
export const jobValidation: KindValidation<Job> = {
  validate: (job) => [
    ...validateObjectMeta(job.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateGeneratedSelector(job),
    ...validateJobSpec(job.spec, SPEC),
    ...validateSelectorMatches(job),
  ],
  validateUpdate: (job, old) => [
    ...validateObjectMetaUpdate(job.metadata, old.metadata, META),
    ...validateJobSpec(job.spec, SPEC),
    ...validateUnchanged(job, old),
  ],
  validateStatusUpdate: (job, old) => [
    ...validateObjectMetaUpdate(job.metadata, old.metadata, META),
    ...validateJobStatus(job, old),
  ],
};

function validateSelectorMatches({ spec }: DeepReadonly<Job>): FieldError[] {
  if (spec.selector === undefined) return [required(SPEC.child('selector'))];
  const labels = spec.template.metadata?.labels ?? {};
  if (labelSelectorAsSelector(spec.selector).matches(labels)) return [];
  const detail = '`selector` does not match template `labels`';
  return [invalid(SPEC.child('template', 'metadata', 'labels'), labels, detail)];
}

/** The labels that the server itself gives to the pods of a job. @go batch/validation#validateGeneratedSelector */
function validateGeneratedSelector({ spec, metadata }: DeepReadonly<Job>): FieldError[] {
  if (spec.manualSelector === true || spec.selector === undefined) return [];
  const uid = metadata.uid ?? '';
  const path = SPEC.child('template', 'metadata', 'labels');
  const errors: FieldError[] = [];
  for (const key of ['controller-uid', 'batch.kubernetes.io/controller-uid']) {
    const value = spec.template.metadata?.labels?.[key];
    if (value === undefined) errors.push(required(path.key(key), 'must be set'));
    else if (value !== uid) errors.push(invalid(path, spec.template.metadata?.labels, `must be '${uid}'`));
  }
  return errors;
}

/** Checks what a job and the template of a cron job have in common. @go batch/validation#validateJobSpec */
export function validateJobSpec(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  const template = path.child('template');
  const errors = [
    ...NUMBERS.flatMap((field) => nonNegative(spec[field], path.child(field))),
    ...validateLabelSelector(spec.selector, path.child('selector')),
    ...validateIndexed(spec, path),
    ...validatePodTemplateSpec(spec.template, template),
    ...validateFailurePolicy(spec, path.child('podFailurePolicy')),
    ...validateSuccessPolicy(spec, path.child('successPolicy')),
    ...validateReplacement(spec, path.child('podReplacementPolicy')),
  ];
  const { managedBy } = spec;
  if (managedBy !== undefined) {
    errors.push(...domainPrefixedPath(managedBy, path.child('managedBy')));
  }
  const restart = spec.template.spec?.restartPolicy ?? '';
  const place = template.child('spec', 'restartPolicy');
  if (restart === '' || restart === 'Always') errors.push(required(place, 'valid values: "OnFailure", "Never"'));
  else if (restart !== 'OnFailure' && restart !== 'Never') {
    errors.push(notSupported(place, restart, ['OnFailure', 'Never']));
  } else if (spec.podFailurePolicy !== undefined && restart !== 'Never') {
    errors.push(invalid(place, restart, 'only "Never" is supported when podFailurePolicy is specified'));
  }
  return errors;
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

function validateIndexed(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  const { completionMode, completions, parallelism = 0, backoffLimitPerIndex, maxFailedIndexes } = spec;
  const errors: FieldError[] = [];
  if (completionMode !== undefined && !['NonIndexed', 'Indexed'].includes(completionMode)) {
    errors.push(notSupported(path.child('completionMode'), completionMode, ['NonIndexed', 'Indexed']));
  }
  if (completionMode !== 'Indexed') {
    if (backoffLimitPerIndex !== undefined) {
      errors.push(
        invalid(path.child('backoffLimitPerIndex'), backoffLimitPerIndex, 'requires indexed completion mode'),
      );
    }
    if (maxFailedIndexes !== undefined) {
      errors.push(invalid(path.child('maxFailedIndexes'), maxFailedIndexes, 'requires indexed completion mode'));
    }
    return errors;
  }
  if (completions === undefined) {
    errors.push(required(path.child('completions'), 'when completion mode is Indexed'));
  }
  if (parallelism > MAX_INDEXED) {
    const detail = `must be less than or equal to ${MAX_INDEXED} when completion mode is Indexed`;
    errors.push(invalid(path.child('parallelism'), parallelism, detail));
  }
  if (maxFailedIndexes !== undefined && completions !== undefined && maxFailedIndexes > completions) {
    errors.push(invalid(path.child('maxFailedIndexes'), maxFailedIndexes, 'must be less than or equal to completions'));
  }
  if (maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.push(required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'));
  }
  return errors;
}

function validateReplacement(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  const { podReplacementPolicy: policy } = spec;
  if (policy === undefined) return [];
  if (spec.podFailurePolicy !== undefined) {
    return policy === 'Failed' ? [] : [notSupported(path, policy, ['Failed'])];
  }
  const policies = ['Failed', 'TerminatingOrFailed'];
  return policies.includes(policy) ? [] : [notSupported(path, policy, policies)];
}

const MAX_RULES = 20;

function validateFailurePolicy(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const place = path.child('rules');
  if (rules.length > MAX_RULES) return [tooMany(place, rules.length, MAX_RULES)];
  const { containers = [], initContainers = [] } = spec.template.spec ?? {};
  const names = new Set([...containers, ...initContainers].map(({ name }) => name));
  return rules.flatMap((rule, index) => validateFailureRule(rule, { spec, names }, place.index(index)));
}

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

function validateFailureRule(
  rule: DeepReadonly<PodFailurePolicyRule>,
  { spec, names }: { readonly spec: DeepReadonly<JobSpec>; readonly names: ReadonlySet<string> },
  path: FieldPath,
): FieldError[] {
  const errors = oneOf(rule.action, ACTIONS, path.child('action'));
  if (rule.action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalid(path.child('action'), rule.action, 'requires the backoffLimitPerIndex to be set'));
  }
  const conditions = rule.onPodConditions ?? [];
  if (rule.onExitCodes !== undefined) {
    errors.push(...validateExitCodes(rule.onExitCodes, names, path.child('onExitCodes')));
  }
  conditions.forEach(({ type, status = '' }, index) => {
    const place = path.child('onPodConditions').index(index);
    errors.push(...breaches(place.child('type'), type, isQualifiedName(type)));
    errors.push(...oneOf(status, ['False', 'True', 'Unknown'], place.child('status')));
  });
  if (rule.onExitCodes !== undefined && conditions.length > 0) {
    errors.push(shownAsNothing(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (rule.onExitCodes === undefined && conditions.length === 0) {
    errors.push(shownAsNothing(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

/** The reference names no value here. */
function shownAsNothing(path: FieldPath, detail: string): FieldError {
  return invalid(path, omittedValue, detail);
}

type ExitCodes = NonNullable<DeepReadonly<PodFailurePolicyRule>['onExitCodes']>;

function validateExitCodes(codes: ExitCodes, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const { operator, containerName, values } = codes;
  const errors = oneOf(operator, ['In', 'NotIn'], path.child('operator'));
  if (containerName !== undefined && !names.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(path.child('containerName'), containerName, detail));
  }
  const place = path.child('values');
  if (values.length === 0) errors.push(invalid(place, values, 'at least one value is required'));
  if (values.length > 255) errors.push(tooMany(place, values.length, 255));
  const seen = new Set<number>();
  values.forEach((value, index) => {
    if (operator === 'In' && value === 0) {
      errors.push(invalid(place.index(index), value, 'must not be 0 for the In operator'));
    }
    if (seen.has(value)) errors.push(duplicate(place.index(index), value));
    seen.add(value);
  });
  if (values.some((value, index) => index > 0 && value < (values[index - 1] ?? 0))) {
    errors.push(invalid(place, values, 'must be ordered'));
  }
  return errors;
}

function validateSuccessPolicy(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  const { successPolicy, completions = 0 } = spec;
  if (successPolicy === undefined) return [];
  if (spec.completionMode !== 'Indexed') {
    return [invalid(path, successPolicy, 'requires indexed completion mode')];
  }
  const place = path.child('rules');
  if (successPolicy.rules.length === 0) return [required(place, 'at least one rules must be specified')];
  if (successPolicy.rules.length > MAX_RULES) return [tooMany(place, successPolicy.rules.length, MAX_RULES)];
  return successPolicy.rules.flatMap(({ succeededCount, succeededIndexes }, index) => {
    const at = place.index(index);
    if (succeededCount === undefined && succeededIndexes === undefined) {
      return [required(at, 'at least one of succeededCount or succeededIndexes must be specified')];
    }
    const errors = nonNegative(succeededCount, at.child('succeededCount'));
    let most = completions;
    if (succeededIndexes !== undefined) {
      const parsed = parseIndexes(succeededIndexes, completions);
      if (typeof parsed === 'string') {
        errors.push(
          invalid(at.child('succeededIndexes'), succeededIndexes, `error parsing succeededIndexes: ${parsed}`),
        );
        return errors;
      }
      most = parsed;
    }
    if (succeededCount !== undefined && succeededCount > most) {
      const detail = `must be less than or equal to ${most} (the number of ${succeededIndexes === undefined ? 'specified completions' : 'indexes in the specified succeededIndexes field'})`;
      errors.push(invalid(at.child('succeededCount'), succeededCount, detail));
    }
    return errors;
  });
}

/** @go batch/validation#ValidateJobSpecUpdate */
function validateUnchanged({ spec }: DeepReadonly<Job>, { spec: old, status }: DeepReadonly<Job>): FieldError[] {
  const errors = [
    ...validateCompletions(spec, old),
    ...immutable(spec.selector, old.selector, SPEC.child('selector')),
    ...validateTemplateUnchanged(spec, old, status.startTime !== undefined),
    ...immutable(spec.completionMode, old.completionMode, SPEC.child('completionMode')),
    ...immutable(spec.podFailurePolicy, old.podFailurePolicy, SPEC.child('podFailurePolicy')),
    ...immutable(spec.backoffLimitPerIndex, old.backoffLimitPerIndex, SPEC.child('backoffLimitPerIndex')),
    ...immutable(spec.managedBy, old.managedBy, SPEC.child('managedBy')),
    ...immutable(spec.successPolicy, old.successPolicy, SPEC.child('successPolicy')),
  ];
  return errors;
}

function validateCompletions(spec: DeepReadonly<JobSpec>, old: DeepReadonly<JobSpec>): FieldError[] {
  const path = SPEC.child('completions');
  if (equal(spec.completions, old.completions)) return [];
  if (spec.completionMode !== 'Indexed') return immutable(spec.completions, old.completions, path);
  if (spec.completions === undefined || old.completions === undefined) {
    return immutable(spec.completions, old.completions, path);
  }
  if (spec.completions === spec.parallelism) return [];
  return [invalid(path, spec.completions, 'can only be modified in tandem with spec.parallelism')];
}

/** While a job that never started is suspended, where its pods may run can be changed. */
function validateTemplateUnchanged(
  spec: DeepReadonly<JobSpec>,
  old: DeepReadonly<JobSpec>,
  started: boolean,
): FieldError[] {
  const scheduling = ['nodeSelector', 'affinity', 'tolerations', 'schedulingGates'] as const;
  const mutable = old.suspend === true && !started;
  const withOldScheduling = mutable
    ? {
        ...spec.template,
        metadata: old.template.metadata,
        spec: withFieldsOf(
          spec.template.spec ?? { containers: [] },
          old.template.spec ?? { containers: [] },
          scheduling,
        ),
      }
    : spec.template;
  return immutable(withOldScheduling, old.template, SPEC.child('template'));
}

function withFieldsOf<T extends object>(object: T, old: T, fields: readonly (keyof T)[]): T {
  const result = { ...object };
  for (const field of fields) {
    if (old[field] === undefined) Reflect.deleteProperty(result, field);
    else result[field] = old[field];
  }
  return result;
}
