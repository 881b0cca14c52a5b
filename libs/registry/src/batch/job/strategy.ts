import { isDeepStrictEqual } from 'node:util';

import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Job } from '@kubescript/api/batch/v1';

import { labelNameWarnings } from '../../generic/name-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';
import { jobSpecWarnings } from './warnings.ts';

const kind = { group: 'batch', version: 'v1', kind: 'Job' };

const controllerUidLabels = ['batch.kubernetes.io/controller-uid', 'controller-uid'];
const jobNameLabels = ['batch.kubernetes.io/job-name', 'job-name'];

/**
 * Jobs: unless the user manages the selector, it is made from the job's UID. For compatibility a DELETE without a
 * policy leaves the pods alone.
 *
 * @go k8s.io/kubernetes/pkg/registry/batch/job#Strategy
 */
export const jobResource: ResourceDefinition<Job> = {
  resource: 'jobs',
  singular: 'job',
  kind,
  categories: ['all'],
  strategy: simpleStrategy<Job>({
    kind,
    namespaced: true,
    warningsOnCreate: (object) => [...labelNameWarnings(object.metadata), ...jobSpecWarnings(object.spec, 'spec')],
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation ? [] : jobSpecWarnings(object.spec, 'spec'),
    emptyStatus: () => ({}),
    generationOf: ['spec'],
    defaultPropagation: 'Orphan',
    prepareForCreate: prepareJob,
    selectableFields: { 'status.successful': (job) => String(job.status.succeeded ?? 0) },
    unknownFieldLabel: (label) => `field label ${JSON.stringify(label)} not supported for batchv1.Job`,
  }),
  statusStrategy: statusStrategy<Job>({ kind }),
};

function prepareJob(job: Job): void {
  const isLabelledLikeTemplate = isDeepStrictEqual(
    { ...job.metadata.labels },
    { ...job.spec.template.metadata?.labels },
  );
  if (job.spec.manualSelector !== true) generateSelector(job);
  if (isLabelledLikeTemplate) labelLikeTemplate(job);
}

/** A job without labels of its own has those of its pods, which defaulting gave it before they were complete. */
function labelLikeTemplate({ metadata, spec }: Job): void {
  const labels = spec.template.metadata?.labels;
  if (labels) metadata.labels = { ...labels };
}

/**
 * Labels the template with the job's name and UID and selects by the UID; what the user set stays, to be refused by
 * validation.
 *
 * @go k8s.io/kubernetes/pkg/registry/batch/job#generateSelector
 */
function generateSelector(job: DeepReadonly<Job> & Job): void {
  const uid = job.metadata.uid ?? '';
  const template = (job.spec.template.metadata ??= {});
  const labels = { ...template.labels };
  for (const label of jobNameLabels) labels[label] ??= job.metadata.name ?? '';
  for (const label of controllerUidLabels) labels[label] ??= uid;
  template.labels = labels;
  const selector = (job.spec.selector ??= {});
  selector.matchLabels = { 'batch.kubernetes.io/controller-uid': uid, ...selector.matchLabels };
}
