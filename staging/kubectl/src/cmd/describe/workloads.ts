import type { DaemonSet, Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import type { Job } from '@kubescript/api/batch/v1';
import type { Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  formatLabelSelector,
  type LabelSelector,
  labelSelectorAsSelector,
} from '@kubescript/apimachinery';
import { alignColumns, type Info } from '@kubescript/cli-runtime';
import { appsv1, corev1 } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import { formatController, formatLongTime, writeMaps, writeName } from './metadata.ts';
import { writePodTemplate } from './pod-template.ts';
import type { DescribeWriter } from './writer.ts';

interface ConditionLike {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

function writeConditions(writer: DescribeWriter, conditions: readonly ConditionLike[] | undefined): void {
  if (conditions === undefined || conditions.length === 0) return;
  writer.line(0, 'Conditions:');
  const rows = conditions.map(({ type, status, reason = '' }) => [type, status, reason]);
  const table = alignColumns([['Type', 'Status', 'Reason'], ['----', '------', '------'], ...rows], {
    padding: 2,
    minWidth: 0,
  });
  for (const line of table.trimEnd().split('\n')) writer.line(1, line);
}

/** Writes a Deployment. */
export async function describeDeployment(writer: DescribeWriter, info: Info, context: CommandContext): Promise<void> {
  const { metadata, spec, status } = info.object as unknown as Deployment;
  writeName(writer, metadata);
  writer.field(0, 'CreationTimestamp:', formatLongTime(metadata.creationTimestamp));
  writeMaps(writer, metadata);
  writer.field(0, 'Selector:', formatLabelSelector(spec.selector));
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0, unavailableReplicas = 0 } = status;
  writer.field(
    0,
    'Replicas:',
    `${String(spec.replicas ?? 1)} desired | ${String(updatedReplicas)} updated | ${String(replicas)} total | ${String(availableReplicas)} available | ${String(unavailableReplicas)} unavailable`,
  );
  writer.field(0, 'StrategyType:', spec.strategy?.type ?? '');
  writer.field(0, 'MinReadySeconds:', String(spec.minReadySeconds ?? 0));
  const rolling = spec.strategy?.rollingUpdate;
  if (rolling !== undefined) {
    const [unavailable, surge] = [String(rolling.maxUnavailable ?? ''), String(rolling.maxSurge ?? '')];
    writer.field(0, 'RollingUpdateStrategy:', `${unavailable} max unavailable, ${surge} max surge`);
  }
  writePodTemplate(writer, spec.template);
  writeConditions(writer, status.conditions);
  await writeReplicaSets(writer, info, context);
}

async function writeReplicaSets(writer: DescribeWriter, info: Info, { access }: CommandContext): Promise<void> {
  const { metadata, spec } = info.object as unknown as Deployment;
  const client = await access.client(appsv1.replicasets, info.namespace);
  const { items } = await client.list({ labelSelector: labelSelectorAsSelector(spec.selector).toString() });
  const owned = items.filter((set) => set.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid) === true);
  const revision = metadata.annotations?.['deployment.kubernetes.io/revision'];
  const isNew = (set: DeepReadonly<ReplicaSet>): boolean =>
    revision !== undefined && set.metadata.annotations?.['deployment.kubernetes.io/revision'] === revision;
  writer.field(0, 'OldReplicaSets:', formatSets(owned.filter((set) => !isNew(set))));
  const current = owned.filter(isNew);
  writer.field(0, 'NewReplicaSet:', formatSets(current));
}

function formatSets(sets: readonly DeepReadonly<ReplicaSet>[]): string {
  if (sets.length === 0) return '<none>';
  return sets
    .map(
      ({ metadata, spec, status }) =>
        `${metadata.name ?? ''} (${String(status.replicas)}/${String(spec.replicas ?? 0)} replicas created)`,
    )
    .join(', ');
}

/** Writes a ReplicaSet. */
export async function describeReplicaSet(writer: DescribeWriter, info: Info, context: CommandContext): Promise<void> {
  const { metadata, spec, status } = info.object as unknown as ReplicaSet;
  writeName(writer, metadata);
  writer.field(0, 'Selector:', formatLabelSelector(spec.selector));
  writeMaps(writer, metadata);
  const controller = formatController(metadata);
  if (controller !== '') writer.field(0, 'Controlled By:', controller);
  writer.field(0, 'Replicas:', `${String(status.replicas)} current / ${String(spec.replicas ?? 1)} desired`);
  writer.field(0, 'Pods Status:', await podsStatus(info, spec.selector, context));
  if (spec.template !== undefined) writePodTemplate(writer, spec.template);
  writeConditions(writer, status.conditions);
}

/** Writes a DaemonSet. */
export async function describeDaemonSet(writer: DescribeWriter, info: Info, context: CommandContext): Promise<void> {
  const { metadata, spec, status } = info.object as unknown as DaemonSet;
  writeName(writer, metadata);
  writer.field(0, 'Selector:', formatLabelSelector(spec.selector));
  writeMaps(writer, metadata);
  writer.field(0, 'Desired Number of Nodes Scheduled:', String(status.desiredNumberScheduled));
  writer.field(0, 'Current Number of Nodes Scheduled:', String(status.currentNumberScheduled));
  writer.field(0, 'Number of Nodes Scheduled with Up-to-date Pods:', String(status.updatedNumberScheduled ?? 0));
  writer.field(0, 'Number of Nodes Scheduled with Available Pods:', String(status.numberAvailable ?? 0));
  writer.field(0, 'Number of Nodes Misscheduled:', String(status.numberMisscheduled));
  writer.field(0, 'Pods Status:', await podsStatus(info, spec.selector, context));
  writePodTemplate(writer, spec.template);
}

/** Writes a Job. */
export function describeJob(writer: DescribeWriter, info: Info): void {
  const { metadata, spec, status } = info.object as unknown as Job;
  writeName(writer, metadata);
  writer.field(0, 'Selector:', formatLabelSelector(spec.selector));
  writeMaps(writer, metadata);
  writer.field(0, 'Parallelism:', spec.parallelism === undefined ? '<unset>' : String(spec.parallelism));
  writer.field(0, 'Completions:', spec.completions === undefined ? '<unset>' : String(spec.completions));
  if (spec.completionMode !== undefined) writer.field(0, 'Completion Mode:', spec.completionMode);
  if (spec.suspend !== undefined) writer.field(0, 'Suspend:', String(spec.suspend));
  if (spec.backoffLimit !== undefined) writer.field(0, 'Backoff Limit:', String(spec.backoffLimit));
  if (status.startTime !== undefined) writer.field(0, 'Start Time:', formatLongTime(status.startTime));
  if (status.completionTime !== undefined) writer.field(0, 'Completed At:', formatLongTime(status.completionTime));
  const { active = 0, ready = 0, succeeded = 0, failed = 0 } = status;
  writer.field(
    0,
    'Pods Statuses:',
    `${String(active)} Active (${String(ready)} Ready) / ${String(succeeded)} Succeeded / ${String(failed)} Failed`,
  );
  writePodTemplate(writer, spec.template);
}

async function podsStatus(
  info: Info,
  selector: LabelSelector | undefined,
  { access }: CommandContext,
): Promise<string> {
  const client = await access.client(corev1.pods, info.namespace);
  const { items } = await client.list({ labelSelector: labelSelectorAsSelector(selector).toString() });
  const uid = info.object?.metadata.uid;
  const owned = items.filter((pod) => pod.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true);
  const count = (phase: string): string =>
    String(owned.filter((pod: DeepReadonly<Pod>) => (pod.status.phase ?? 'Pending') === phase).length);
  return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}
