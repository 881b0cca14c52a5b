import { podPriority } from '@kubescript/component-helpers';
import type { QueueSortPlugin, QueuedPodInfo } from '@kubescript/kube-scheduler';

/** Schedules pods of higher priority first, and among equals the one that waits longer. */
export const prioritySort: QueueSortPlugin = {
  name: 'PrioritySort',
  less: comesFirst,
};

function comesFirst(a: QueuedPodInfo, b: QueuedPodInfo): boolean {
  const [ofA, ofB] = [podPriority(a.podInfo.pod), podPriority(b.podInfo.pod)];
  return ofA === ofB ? a.timestamp < b.timestamp : ofA > ofB;
}
