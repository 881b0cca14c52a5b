import type { Container, ContainerStatus, Pod, PodStatus } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { isRestartableInitContainer } from '@kubescript/component-helpers';

type Statuses = readonly DeepReadonly<ContainerStatus>[];

/** The phases of a pod. */
export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/**
 * The phase that follows from the statuses of a pod's containers.
 * @go kubernetes/pkg/kubelet#getPhase
 */
export function podPhase(pod: DeepReadonly<Pod>, status: DeepReadonly<PodStatus>, isTerminal: boolean): PodPhase {
  const init = initProgress(pod, status.initContainerStatuses ?? []);
  if (init.failed > 0 && pod.spec.restartPolicy === 'Never') return 'Failed';
  const counts = countContainers(pod.spec.containers, status.containerStatuses ?? []);
  const initialized = (status.containerStatuses ?? []).some(
    ({ state, lastState }) => (state?.running ?? state?.terminated ?? lastState?.terminated) !== undefined,
  );
  if (init.pendingRegular > 0 || (init.pendingSidecars > 0 && !initialized)) return 'Pending';
  if (counts.waiting > 0) return 'Pending';
  if (counts.running > 0 && counts.unknown === 0) return 'Running';
  if (counts.running === 0 && counts.stopped > 0 && counts.unknown === 0) return stoppedPhase(pod, counts, isTerminal);
  return 'Pending';
}

function stoppedPhase(pod: DeepReadonly<Pod>, counts: Counts, isTerminal: boolean): PodPhase {
  const allSucceeded = counts.stopped === counts.succeeded;
  if (isTerminal) return allSucceeded ? 'Succeeded' : 'Failed';
  if ((pod.spec.restartPolicy ?? 'Always') === 'Always') return 'Running';
  if (allSucceeded) return 'Succeeded';
  return pod.spec.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

interface Counts {
  readonly running: number;
  readonly waiting: number;
  readonly stopped: number;
  readonly succeeded: number;
  readonly unknown: number;
}

function countContainers(containers: readonly DeepReadonly<Container>[], statuses: Statuses): Counts {
  const counts = { running: 0, waiting: 0, stopped: 0, succeeded: 0, unknown: 0 };
  for (const { name } of containers) {
    const status = statuses.find((candidate) => candidate.name === name);
    const state = status?.state;
    if (state?.running !== undefined) counts.running++;
    else if (state?.terminated !== undefined) {
      counts.stopped++;
      if (state.terminated.exitCode === 0) counts.succeeded++;
    } else if (state?.waiting === undefined) counts.unknown++;
    else if (status?.lastState?.terminated !== undefined) counts.stopped++;
    else counts.waiting++;
  }
  return counts;
}

function initProgress(
  pod: DeepReadonly<Pod>,
  statuses: Statuses,
): { readonly pendingRegular: number; readonly pendingSidecars: number; readonly failed: number } {
  const progress = { pendingRegular: 0, pendingSidecars: 0, failed: 0 };
  for (const container of pod.spec.initContainers ?? []) {
    const status = statuses.find(({ name }) => name === container.name);
    const { terminated, running } = status?.state ?? {};
    if (isRestartableInitContainer(container)) {
      const started = running !== undefined && (container.startupProbe === undefined || status?.started === true);
      if (!started && terminated === undefined) progress.pendingSidecars++;
    } else if (terminated === undefined) progress.pendingRegular++;
    else if (terminated.exitCode !== 0) progress.failed++;
  }
  return progress;
}
