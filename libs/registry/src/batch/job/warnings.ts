import type { JobSpec } from '@kubescript/api/batch/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { podTemplateWarnings } from '../../core/pod/warnings.ts';

const manyCompletions = 100_000;
const muchParallelism = 10_000;
const tooMany =
  'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';

/**
 * What is legal in a job but unwise; `path` leads to its spec.
 *
 * @go k8s.io/kubernetes/pkg/api/job#WarningsForJobSpec
 */
export function jobSpecWarnings(spec: DeepReadonly<JobSpec> | undefined, path: string): string[] {
  const { completionMode, completions = 0, parallelism = 0, template } = spec ?? {};
  const isHuge = completionMode === 'Indexed' && completions > manyCompletions && parallelism > muchParallelism;
  return [...(isHuge ? [`${path}: ${tooMany}`] : []), ...podTemplateWarnings(template, `${path}.template`)];
}
