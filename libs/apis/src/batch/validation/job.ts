import type { Job } from '@kubescript/api/batch/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  labelSelectorAsSelector,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import type { ToleratedFaults } from '../../core/validation/pod-context.ts';
import { hasInvalidLabelValues, toleratedTemplateFaults } from '../../core/validation/tolerated-faults.ts';
import { goMap, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateJobSpecCommon } from './job-spec.ts';
import { validateJobStatus, validateJobStatusProgress } from './job-status.ts';
import { validateUnchanged } from './job-update.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** What a stored job may keep that a new one may not have. @go batch/validation#JobValidationOptions */
interface Excuses {
  readonly tolerated: ToleratedFaults;
  readonly selectorValues: boolean;
  /** The labels that came later may be missing. */
  readonly unprefixedLabels: boolean;
}

const NO_EXCUSES: Excuses = { tolerated: {}, selectorValues: false, unprefixedLabels: false };

/** Upstream looks at the whole new object twice in an update. */
export const jobValidation: KindValidation<Job> = {
  validate: (job) => validateJob(job, NO_EXCUSES),
  validateUpdate: (job, old) => {
    const excuses = excusesOf(old);
    return [
      ...validateJob(job, excuses),
      ...validateObjectMetaUpdate(job.metadata, old.metadata, META),
      ...validateJobSpec(job, excuses),
      ...validateUnchanged(job, old),
    ];
  },
  validateStatusUpdate: (job, old) => [
    ...validateObjectMetaUpdate(job.metadata, old.metadata, META),
    ...validateJobStatus(job, old),
    ...validateJobStatusProgress(job, old),
  ],
};

function excusesOf({ spec }: DeepReadonly<Job>): Excuses {
  const { labels = {} } = spec.template.metadata ?? {};
  return {
    tolerated: toleratedTemplateFaults(spec.template),
    selectorValues: hasInvalidLabelValues(spec.selector),
    unprefixedLabels: labels[JOB_NAME] === undefined || labels[CONTROLLER_UID] === undefined,
  };
}

/** @go batch/validation#ValidateJob */
function validateJob(job: DeepReadonly<Job>, excuses: Excuses): FieldError[] {
  return [
    ...validateObjectMeta(job.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateGeneratedSelector(job, excuses),
    ...validateJobSpec(job, excuses),
    ...validateHostnames(job),
  ];
}

/** The pods of an indexed job are called by its name and their index. */
function validateHostnames({ metadata: { name = '' }, spec }: DeepReadonly<Job>): FieldError[] {
  const { completionMode, completions = 0 } = spec;
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const longest = `${name}-${completions - 1}`;
  if (isDns1123Label(longest).length === 0) return [];
  return [invalid(META.child('name'), name, `will not able to create pod with invalid DNS label: ${longest}`)];
}

/** @go batch/validation#ValidateJobSpec */
function validateJobSpec({ spec }: DeepReadonly<Job>, { tolerated, selectorValues }: Excuses): FieldError[] {
  const path = SPEC.child('selector');
  return [
    ...validateJobSpecCommon(spec, SPEC, tolerated),
    ...(spec.selector === undefined
      ? [required(path)]
      : validateLabelSelector(spec.selector, path, { anyValues: selectorValues })),
    ...validateTemplateLabels(spec),
  ];
}

function validateTemplateLabels({ selector, template }: DeepReadonly<Job>['spec']): FieldError[] {
  if (validateLabelSelector(selector, SPEC).length > 0) return [];
  const labels = template.metadata?.labels;
  if (labelSelectorAsSelector(selector).matches(labels ?? {})) return [];
  const detail = '`selector` does not match template `labels`';
  return [invalid(SPEC.child('template', 'metadata', 'labels'), goMap(labels), detail)];
}

const CONTROLLER_UID = 'batch.kubernetes.io/controller-uid';
const JOB_NAME = 'batch.kubernetes.io/job-name';

/** The labels that the server itself gives to the pods of a job. @go batch/validation#validateGeneratedSelector */
function validateGeneratedSelector({ spec, metadata }: DeepReadonly<Job>, { unprefixedLabels }: Excuses): FieldError[] {
  if (spec.manualSelector === true || spec.selector === undefined) return [];
  const { uid = '', name = '' } = metadata;
  const legacy = { 'controller-uid': uid, 'job-name': name };
  const wanted = unprefixedLabels ? legacy : { ...legacy, [CONTROLLER_UID]: uid, [JOB_NAME]: name };
  const { labels = {} } = spec.template.metadata ?? {};
  const path = SPEC.child('template', 'metadata');
  const errors = uid === '' ? [required(META.child('uid'))] : [];
  for (const [key, value] of Object.entries(wanted)) errors.push(...validateHasLabel(labels, [key, value], path));
  const isReadable = validateLabelSelector(spec.selector, SPEC).length === 0;
  if (isReadable && !labelSelectorAsSelector(spec.selector).matches(wanted)) {
    errors.push(invalid(SPEC.child('selector'), spec.selector, '`selector` not auto-generated'));
  }
  return errors;
}

/** @go core/validation#ValidateHasLabel */
function validateHasLabel(
  labels: Readonly<Record<string, string>>,
  [key, expected]: readonly [string, string],
  path: FieldPath,
): FieldError[] {
  const actual = labels[key];
  if (actual === undefined) return [required(path.child('labels').key(key), `must be '${expected}'`)];
  return actual === expected ? [] : [invalid(path.child('labels').key(key), goMap(labels), `must be '${expected}'`)];
}
