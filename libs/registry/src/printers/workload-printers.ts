import { humanDuration, parseTime, type DeepReadonly } from '@kubescript/apimachinery';
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubescript/api/apps/v1';
import type { CronJob, Job } from '@kubescript/api/batch/v1';
import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import { AgeCell, type TableConvertor } from '@kubescript/apiserver';

import { age, containerCells, labelText, nameOf, none, selectorText, since } from './cells.ts';
import { printer } from './columns.ts';

/** Tables of apps. */
export const appsPrinters: Readonly<Record<string, TableConvertor>> = {
  ControllerRevision: printer<ControllerRevision>('Name(name) | Controller | Revision | Age', (revision) => {
    const owner = revision.metadata.ownerReferences?.find(({ controller }) => controller === true);
    return [nameOf(revision), owner ? `${ownerResource(owner)}/${owner.name}` : none, revision.revision, age(revision)];
  }),
  DaemonSet: printer<DaemonSet>(
    'Name(name) | Desired:integer | Current:integer | Ready:integer | Up-to-date:integer | Available:integer | Node Selector | Age | Containers* | Images* | Selector*',
    (set) => [
      nameOf(set),
      set.status.desiredNumberScheduled,
      set.status.currentNumberScheduled,
      set.status.numberReady,
      set.status.updatedNumberScheduled ?? 0,
      set.status.numberAvailable ?? 0,
      labelText(set.spec.template.spec?.nodeSelector),
      age(set),
      ...containerCells(set.spec.template.spec?.containers),
      selectorText(set.spec.selector),
    ],
  ),
  Deployment: printer<Deployment>(
    'Name(name) | Ready | Up-to-date | Available | Age | Containers* | Images* | Selector*',
    (deployment) => [
      nameOf(deployment),
      `${String(deployment.status.readyReplicas ?? 0)}/${String(deployment.spec.replicas ?? 0)}`,
      deployment.status.updatedReplicas ?? 0,
      deployment.status.availableReplicas ?? 0,
      age(deployment),
      ...containerCells(deployment.spec.template.spec?.containers),
      selectorText(deployment.spec.selector),
    ],
  ),
  ReplicaSet: printer<ReplicaSet>(
    'Name(name) | Desired:integer | Current:integer | Ready:integer | Age | Containers* | Images* | Selector*',
    (set) => [
      nameOf(set),
      set.spec.replicas ?? 0,
      set.status.replicas,
      set.status.readyReplicas ?? 0,
      age(set),
      ...containerCells(set.spec.template?.spec?.containers),
      selectorText(set.spec.selector),
    ],
  ),
  StatefulSet: printer<StatefulSet>('Name(name) | Ready | Age | Containers* | Images*', (set) => [
    nameOf(set),
    `${String(set.status.readyReplicas ?? 0)}/${String(set.spec.replicas ?? 0)}`,
    age(set),
    ...containerCells(set.spec.template.spec?.containers),
  ]),
};

/** Tables of batch. */
export const batchPrinters: Readonly<Record<string, TableConvertor>> = {
  CronJob: printer<CronJob>(
    'Name(name) | Schedule | Timezone | Suspend:boolean | Active:integer | Last Schedule | Age | Containers* | Images* | Selector*',
    (job) => [
      nameOf(job),
      job.spec.schedule,
      job.spec.timeZone ?? none,
      job.spec.suspend === true ? 'True' : 'False',
      job.status.active?.length ?? 0,
      job.status.lastScheduleTime ? since(job.status.lastScheduleTime) : none,
      age(job),
      ...containerCells(job.spec.jobTemplate.spec?.template.spec?.containers),
      selectorText(job.spec.jobTemplate.spec?.selector),
    ],
  ),
  Job: printer<Job>('Name(name) | Status | Completions | Duration | Age | Containers* | Images* | Selector*', (job) => [
    nameOf(job),
    jobStatus(job),
    completionsText(job),
    jobDuration(job),
    age(job),
    ...containerCells(job.spec.template.spec?.containers),
    selectorText(job.spec.selector),
  ]),
};

/** Tables of policy. */
export const policyPrinters: Readonly<Record<string, TableConvertor>> = {
  PodDisruptionBudget: printer<PodDisruptionBudget>(
    'Name(name) | Min Available | Max Unavailable | Allowed Disruptions:integer | Age',
    (budget) => [
      nameOf(budget),
      String(budget.spec.minAvailable ?? 'N/A'),
      String(budget.spec.maxUnavailable ?? 'N/A'),
      budget.status.disruptionsAllowed ?? 0,
      age(budget),
    ],
  ),
};

function ownerResource({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}

function jobStatus({ status, metadata }: DeepReadonly<Job>): string {
  const holds = (type: string): boolean =>
    status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (holds('Suspended')) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  if (holds('SuccessCriteriaMet')) return 'SuccessCriteriaMet';
  return 'Running';
}

function completionsText({ spec, status }: DeepReadonly<Job>): string {
  const succeeded = String(status.succeeded ?? 0);
  if (spec.completions !== undefined) return `${succeeded}/${String(spec.completions)}`;
  const parallelism = spec.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${String(parallelism)}` : `${succeeded}/1`;
}

function jobDuration({ status }: DeepReadonly<Job>): string | AgeCell {
  if (!status.startTime) return '';
  const start = parseTime(status.startTime);
  return status.completionTime ? humanDuration(parseTime(status.completionTime) - start) : new AgeCell(start);
}
