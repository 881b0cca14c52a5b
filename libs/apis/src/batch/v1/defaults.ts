import type { CronJob, Job, JobSpec } from '@kubescript/api/batch/v1';

import { defaultPodTemplate } from '../../core/v1/pod-defaults.ts';
import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of batch/v1. @go pkg/apis/batch/v1/defaults.go */
export const batchV1Defaults: DefaultsByKind = {
  CronJob: defaultsOf(defaultCronJob),
  Job: defaultsOf(defaultJob),
};

const MAX_INT32 = 2 ** 31 - 1;

function defaultJob({ spec, metadata }: Job): void {
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32;
  const labels = spec.template.metadata?.labels;
  if (labels !== undefined) metadata.labels ??= { ...labels };
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  spec.manualSelector ??= false;
  defaultJobSpec(spec);
}

/** What a job and the template of a cron job have in common. */
function defaultJobSpec(spec: JobSpec): void {
  for (const rule of spec.podFailurePolicy?.rules ?? []) {
    for (const condition of rule.onPodConditions ?? []) condition.status ??= 'True';
  }
  defaultPodTemplate(spec.template);
}

function defaultCronJob({ spec }: CronJob): void {
  spec.concurrencyPolicy ??= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  if (spec.jobTemplate.spec !== undefined) defaultJobSpec(spec.jobTemplate.spec);
}
