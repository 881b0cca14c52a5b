import type { Pod, PodCondition, PodStatus } from '@kubescript/api/core/v1';
import { formatTime } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { computePodQos } from '@kubescript/component-helpers';

import { podIpsOf } from '../container/records.ts';
import type { RuntimePod } from '../container/records.ts';
import { ownedConditions, podConditions } from './conditions.ts';
import type { ConditionState } from './conditions.ts';
import { containerStatuses } from './container-statuses.ts';
import type { StatusInputs } from './container-statuses.ts';
import { podPhase } from './phase.ts';

/** What the status of a pod is made from. */
export interface PodStatusInputs extends StatusInputs {
  readonly now: number;
  readonly nodeIps: readonly string[];
  /** True once the pod's containers will not be started again. */
  readonly isTerminal: boolean;
  /** The status made before, with its times; where there is none, what the API server has. */
  readonly previous: DeepReadonly<PodStatus>;
  /** Why the kubelet itself ended or refused the pod. */
  readonly verdict?: { readonly phase: 'Failed'; readonly reason: string; readonly message: string };
}

/**
 * The status of a pod from what the runtime has of it. Pure.
 * @go kubernetes/pkg/kubelet#(*Kubelet).generateAPIPodStatus
 */
export function generatePodStatus(pod: DeepReadonly<Pod>, current: RuntimePod, inputs: PodStatusInputs): PodStatus {
  const { previous, verdict } = inputs;
  const status: PodStatus = { ...statusLists(pod, current, inputs), qosClass: computePodQos(pod) };
  const wasTerminal = previous.phase === 'Succeeded' || previous.phase === 'Failed' ? previous.phase : undefined;
  status.phase = verdict?.phase ?? wasTerminal ?? podPhase(pod, status, inputs.isTerminal);
  const reason = verdict?.reason ?? (wasTerminal === undefined ? undefined : previous.reason);
  const message = verdict?.message ?? (wasTerminal === undefined ? undefined : previous.message);
  if (reason !== undefined) status.reason = reason;
  if (message !== undefined) status.message = message;
  if (verdict !== undefined && current.containers.length === 0) delete status.containerStatuses;
  addAddresses(status, pod, current, inputs);
  status.startTime = previous.startTime ?? formatTime(inputs.now);
  if (pod.metadata.generation !== undefined) status.observedGeneration = pod.metadata.generation;
  const hasSandbox = current.sandboxes.some(
    ({ ready, ips }) => ready && (ips.length > 0 || pod.spec.hostNetwork === true),
  );
  status.conditions = mergeConditions(pod, podConditions(pod, status, hasSandbox), inputs);
  return status;
}

function statusLists(pod: DeepReadonly<Pod>, current: RuntimePod, inputs: PodStatusInputs): PodStatus {
  const hasInit = (pod.spec.initContainers ?? []).length > 0;
  const { previous } = inputs;
  const init = containerStatuses(pod, pod.spec.initContainers ?? [], current, previous.initContainerStatuses ?? [], {
    ...inputs,
    kind: 'init',
    hasInit: true,
  });
  const regular = containerStatuses(pod, pod.spec.containers, current, previous.containerStatuses ?? [], {
    ...inputs,
    kind: 'regular',
    hasInit,
  });
  const ephemeral = containerStatuses(
    pod,
    pod.spec.ephemeralContainers ?? [],
    current,
    previous.ephemeralContainerStatuses ?? [],
    { ...inputs, kind: 'ephemeral', hasInit },
  );
  return {
    containerStatuses: regular,
    ...(init.length === 0 ? {} : { initContainerStatuses: init }),
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
  };
}

function addAddresses(status: PodStatus, pod: DeepReadonly<Pod>, current: RuntimePod, inputs: PodStatusInputs): void {
  const [hostIp] = inputs.nodeIps;
  if (hostIp !== undefined) {
    status.hostIP = hostIp;
    status.hostIPs = inputs.nodeIps.map((ip) => ({ ip }));
  }
  const own = pod.spec.hostNetwork === true && current.sandboxes.length > 0 ? inputs.nodeIps : podIpsOf(current);
  const ips = own.length > 0 ? own : (inputs.previous.podIPs ?? []).map(({ ip }) => ip);
  const [podIp] = ips;
  if (podIp === undefined) return;
  status.podIP = podIp;
  status.podIPs = ips.map((ip) => ({ ip }));
}

/** The kubelet's conditions with their times, beside those that others own. */
function mergeConditions(
  pod: DeepReadonly<Pod>,
  own: readonly ConditionState[],
  inputs: PodStatusInputs,
): PodCondition[] {
  const { previous, now } = inputs;
  const generation = pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation };
  const mine = own.map((state): PodCondition => {
    const before = (previous.conditions ?? []).find(({ type }) => type === state.type);
    const lastTransitionTime = before?.status === state.status ? before.lastTransitionTime : undefined;
    return { ...state, ...generation, lastTransitionTime: lastTransitionTime ?? formatTime(now) };
  });
  const others = (pod.status.conditions ?? []).filter(({ type }) => !ownedConditions.has(type));
  return [...mine, ...others.map((condition) => ({ ...condition }))];
}
