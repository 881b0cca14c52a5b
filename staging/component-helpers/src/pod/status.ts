import type { ContainerStatus, Pod, PodCondition } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** The condition of that type, or undefined. */
export function podCondition(pod: DeepReadonly<Pod>, type: string): DeepReadonly<PodCondition> | undefined {
  return pod.status.conditions?.find((condition) => condition.type === type);
}

/** Whether the Ready condition is True. */
export function isPodReady(pod: DeepReadonly<Pod>): boolean {
  return podCondition(pod, 'Ready')?.status === 'True';
}

/**
 * Whether a pod has been ready for at least `minReadySeconds` at the time `now` (milliseconds).
 * @go kubernetes/pkg/api/v1/pod#IsPodAvailable
 */
export function isPodAvailable(pod: DeepReadonly<Pod>, minReadySeconds: number, now: number): boolean {
  const ready = podCondition(pod, 'Ready');
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  return ready.lastTransitionTime !== undefined && Date.parse(ready.lastTransitionTime) + minReadySeconds * 1000 <= now;
}

/** Whether the pod has run to its end, for better or worse. */
export function isPodTerminal(pod: DeepReadonly<Pod>): boolean {
  return pod.status.phase === 'Failed' || pod.status.phase === 'Succeeded';
}

/** Whether the pod is neither finished nor being deleted. */
export function isPodActive(pod: DeepReadonly<Pod>): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** The status of the container of that name, among all kinds of containers. */
export function containerStatusOf(pod: DeepReadonly<Pod>, name: string): DeepReadonly<ContainerStatus> | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = pod.status;
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses].find((s) => s.name === name);
}

/**
 * Puts a condition among others and returns the new list, or the old one itself if nothing changed. The transition
 * time moves only when the status does; `now` is an RFC 3339 time.
 * @go kubernetes/pkg/api/v1/pod#UpdatePodCondition
 */
export function withPodCondition(
  conditions: readonly DeepReadonly<PodCondition>[] | undefined,
  condition: Omit<PodCondition, 'lastTransitionTime'>,
  now: string,
): readonly DeepReadonly<PodCondition>[] {
  const list = conditions ?? [];
  const old = list.find(({ type }) => type === condition.type);
  const sameStatus = old?.status === condition.status;
  const lastTransitionTime = sameStatus ? old.lastTransitionTime : now;
  const next = lastTransitionTime === undefined ? condition : { ...condition, lastTransitionTime };
  if (old === undefined) return [...list, next];
  if (sameStatus && isSameCondition(old, condition)) return list;
  return list.map((other) => (other === old ? next : other));
}

function isSameCondition(a: DeepReadonly<PodCondition>, b: DeepReadonly<PodCondition>): boolean {
  return (
    (a.reason ?? '') === (b.reason ?? '') &&
    (a.message ?? '') === (b.message ?? '') &&
    (a.lastProbeTime ?? '') === (b.lastProbeTime ?? '') &&
    (a.observedGeneration ?? 0) === (b.observedGeneration ?? 0)
  );
}
