import { parseTime, type DeepReadonly } from '@kubescript/apimachinery';
import { AgeCell } from '@kubescript/apiserver';
import type { ContainerStatus, Pod } from '@kubescript/api/core/v1';

/** What a pod row shows besides its name and age. */
export interface PodSummary {
  readonly ready: string;
  readonly status: string;
  readonly restarts: string | AgeCell;
}

interface Progress {
  reason: string;
  ready: number;
  restarts: number;
  restartedAt: number;
}

type Status = DeepReadonly<ContainerStatus>;

/**
 * Sums up a pod in the few words that kubectl shows.
 *
 * @go k8s.io/kubernetes/pkg/printers/internalversion#printPod
 */
export function summarizePod(pod: DeepReadonly<Pod>): PodSummary {
  const { status, spec, metadata } = pod;
  const progress: Progress = { reason: firstReason(pod), ready: 0, restarts: 0, restartedAt: 0 };
  const isInitializing = visitInitContainers(pod, progress);
  const sidecars = restartableInitNames(pod);
  const total = spec.containers.length + sidecars.size;
  if (!isInitializing || isConditionTrue(pod, 'Initialized')) visitContainers(pod, progress);
  if (metadata.deletionTimestamp !== undefined) {
    if (status.reason === 'NodeLost') progress.reason = 'Unknown';
    else if (status.phase !== 'Failed' && status.phase !== 'Succeeded') progress.reason = 'Terminating';
  }
  return {
    ready: `${String(progress.ready)}/${String(total)}`,
    status: progress.reason,
    restarts: restartText(progress),
  };
}

function firstReason({ status }: DeepReadonly<Pod>): string {
  const gated = status.conditions?.find(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  if (gated) return 'SchedulingGated';
  return (status.reason ?? '') === '' ? (status.phase ?? '') : (status.reason ?? '');
}

function restartText({ restarts, restartedAt }: Progress): string | AgeCell {
  if (restarts === 0 || restartedAt === 0) return String(restarts);
  return new AgeCell(restartedAt, { before: `${String(restarts)} (`, after: ' ago)' });
}

function restartableInitNames({ spec }: DeepReadonly<Pod>): ReadonlySet<string> {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return new Set(sidecars.map(({ name }) => name));
}

/** Looks at the init containers up to the first that has not finished; tells whether there is one. */
function visitInitContainers(pod: DeepReadonly<Pod>, progress: Progress): boolean {
  const sidecars = restartableInitNames(pod);
  const statuses = pod.status.initContainerStatuses ?? [];
  const count = pod.spec.initContainers?.length ?? 0;
  for (const [index, container] of statuses.entries()) {
    noteRestarts(container, progress);
    const { state } = container;
    if (state?.terminated?.exitCode === 0) continue;
    if (sidecars.has(container.name) && container.started === true) {
      if (container.ready) progress.ready++;
      continue;
    }
    progress.reason = initReason(container, `${String(index)}/${String(count)}`);
    return true;
  }
  return false;
}

function initReason({ state }: Status, position: string): string {
  if (state?.terminated) return `Init:${terminatedReason(state.terminated)}`;
  const waiting = state?.waiting?.reason ?? '';
  return waiting !== '' && waiting !== 'PodInitializing' ? `Init:${waiting}` : `Init:${position}`;
}

/** Looks at the containers, the last first. */
function visitContainers(pod: DeepReadonly<Pod>, progress: Progress): void {
  const statuses = pod.status.containerStatuses ?? [];
  let isRunning = false;
  progress.restarts = sidecarRestarts(pod, progress);
  for (const container of statuses.toReversed()) {
    noteRestarts(container, progress);
    const { state } = container;
    if ((state?.waiting?.reason ?? '') !== '') progress.reason = state?.waiting?.reason ?? '';
    else if (state?.terminated) progress.reason = terminatedReason(state.terminated);
    else if (container.ready && state?.running) {
      isRunning = true;
      progress.ready++;
    }
  }
  if (progress.reason === 'Completed' && isRunning) {
    progress.reason = isConditionTrue(pod, 'Ready') ? 'Running' : 'NotReady';
  }
}

/** Once the containers run, only restarts of sidecars still count among the init containers'. */
function sidecarRestarts(pod: DeepReadonly<Pod>, progress: Progress): number {
  const sidecars = restartableInitNames(pod);
  const statuses = (pod.status.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name));
  progress.restartedAt = Math.max(0, ...statuses.map(restartTime));
  return statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

function noteRestarts(container: Status, progress: Progress): void {
  progress.restarts += container.restartCount;
  progress.restartedAt = Math.max(progress.restartedAt, restartTime(container));
}

function restartTime({ lastState }: Status): number {
  const finished = lastState?.terminated?.finishedAt;
  return finished === undefined || finished === '' ? 0 : parseTime(finished);
}

function terminatedReason(terminated: {
  readonly reason?: string;
  readonly signal?: number;
  readonly exitCode: number;
}): string {
  if ((terminated.reason ?? '') !== '') return terminated.reason ?? '';
  if ((terminated.signal ?? 0) !== 0) return `Signal:${String(terminated.signal)}`;
  return `ExitCode:${String(terminated.exitCode)}`;
}

function isConditionTrue({ status }: DeepReadonly<Pod>, wanted: string): boolean {
  return status.conditions?.some((condition) => condition.type === wanted && condition.status === 'True') ?? false;
}
