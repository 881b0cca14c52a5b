import { humanDuration, parseTime, type DeepReadonly } from '@kubescript/apimachinery';
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubescript/api/apps/v1';
import type { CronJob, Job } from '@kubescript/api/batch/v1';
import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import type { TableConvertor } from '@kubescript/apiserver';

import { age, containerCells, labelText, nameOf, none, selectorText, since } from './cells.ts';
import { printer } from './columns.ts';

/** Tables of apps. */
export const appsPrinters: Readonly<Record<string, TableConvertor>> = {
  ControllerRevision: printer<ControllerRevision>('Name(name) | Controller | Revision | Age', (revision, now) => {
    const owner = revision.metadata.ownerReferences?.find(({ controller }) => controller === true);
    return [
      nameOf(revision),
      owner ? `${ownerResource(owner)}/${owner.name}` : none,
      String(revision.revision),
      age(revision, now),
    ];
  }),
  DaemonSet: printer<DaemonSet>(
    'Name(name) | Desired:integer | Current:integer | Ready:integer | Up-to-date:integer | Available:integer | Node Selector | Age | Containers* | Images* | Selector*',
    (set, now) => [
      nameOf(set),
      set.status.desiredNumberScheduled,
      set.status.currentNumberScheduled,
      set.status.numberReady,
      set.status.updatedNumberScheduled ?? 0,
      set.status.numberAvailable ?? 0,
      labelText(set.spec.template.spec?.nodeSelector),
      age(set, now),
      ...containerCells(set.spec.template.spec?.containers),
      selectorText(set.spec.selector),
    ],
  ),
  Deployment: printer<Deployment>(
    'Name(name) | Ready | Up-to-date | Available | Age | Containers* | Images* | Selector*',
    (deployment, now) => [
      nameOf(deployment),
      `${String(deployment.status.readyReplicas ?? 0)}/${String(deployment.spec.replicas ?? 0)}`,
      deployment.status.updatedReplicas ?? 0,
      deployment.status.availableReplicas ?? 0,
      age(deployment, now),
      ...containerCells(deployment.spec.template.spec?.containers),
      selectorText(deployment.spec.selector),
    ],
  ),
  ReplicaSet: printer<ReplicaSet>(
    'Name(name) | Desired:integer | Current:integer | Ready:integer | Age | Containers* | Images* | Selector*',
    (set, now) => [
      nameOf(set),
      set.spec.replicas ?? 0,
      set.status.replicas,
      set.status.readyReplicas ?? 0,
      age(set, now),
      ...containerCells(set.spec.template?.spec?.containers),
      selectorText(set.spec.selector),
    ],
  ),
  StatefulSet: printer<StatefulSet>('Name(name) | Ready | Age | Containers* | Images*', (set, now) => [
    nameOf(set),
    `${String(set.status.readyReplicas ?? 0)}/${String(set.spec.replicas ?? 0)}`,
    age(set, now),
    ...containerCells(set.spec.template.spec?.containers),
  ]),
};

/** Tables of batch. */
export const batchPrinters: Readonly<Record<string, TableConvertor>> = {
  CronJob: printer<CronJob>(
    'Name(name) | Schedule | Timezone | Suspend:boolean | Active:integer | Last Schedule | Age | Containers* | Images* | Selector*',
    (job, now) => [
      nameOf(job),
      job.spec.schedule,
      job.spec.timeZone ?? none,
      job.spec.suspend === true ? 'True' : 'False',
      job.status.active?.length ?? 0,
      job.status.lastScheduleTime ? since(job.status.lastScheduleTime, now) : none,
      age(job, now),
      ...containerCells(job.spec.jobTemplate.spec?.template.spec?.containers),
      selectorText(job.spec.jobTemplate.spec?.selector),
    ],
  ),
  Job: printer<Job>(
    'Name(name) | Status | Completions | Duration | Age | Containers* | Images* | Selector*',
    (job, now) => [
      nameOf(job),
      jobStatus(job),
      completionsText(job),
      jobDuration(job, now),
      age(job, now),
      ...containerCells(job.spec.template.spec?.containers),
      selectorText(job.spec.selector),
    ],
  ),
};

/** Tables of policy. */
export const policyPrinters: Readonly<Record<string, TableConvertor>> = {
  PodDisruptionBudget: printer<PodDisruptionBudget>(
    'Name(name) | Min Available | Max Unavailable | Allowed Disruptions:integer | Age',
    (budget, now) => [
      nameOf(budget),
      String(budget.spec.minAvailable ?? 'N/A'),
      String(budget.spec.maxUnavailable ?? 'N/A'),
      budget.status.disruptionsAllowed ?? 0,
      age(budget, now),
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

function jobDuration({ status }: DeepReadonly<Job>, now: number): string {
  if (!status.startTime) return '';
  const end = status.completionTime ? parseTime(status.completionTime) : now;
  return humanDuration(end - parseTime(status.startTime));
}
