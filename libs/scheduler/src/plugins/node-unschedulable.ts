import type { Node } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { TAINT_NODE_UNSCHEDULABLE, tolerationsTolerateTaint } from '@kubescript/component-helpers';
import {
  ActionType,
  type ClusterEventWithHint,
  type EnqueueExtensions,
  type FilterPlugin,
  type MaybeStatus,
  type NodeInfo,
  type PodInfo,
  clusterEvent,
  unresolvable,
} from '@kubescript/kube-scheduler';

import { ifNodeBecame, ifSamePod } from './hints.ts';

const NAME = 'NodeUnschedulable';
const CORDONED = unresolvable('node(s) were unschedulable').by(NAME);
const TAINT = { key: TAINT_NODE_UNSCHEDULABLE, effect: 'NoSchedule' };

/** Turns down cordoned nodes, unless the pod tolerates the taint that stands for it. */
export const nodeUnschedulable: FilterPlugin & EnqueueExtensions = {
  name: NAME,

  filter(_state, info: PodInfo, { node }: NodeInfo): MaybeStatus {
    return node === undefined || !accepts(info, node) ? CORDONED : undefined;
  },

  eventsToRegister(): readonly ClusterEventWithHint[] {
    return [
      {
        event: clusterEvent('Node', ActionType.Add | ActionType.UpdateNodeTaint),
        queueingHint: ifNodeBecame(accepts),
      },
      { event: clusterEvent('UnscheduledPod', ActionType.UpdatePodToleration), queueingHint: ifSamePod },
    ];
  },
};

function accepts({ pod }: PodInfo, node: DeepReadonly<Node>): boolean {
  return node.spec.unschedulable !== true || tolerationsTolerateTaint(pod.spec.tolerations, TAINT);
}
