import { podPriority } from '@kubescript/component-helpers';
import type { Nominator, PodInfo } from '@kubescript/kube-scheduler';

const NONE: readonly PodInfo[] = [];

/** The other pods nominated for a node whose claim counts for this pod: those of at least its priority. */
export function nominatedPodsCountIn(nominator: Nominator, pod: PodInfo, nodeName: string): readonly PodInfo[] {
  const nominated = nominator.podsFor(nodeName);
  if (nominated.length === 0) return NONE;
  const priority = podPriority(pod.pod);
  return nominated.filter((other) => other.id !== pod.id && podPriority(other.pod) >= priority);
}
