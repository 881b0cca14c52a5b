import type { Pod, PodCondition, PodStatus } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { isRestartableInitContainer } from '@kubescript/component-helpers';

/** A condition without its times. */
export type ConditionState = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;

const initialized = 'Initialized';

/**
 * The conditions that the kubelet owns, from the statuses of the containers.
 * @go kubernetes/pkg/kubelet/status#GeneratePodReadyCondition
 */
export function podConditions(
  pod: DeepReadonly<Pod>,
  status: DeepReadonly<PodStatus>,
  hasSandbox: boolean,
): ConditionState[] {
  const containersReady = containersReadyCondition(pod, status);
  return [
    { type: 'PodReadyToStartContainers', status: hasSandbox ? 'True' : 'False' },
    initializedCondition(pod, status),
    readyCondition(pod, containersReady),
    containersReady,
    { type: 'PodScheduled', status: 'True' },
  ];
}

/** The types of the conditions above. */
export const ownedConditions: ReadonlySet<string> = new Set([
  'PodReadyToStartContainers',
  initialized,
  'Ready',
  'ContainersReady',
  'PodScheduled',
]);

function initializedCondition(pod: DeepReadonly<Pod>, status: DeepReadonly<PodStatus>): ConditionState {
  const containers = pod.spec.initContainers ?? [];
  const incomplete: string[] = [];
  for (const container of containers) {
    const found = (status.initContainerStatuses ?? []).find(({ name }) => name === container.name);
    const done = isRestartableInitContainer(container)
      ? found?.started === true
      : found?.ready === true || found?.state?.terminated?.exitCode === 0;
    if (!done) incomplete.push(container.name);
  }
  if (status.phase === 'Succeeded') return { type: initialized, status: 'True', reason: 'PodCompleted' };
  if (incomplete.length === 0) return { type: initialized, status: 'True' };
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`;
  return { type: initialized, status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyCondition(pod: DeepReadonly<Pod>, status: DeepReadonly<PodStatus>): ConditionState {
  const type = 'ContainersReady';
  if (status.phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (status.phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' };
  const sidecars = (pod.spec.initContainers ?? []).filter(isRestartableInitContainer);
  const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  const unready = [...sidecars, ...pod.spec.containers]
    .map(({ name }) => name)
    .filter((name) => all.find((candidate) => candidate.name === name)?.ready !== true);
  if (unready.length === 0) return { type, status: 'True' };
  const message = `containers with unready status: [${unready.join(' ')}]`;
  return { type, status: 'False', reason: 'ContainersNotReady', message };
}

function readyCondition(pod: DeepReadonly<Pod>, containersReady: ConditionState): ConditionState {
  if (containersReady.status !== 'True') return { ...containersReady, type: 'Ready' };
  const gates = (pod.spec.readinessGates ?? []).map(({ conditionType }) => conditionType);
  const problems = gates.flatMap((gate) => {
    const condition = (pod.status.conditions ?? []).find(({ type }) => type === gate);
    if (condition === undefined) return [`corresponding condition of pod readiness gate "${gate}" does not exist.`];
    return condition.status === 'True'
      ? []
      : [`the status of pod readiness gate "${gate}" is not "True", but ${condition.status}`];
  });
  if (problems.length === 0) return { type: 'Ready', status: 'True' };
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') };
}
