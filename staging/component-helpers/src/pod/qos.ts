import type { Container, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly, Quantity } from '@kubescript/apimachinery';

import { hasPodLevelResources } from '../resource/pod-requests.ts';
import { allContainers } from './spec.ts';

/** Quality of service classes, from the best kept to the first evicted. */
export type PodQosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

type Resources = Container['resources'];
type List = DeepReadonly<Record<string, Quantity>> | undefined;

/**
 * The class of a pod: Guaranteed if everything (each container, or the pod itself where it has resources of its own)
 * limits CPU and memory and requests just that; BestEffort if nothing requests or limits either; else Burstable.
 * Quantities are compared as canonical texts.
 * @go component-helpers/pod#ComputePodQOS
 */
export function computePodQos(pod: DeepReadonly<Pod>): PodQosClass {
  const parts = hasPodLevelResources(pod)
    ? [pod.spec.resources]
    : allContainers(pod).map((container) => container.resources);
  if (parts.every(isUnspecified)) return 'BestEffort';
  return parts.every(isPinned) ? 'Guaranteed' : 'Burstable';
}

function isUnspecified(resources: DeepReadonly<Resources>): boolean {
  return [resources?.requests, resources?.limits].every((list) => isZero(list, 'cpu') && isZero(list, 'memory'));
}

function isPinned(resources: DeepReadonly<Resources>): boolean {
  return ['cpu', 'memory'].every((name) => {
    const limit = resources?.limits?.[name];
    if (limit === undefined || isZero(resources?.limits, name)) return false;
    return (resources?.requests?.[name] ?? limit) === limit;
  });
}

function isZero(list: List, name: string): boolean {
  const text = list?.[name];
  return text === undefined || /^[+-]?0*\.?0*(\D*)$/.test(text);
}
