import type { CronJob } from '@kubescript/api/batch/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { nonNegative, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { scheduleProblem } from './cron-schedule.ts';
import { validateJobSpec } from './job.ts';

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
    ...validateSpec(job, old),
  ],
  validateStatusUpdate: (job, old) => validateObjectMetaUpdate(job.metadata, old.metadata, META),
};

function validateNameLength({ metadata: { name = '' } }: DeepReadonly<CronJob>): FieldError[] {
  if (byteLength(name) <= MAX_NAME) return [];
  return [invalid(META.child('name'), name, `must be no more than ${MAX_NAME} characters`)];
}

function validateSpec({ spec }: DeepReadonly<CronJob>, old?: DeepReadonly<CronJob>): FieldError[] {
  const template = SPEC.child('jobTemplate', 'spec');
  const errors = [
    ...validateSchedule(spec, old),
    ...validateTimeZone(spec.timeZone, old?.spec.timeZone),
    ...nonNegative(spec.startingDeadlineSeconds, SPEC.child('startingDeadlineSeconds')),
    ...oneOf(spec.concurrencyPolicy, ['Allow', 'Forbid', 'Replace'], SPEC.child('concurrencyPolicy')),
    ...nonNegative(spec.successfulJobsHistoryLimit, SPEC.child('successfulJobsHistoryLimit')),
    ...nonNegative(spec.failedJobsHistoryLimit, SPEC.child('failedJobsHistoryLimit')),
    ...(spec.jobTemplate.spec === undefined ? [] : validateJobSpec(spec.jobTemplate.spec, template)),
  ];
  if (spec.jobTemplate.spec?.manualSelector === true) {
    errors.push(notSupported(template.child('manualSelector'), true, ['nil', 'false']));
  }
  return errors;
}

function validateSchedule(
  { schedule, timeZone }: DeepReadonly<CronJob>['spec'],
  old?: DeepReadonly<CronJob>,
): FieldError[] {
  const path = SPEC.child('schedule');
  if (schedule === '') return [required(path)];
  const errors: FieldError[] = [];
  const zone = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(schedule);
  const problem = scheduleProblem(zone?.[2] ?? schedule);
  if (problem !== undefined) errors.push(invalid(path, schedule, problem));
  if (schedule.includes('TZ') && timeZone !== undefined) {
    errors.push(invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  } else if (schedule.includes('TZ') && old?.spec.schedule !== schedule) {
    errors.push(invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
  }
  return errors;
}

function validateTimeZone(zone: string | undefined, old: string | undefined): FieldError[] {
  const path = SPEC.child('timeZone');
  if (zone === undefined || zone === old) return [];
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')];
  if (zone.toLowerCase() === 'local') {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    return [invalid(path, zone, detail)];
  }
  return isKnownZone(zone) ? [] : [invalid(path, zone, `unknown time zone ${zone}`)];
}

function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
