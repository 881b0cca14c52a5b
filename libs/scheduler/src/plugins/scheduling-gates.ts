import {
  ActionType,
  type ClusterEventWithHint,
  type EnqueueExtensions,
  type MaybeStatus,
  type PodInfo,
  type PreEnqueuePlugin,
  clusterEvent,
  unresolvable,
} from '@kubescript/kube-scheduler';

import { ifSamePod } from './hints.ts';

const NAME = 'SchedulingGates';

/** Keeps a pod out of the queue as long as it has scheduling gates. */
export const schedulingGates: PreEnqueuePlugin & EnqueueExtensions = {
  name: NAME,

  preEnqueue(info: PodInfo): MaybeStatus {
    const gates = info.pod.spec.schedulingGates ?? [];
    if (gates.length === 0) return undefined;
    return unresolvable(`waiting for scheduling gates: [${gates.map(({ name }) => name).join(' ')}]`).by(NAME);
  },

  eventsToRegister(): readonly ClusterEventWithHint[] {
    const event = clusterEvent('UnscheduledPod', ActionType.UpdatePodSchedulingGatesEliminated);
    return [{ event, queueingHint: ifSamePod }];
  },
};
