import { type ValidationByKind, validationOf } from '../../validation/registry.ts';
import { cronJobValidation } from './cron-job.ts';
import { jobValidation } from './job.ts';

/** Rules of the kinds of the batch group. */
export const batchValidation: ValidationByKind = {
  CronJob: validationOf(cronJobValidation),
  Job: validationOf(jobValidation),
};
