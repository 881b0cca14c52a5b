import type { CronJob, JobTemplateSpec } from '@kubescript/api/batch/v1';
import type { PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import type { ToleratedFaults } from '../../core/validation/pod-context.ts';
import { toleratedTemplateFaults } from '../../core/validation/tolerated-faults.ts';
import { nonNegative, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { isKnownZone, scheduleProblem } from './cron-schedule.ts';
import { validateJobSpecCommon } from './job-spec.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
/** The controller appends eleven characters to make the name of a job. */
const MAX_NAME = 52;

/** @go batch/validation#ValidateCronJobCreate */
export const cronJobValidation: KindValidation<CronJob> = {
  validate: (job) => [
    ...validateObjectMeta(job.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(job),
    ...validateNameLength(job),
  ],
  validateUpdate: (job, old) => [
    ...validateObjectMetaUpdate(job.metadata, old.metadata, META),
    ...validateSpec(job, { schedule: old.spec, tolerated: toleratedTemplateFaults(templateOf(old)) }),
  ],
  validateStatusUpdate: (job, old) => validateObjectMetaUpdate(job.metadata, old.metadata, META),
};

function validateNameLength({ metadata: { name = '' } }: DeepReadonly<CronJob>): FieldError[] {
  if (byteLength(name) <= MAX_NAME) return [];
  return [invalid(META.child('name'), name, `must be no more than ${MAX_NAME} characters`)];
}

/** What a stored cron job had before. */
interface Before {
  readonly schedule: DeepReadonly<CronJob>['spec'];
  readonly tolerated: ToleratedFaults;
}

function templateOf({ spec }: DeepReadonly<CronJob>): DeepReadonly<PodTemplateSpec> | undefined {
  return spec.jobTemplate.spec?.template;
}

/** @go batch/validation#validateCronJobSpec */
function validateSpec({ spec }: DeepReadonly<CronJob>, before?: Before): FieldError[] {
  const policy = spec.concurrencyPolicy ?? '';
  return [
    ...validateSchedule(spec, before?.schedule),
    ...nonNegative(spec.startingDeadlineSeconds, SPEC.child('startingDeadlineSeconds')),
    ...validateTimeZone(spec.timeZone, before?.schedule.timeZone),
    ...oneOf(policy, ['Allow', 'Forbid', 'Replace'], SPEC.child('concurrencyPolicy')),
    ...validateJobTemplate(spec.jobTemplate, before?.tolerated ?? {}),
    ...nonNegative(spec.successfulJobsHistoryLimit, SPEC.child('successfulJobsHistoryLimit')),
    ...nonNegative(spec.failedJobsHistoryLimit, SPEC.child('failedJobsHistoryLimit')),
  ];
}

/** @go batch/validation#ValidateJobTemplateSpec */
function validateJobTemplate({ spec }: DeepReadonly<JobTemplateSpec>, tolerated: ToleratedFaults): FieldError[] {
  const path = SPEC.child('jobTemplate', 'spec');
  if (spec === undefined) return [];
  const errors = validateJobSpecCommon(spec, path, tolerated);
  if (spec.selector !== undefined) {
    errors.push(invalid(path.child('selector'), spec.selector, '`selector` will be auto-generated'));
  }
  if (spec.manualSelector === true) {
    errors.push(notSupported(path.child('manualSelector'), true, ['nil', 'false']));
  }
  return errors;
}

/** @go batch/validation#validateScheduleFormat */
function validateSchedule({ schedule, timeZone }: Before['schedule'], old?: Before['schedule']): FieldError[] {
  const path = SPEC.child('schedule');
  if (schedule === '') return [required(path)];
  const problem = scheduleProblem(schedule);
  const errors = problem === undefined ? [] : [invalid(path, schedule, problem)];
  if (!schedule.includes('TZ')) return errors;
  const hadZone = old?.schedule.includes('TZ') === true;
  if (!hadZone) {
    errors.push(invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
  } else if (timeZone !== undefined) {
    errors.push(invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  }
  return errors;
}

const ZONE_PART = /^[A-Za-z.\-_0-9+]{1,14}$/;

/** @go batch/validation#validateTimeZone */
function validateTimeZone(zone: string | undefined, old: string | undefined): FieldError[] {
  const path = SPEC.child('timeZone');
  if (zone === undefined || zone === old) return [];
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')];
  const unknown = invalid(path, zone, `unknown time zone ${zone}`);
  if (zone.split('/').some((part) => part === '.' || part === '..' || part.startsWith('-') || !ZONE_PART.test(part))) {
    return [unknown];
  }
  const isLocal = zone.toLowerCase() === 'local';
  const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  const errors = isLocal ? [invalid(path, zone, detail)] : [];
  return zone === 'Local' || isKnownZone(zone) ? errors : [...errors, unknown];
}
