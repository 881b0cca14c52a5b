import type { Job } from '@kubescript/api/batch/v1';
import type { Pod, PodTemplateSpec } from '@kubescript/api/core/v1';
import { deepCopy, type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import { millisOf } from '../shared/time.ts';

/** Keeps a pod until the Job has counted it. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';
/** Which of a Job's indexes a pod works on. */
export const indexAnnotation = 'batch.kubernetes.io/job-completion-index';
/** How often the index of a pod failed before it. */
export const indexFailures = 'batch.kubernetes.io/job-index-failure-count';

/** True if each pod of a Job has an index of its own. */
export function isIndexed(job: DeepReadonly<Job>): boolean {
  return job.spec.completionMode === 'Indexed';
}

/** The index of a pod; undefined if it has none that the Job could use. */
export function indexOf(pod: DeepReadonly<Pod>): number | undefined {
  const text = pod.metadata.annotations?.[indexAnnotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** True if a pod still waits to be counted. */
export function isTracked(pod: DeepReadonly<Pod>): boolean {
  return (pod.metadata.finalizers ?? []).includes(trackingFinalizer);
}

/** True if a pod counts as failed: a deleted one does at once, unless only failed ones are to be replaced. */
export function hasFailed(pod: DeepReadonly<Pod>, job: DeepReadonly<Job>): boolean {
  if (pod.status.phase === 'Failed') return true;
  if (onlyReplacesFailed(job)) return false;
  return pod.metadata.deletionTimestamp !== undefined && pod.status.phase !== 'Succeeded';
}

/** True if a new pod is made only once the old one has come to its end. */
export function onlyReplacesFailed(job: DeepReadonly<Job>): boolean {
  return job.spec.podReplacementPolicy === 'Failed';
}

/** When a pod came to its end, in milliseconds. */
export function finishTime(pod: DeepReadonly<Pod>, now: number): number {
  const times = (pod.status.containerStatuses ?? []).map((s) => millisOf(s.state?.terminated?.finishedAt));
  const known = times.filter((time) => Number.isFinite(time));
  if (known.length > 0) return Math.max(...known);
  const deleted = millisOf(pod.metadata.deletionTimestamp);
  return Number.isFinite(deleted) ? deleted : now;
}

/** The template of the pod of one index: with its name, its index in label and annotation, and in its environment. */
export function indexedTemplate(job: DeepReadonly<Job>, index: number, failures: number | undefined): PodTemplateSpec {
  const template = deepCopy(job.spec.template) as PodTemplateSpec;
  const spec = template.spec ?? { containers: [] };
  const environment = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${indexAnnotation}']` } },
  };
  for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
    if (!(container.env ?? []).some(({ name }) => name === environment.name)) {
      container.env = [...(container.env ?? []), environment];
    }
  }
  const { metadata = {} } = template;
  const counted = failures === undefined ? {} : { [indexFailures]: String(failures) };
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [indexAnnotation]: String(index) },
      annotations: { ...metadata.annotations, [indexAnnotation]: String(index), ...counted },
    },
    spec: { ...spec, hostname: `${nameOf(job)}-${String(index)}` },
  };
}
