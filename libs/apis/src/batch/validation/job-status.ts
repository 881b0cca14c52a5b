import type { Job, JobStatus } from '@kubescript/api/batch/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  omittedValue,
  required,
} from '@kubescript/apimachinery';

import { immutable, nonNegative } from '../../validation/checks.ts';

const STATUS = new FieldPath('status');

/** @go batch/validation#ValidateJobUpdateStatus */
export function validateJobStatus(job: DeepReadonly<Job>, old: DeepReadonly<Job>): FieldError[] {
  const { status } = job;
  const counts = ['active', 'succeeded', 'failed', 'ready'] as const;
  const errors = counts.flatMap((count) => nonNegative(status[count], STATUS.child(count)));
  return [...errors, ...validateFinish(status), ...validateStart(job, old), ...validateProgress(status, old.status)];
}

function isTrue(status: DeepReadonly<JobStatus>, type: string): boolean {
  return (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}

function validateFinish(status: DeepReadonly<JobStatus>): FieldError[] {
  const errors: FieldError[] = [];
  const complete = isTrue(status, 'Complete');
  const failed = isTrue(status, 'Failed');
  const conditions = STATUS.child('conditions');
  const shown = (detail: string): FieldError => invalid(conditions, omittedValue, detail);
  if (complete && failed) errors.push(shown('cannot set Complete=True and Failed=True conditions'));
  if (complete && isTrue(status, 'FailureTarget'))
    errors.push(shown('cannot set Complete=True and FailureTarget=true conditions'));
  if (complete && !isTrue(status, 'SuccessCriteriaMet')) {
    errors.push(shown('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'));
  }
  if (failed && !isTrue(status, 'FailureTarget')) {
    errors.push(shown('cannot set Failed=True condition without the FailureTarget=true condition'));
  }
  if ((complete || failed) && (status.active ?? 0) > 0) {
    errors.push(invalid(STATUS.child('active'), status.active, 'active>0 is invalid for finished job'));
  }
  if ((complete || failed) && (status.terminating ?? 0) > 0) {
    errors.push(invalid(STATUS.child('terminating'), status.terminating, 'terminating>0 is invalid for finished job'));
  }
  if (complete && status.completionTime === undefined) {
    errors.push(required(STATUS.child('completionTime'), 'completionTime is required for Complete jobs'));
  }
  if (!complete && status.completionTime !== undefined) {
    const detail = 'cannot set completionTime when there is no Complete=True condition';
    errors.push(invalid(STATUS.child('completionTime'), status.completionTime, detail));
  }
  const { startTime, completionTime } = status;
  if (startTime !== undefined && completionTime !== undefined && completionTime < startTime) {
    errors.push(
      invalid(STATUS.child('completionTime'), completionTime, 'completionTime cannot be set before startTime'),
    );
  }
  return errors;
}

/** Once a job has started, only suspending it may take its start back. */
function validateStart(job: DeepReadonly<Job>, old: DeepReadonly<Job>): FieldError[] {
  const { startTime } = job.status;
  if (old.status.startTime === undefined || startTime === old.status.startTime || job.spec.suspend === true) return [];
  const path = STATUS.child('startTime');
  if (startTime === undefined) return [required(path, 'startTime cannot be removed for unsuspended job')];
  return [invalid(path, startTime, 'field is immutable for unsuspended job once set')];
}

function validateProgress(status: DeepReadonly<JobStatus>, old: DeepReadonly<JobStatus>): FieldError[] {
  const errors: FieldError[] = [];
  for (const type of ['Complete', 'Failed', 'SuccessCriteriaMet', 'FailureTarget']) {
    if (isTrue(old, type) && !isTrue(status, type)) {
      errors.push(
        invalid(STATUS.child('conditions'), omittedValue, `cannot disable the terminal ${type}=True condition`),
      );
    }
  }
  if (old.completionTime !== undefined) {
    errors.push(...immutable(status.completionTime, old.completionTime, STATUS.child('completionTime')));
  }
  for (const count of ['succeeded', 'failed'] as const) {
    if ((status[count] ?? 0) < (old[count] ?? 0)) {
      errors.push(invalid(STATUS.child(count), status[count] ?? 0, `cannot decrease the ${count} counter`));
    }
  }
  return errors;
}
