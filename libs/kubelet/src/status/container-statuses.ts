import type { Container, ContainerState, ContainerStatus, Pod, PodStatus } from '@kubescript/api/core/v1';
import { formatTime } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { isRestartableInitContainer } from '@kubescript/component-helpers';

import type { ContainerRecord, RuntimePod } from '../container/records.ts';
import { shouldContainerRestart } from '../kuberuntime/pod-actions.ts';
import type { WaitingReasons } from '../kuberuntime/waiting-reasons.ts';

/** What container statuses are made from besides the runtime's records. */
export interface StatusInputs {
  readonly runtimeName: string;
  readonly waiting: Pick<WaitingReasons, 'get'>;
  /** Whether the container is ready / has started, by its probes. */
  isReady(container: DeepReadonly<Container>, record: ContainerRecord): boolean;
  isStarted(container: DeepReadonly<Container>, record: ContainerRecord): boolean;
  /** What a dead container left in its termination log, by container id. */
  terminationMessage(id: string): string | undefined;
}

/**
 * The statuses of some of a pod's containers in the order of the spec.
 * @go kubernetes/pkg/kubelet#(*Kubelet).convertToAPIContainerStatuses
 */
export function containerStatuses(
  pod: DeepReadonly<Pod>,
  containers: readonly DeepReadonly<Container>[],
  current: RuntimePod,
  previous: readonly DeepReadonly<ContainerStatus>[],
  inputs: StatusInputs & { readonly kind: 'init' | 'regular' | 'ephemeral'; readonly hasInit: boolean },
): ContainerStatus[] {
  return containers.map((container) => {
    const records = current.containers.filter(({ name }) => name === container.name);
    const known = previous.find(({ name }) => name === container.name);
    return oneStatus(pod, container, records, known, inputs);
  });
}

function oneStatus(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  records: readonly ContainerRecord[],
  known: DeepReadonly<ContainerStatus> | undefined,
  inputs: StatusInputs & { readonly kind: 'init' | 'regular' | 'ephemeral'; readonly hasInit: boolean },
): ContainerStatus {
  const [latest, before] = records;
  const uid = pod.metadata.uid ?? '';
  const reason = inputs.waiting.get(uid, container.name);
  if (latest === undefined) return unmadeStatus(container, known, reason ?? defaultWaiting(inputs));
  const state = stateOf(latest, inputs);
  const base: ContainerStatus = {
    name: container.name,
    state,
    lastState: before === undefined ? keptLastState(known) : stateOf(before, inputs),
    ready: isReady(container, latest, inputs),
    restartCount: latest.restartCount,
    image: latest.image.startsWith('sha256:') ? (container.image ?? '') : latest.image,
    imageID: latest.imageId,
    containerID: `${inputs.runtimeName}://${latest.id}`,
    ...(inputs.kind === 'ephemeral'
      ? {}
      : { started: latest.state === 'running' && inputs.isStarted(container, latest) }),
    ...(container.resources === undefined
      ? {}
      : { resources: structuredClone(container.resources) as NonNullable<Container['resources']> }),
    ...(latest.user === undefined
      ? {}
      : { user: { linux: { ...latest.user, supplementalGroups: [...latest.user.supplementalGroups] } } }),
    ...volumeMountStatuses(container),
  };
  const waitsAgain =
    latest.state === 'exited' && reason !== undefined && mayRestart(pod, container, latest, inputs.kind);
  if (!waitsAgain) return base;
  return { ...base, state: { waiting: { ...reason } }, lastState: state, ready: false, started: false };
}

function volumeMountStatuses(container: DeepReadonly<Container>): Pick<ContainerStatus, 'volumeMounts'> {
  const mounts = (container.volumeMounts ?? []).map(({ name, mountPath, readOnly }) => ({
    name,
    mountPath,
    ...(readOnly === true ? { readOnly: true, recursiveReadOnly: 'Disabled' } : {}),
  }));
  return mounts.length === 0 ? {} : { volumeMounts: mounts };
}

function mayRestart(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  record: ContainerRecord,
  kind: 'init' | 'regular' | 'ephemeral',
): boolean {
  if (kind === 'ephemeral') return false;
  if (kind === 'init' && !isRestartableInitContainer(container) && record.exitCode === 0) return false;
  return shouldContainerRestart(pod, container, record);
}

function isReady(
  container: DeepReadonly<Container>,
  record: ContainerRecord,
  inputs: StatusInputs & { readonly kind: 'init' | 'regular' | 'ephemeral' },
): boolean {
  if (inputs.kind === 'ephemeral') return false;
  if (inputs.kind === 'init' && !isRestartableInitContainer(container)) {
    return record.state === 'exited' && record.exitCode === 0;
  }
  return record.state === 'running' && inputs.isReady(container, record);
}

function defaultWaiting(inputs: { readonly kind: string; readonly hasInit: boolean }): { readonly reason: string } {
  const initializing = inputs.hasInit && inputs.kind !== 'ephemeral';
  return { reason: initializing ? 'PodInitializing' : 'ContainerCreating' };
}

/** A container that was never made, or whose traces the runtime lost: then its last state says so. */
function unmadeStatus(
  container: DeepReadonly<Container>,
  known: DeepReadonly<ContainerStatus> | undefined,
  waiting: { readonly reason: string; readonly message?: string },
): ContainerStatus {
  const base: ContainerStatus = {
    name: container.name,
    state: { waiting: { ...waiting } },
    lastState: {},
    ready: false,
    restartCount: known?.restartCount ?? 0,
    image: container.image ?? '',
    imageID: '',
    started: false,
  };
  if (known?.state?.terminated !== undefined) return structuredClone(known) as ContainerStatus;
  if (known?.state?.running === undefined) return base;
  const lost = {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
    startedAt: known.state.running.startedAt ?? '',
    finishedAt: '',
    containerID: known.containerID ?? '',
  };
  return { ...base, lastState: { terminated: lost }, restartCount: known.restartCount + 1 };
}

function keptLastState(known: DeepReadonly<ContainerStatus> | undefined): ContainerState {
  return known?.lastState === undefined ? {} : structuredClone(known.lastState);
}

function stateOf(record: ContainerRecord, inputs: StatusInputs): ContainerState {
  switch (record.state) {
    case 'running':
      return { running: { startedAt: seconds(record.startedAt) } };
    case 'created':
    case 'unknown':
      return { waiting: { reason: 'ContainerCreating' } };
    case 'exited': {
      const left = inputs.terminationMessage(record.id);
      const message = left === undefined || left === '' ? record.message : left;
      return {
        terminated: {
          exitCode: record.exitCode,
          reason: record.reason || (record.exitCode === 0 ? 'Completed' : 'Error'),
          ...(message === '' ? {} : { message }),
          startedAt: seconds(record.startedAt),
          finishedAt: seconds(record.finishedAt),
          containerID: `${inputs.runtimeName}://${record.id}`,
        },
      };
    }
  }
}

function seconds(milliseconds: number): string {
  return formatTime(milliseconds);
}

/** What all of the above go into. */
export type ContainerStatusLists = Pick<
  PodStatus,
  'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses'
>;
