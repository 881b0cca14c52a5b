import type { Job, JobStatus } from '@kubescript/api/batch/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  omittedValue,
  required,
} from '@kubescript/apimachinery';

import { equal, nonNegative } from '../../validation/checks.ts';
import { overlap, parseIndexes } from './indexes.ts';

const STATUS = new FieldPath('status');
const CONDITIONS = STATUS.child('conditions');

type AnyJob = DeepReadonly<Job>;
type Status = DeepReadonly<JobStatus>;

/**
 * What a status may say. Most rules came after the kind was in use: they hold for what an update changes.
 *
 * @go batch/validation#validateJobStatus
 */
export function validateJobStatus(job: AnyJob, old: AnyJob): FieldError[] {
  return [
    ...COUNTS.flatMap((count) => nonNegative(job.status[count], STATUS.child(count))),
    ...validateUncounted(job.status),
    ...validateCompletion(job.status, old.status),
    ...validateOutcome(job.status, old.status),
    ...validateFinished(job.status, old.status),
    ...validateIndexes(job, old),
    ...validatePodCounts(job.status, old.status),
    ...validateSuccess(job),
  ];
}

const COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const;

function validateUncounted({ uncountedTerminatedPods: pods }: Status): FieldError[] {
  const seen = new Set<string>();
  const check = (uid: string, path: FieldPath): FieldError[] => {
    if (uid === '') return [invalid(path, uid, 'must not be empty')];
    if (seen.has(uid)) return [duplicate(path, uid)];
    seen.add(uid);
    return [];
  };
  return (['succeeded', 'failed'] as const).flatMap((list) =>
    (pods?.[list] ?? []).flatMap((uid, index) =>
      check(uid, STATUS.child('uncountedTerminatedPods', list).index(index)),
    ),
  );
}

function isTrue({ conditions = [] }: Status, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}

function isFinished(status: Status): boolean {
  return isTrue(status, 'Complete') || isTrue(status, 'Failed');
}

/** Whether one of these conditions is another than before. */
function changes(status: Status, old: Status, ...types: readonly string[]): boolean {
  return types.some((type) => isTrue(status, type) !== isTrue(old, type));
}

function ofConditions(detail: string): FieldError {
  return invalid(CONDITIONS, omittedValue, detail);
}

function validateCompletion(status: Status, old: Status): FieldError[] {
  const errors: FieldError[] = [];
  const { startTime, completionTime } = status;
  const isComplete = isTrue(status, 'Complete');
  const path = STATUS.child('completionTime');
  if (changes(status, old, 'Complete', 'Failed') && isComplete && isTrue(status, 'Failed')) {
    errors.push(ofConditions('cannot set Complete=True and Failed=true conditions'));
  }
  if (changes(status, old, 'Complete', 'FailureTarget') && isComplete && isTrue(status, 'FailureTarget')) {
    errors.push(ofConditions('cannot set Complete=True and FailureTarget=true conditions'));
  }
  const isNewTime = !equal(completionTime, old.completionTime);
  if (isNewTime || changes(status, old, 'Complete')) {
    if (completionTime !== undefined && !isComplete) {
      const detail = 'cannot set completionTime when there is no Complete=True condition';
      errors.push(invalid(path, completionTime, detail));
    }
    if (completionTime === undefined && isComplete) {
      errors.push(required(path, 'completionTime is required for Complete jobs'));
    }
  }
  if (startTime === undefined || completionTime === undefined || completionTime >= startTime) return errors;
  if (!isNewTime && equal(startTime, old.startTime)) return errors;
  return [...errors, invalid(path, completionTime, 'completionTime cannot be set before startTime')];
}

function validateOutcome(status: Status, old: Status): FieldError[] {
  const errors: FieldError[] = [];
  const lacks = (outcome: string, reason: string): boolean =>
    changes(status, old, outcome, reason) && isTrue(status, outcome) && !isTrue(status, reason);
  if (lacks('Failed', 'FailureTarget')) {
    errors.push(ofConditions('cannot set Failed=True condition without the FailureTarget=true condition'));
  }
  if (lacks('Complete', 'SuccessCriteriaMet')) {
    errors.push(ofConditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'));
  }
  return errors;
}

function validateFinished(status: Status, old: Status): FieldError[] {
  if (!isFinished(status)) return [];
  const justFinished = !isFinished(old);
  const errors: FieldError[] = [];
  const { active = 0, startTime, uncountedTerminatedPods: uncounted } = status;
  if (active > 0 && (justFinished || active !== (old.active ?? 0))) {
    errors.push(invalid(STATUS.child('active'), active, 'active>0 is invalid for finished job'));
  }
  if (startTime === undefined && (justFinished || old.startTime !== undefined)) {
    errors.push(required(STATUS.child('startTime'), 'startTime is required for finished job'));
  }
  const { failed = [], succeeded = [] } = uncounted ?? {};
  if (failed.length + succeeded.length > 0 && (justFinished || !equal(uncounted, old.uncountedTerminatedPods))) {
    const shown = { Succeeded: uncounted?.succeeded ?? null, Failed: uncounted?.failed ?? null };
    const detail = 'uncountedTerminatedPods needs to be empty for finished job';
    errors.push(invalid(STATUS.child('uncountedTerminatedPods'), shown, detail));
  }
  return errors;
}

function validateIndexes({ spec, status }: AnyJob, { status: old }: AnyJob): FieldError[] {
  const { completions, backoffLimitPerIndex, completionMode } = spec;
  const { completedIndexes = '', failedIndexes } = status;
  const newCompleted = completedIndexes !== (old.completedIndexes ?? '');
  const newFailed = failedIndexes !== old.failedIndexes;
  const errors: FieldError[] = [];
  const unreadable = (field: string, text: string): void => {
    const problem = parseIndexes(text, completions ?? 0);
    if (typeof problem !== 'string') return;
    errors.push(invalid(STATUS.child(field), text, `error parsing ${field}: ${problem}`));
  };
  if (newCompleted && completions !== undefined) unreadable('completedIndexes', completedIndexes);
  if (newFailed && completions !== undefined && backoffLimitPerIndex !== undefined && failedIndexes !== undefined) {
    unreadable('failedIndexes', failedIndexes);
  }
  if (newCompleted && completedIndexes !== '' && completionMode !== 'Indexed') {
    const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(invalid(STATUS.child('completedIndexes'), completedIndexes, detail));
  }
  if (failedIndexes === undefined) return errors;
  const path = STATUS.child('failedIndexes');
  if (newFailed && backoffLimitPerIndex === undefined) {
    const detail = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    errors.push(invalid(path, failedIndexes, detail));
  }
  if (!(newFailed || newCompleted) || completions === undefined) return errors;
  if (completedIndexes === '' || failedIndexes === '') return errors;
  const common = overlap(completedIndexes, failedIndexes, completions);
  if (common === undefined) return errors;
  const detail = `failedIndexes and completedIndexes overlap at index: ${common}`;
  return [...errors, invalid(path, failedIndexes, detail)];
}

function validatePodCounts(status: Status, old: Status): FieldError[] {
  const { terminating = 0, ready, active = 0 } = status;
  const errors: FieldError[] = [];
  const justFinished = isFinished(status) !== isFinished(old);
  if (terminating > 0 && isFinished(status) && (justFinished || terminating !== old.terminating)) {
    errors.push(invalid(STATUS.child('terminating'), terminating, 'terminating>0 is invalid for finished job'));
  }
  const areCountsNew = ready !== old.ready || active !== (old.active ?? 0);
  if (areCountsNew && ready !== undefined && ready > active) {
    errors.push(invalid(STATUS.child('ready'), ready, 'cannot set more ready pods than active'));
  }
  return errors;
}

function validateSuccess({ spec, status }: AnyJob): FieldError[] {
  const errors: FieldError[] = [];
  const isMet = isTrue(status, 'SuccessCriteriaMet');
  if (isMet && isTrue(status, 'Failed')) {
    errors.push(ofConditions('cannot set SuccessCriteriaMet=True and Failed=true conditions'));
  }
  if (isMet && isTrue(status, 'FailureTarget')) {
    errors.push(ofConditions('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'));
  }
  if (spec.successPolicy !== undefined && !isMet && isTrue(status, 'Complete')) {
    const detail = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True';
    errors.push(ofConditions(detail));
  }
  return errors;
}

/** What a status may become. @go batch/validation#ValidateJobStatusUpdate */
export function validateJobStatusProgress({ spec, status }: AnyJob, { status: old }: AnyJob): FieldError[] {
  const errors = TERMINAL.filter((type) => isTrue(old, type) && !isTrue(status, type)).map((type) =>
    ofConditions(`cannot disable the terminal ${type}=True condition`),
  );
  const maySucceedLess = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  for (const count of maySucceedLess ? (['failed'] as const) : (['failed', 'succeeded'] as const)) {
    if ((status[count] ?? 0) >= (old[count] ?? 0)) continue;
    errors.push(invalid(STATUS.child(count), status[count] ?? 0, `cannot decrease the ${count} counter`));
  }
  const { completionTime } = status;
  if (completionTime !== undefined && old.completionTime !== undefined && completionTime !== old.completionTime) {
    errors.push(invalid(STATUS.child('completionTime'), completionTime, 'completionTime cannot be mutated'));
  }
  if (old.startTime !== undefined && old.startTime !== status.startTime && spec.suspend !== true) {
    errors.push(ofStartTime(status.startTime));
  }
  const wasMet = isTrue(old, 'SuccessCriteriaMet');
  if (wasMet && !isTrue(status, 'SuccessCriteriaMet')) {
    errors.push(ofConditions('cannot disable the SuccessCriteriaMet=True condition'));
  }
  if (isTrue(old, 'Complete') && !wasMet && isTrue(status, 'SuccessCriteriaMet')) {
    const detail = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
    errors.push(ofConditions(detail));
  }
  return errors;
}

const TERMINAL = ['Failed', 'Complete', 'FailureTarget'] as const;

function ofStartTime(startTime: string | undefined): FieldError {
  const path = STATUS.child('startTime');
  if (startTime === undefined) return required(path, 'startTime cannot be removed for unsuspended job');
  return invalid(path, startTime, 'field is immutable for unsuspended job once set');
}
