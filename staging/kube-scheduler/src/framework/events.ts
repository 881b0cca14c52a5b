import type { PodInfo } from './pod-info.ts';

/** What an event is about. Pods are told apart by whether they have a node. */
export type EventResource =
  | 'AssignedPod'
  | 'UnscheduledPod'
  | 'Node'
  | 'PersistentVolume'
  | 'PersistentVolumeClaim'
  | 'StorageClass'
  | 'CSINode'
  | 'CSIDriver'
  | 'CSIStorageCapacity'
  | '*';

/** What happened, as bits that may be combined. */
export const ActionType = {
  Add: 1 << 0,
  Delete: 1 << 1,
  UpdateNodeAllocatable: 1 << 2,
  UpdateNodeLabel: 1 << 3,
  UpdateNodeTaint: 1 << 4,
  UpdateNodeCondition: 1 << 5,
  UpdateNodeAnnotation: 1 << 6,
  UpdatePodLabel: 1 << 7,
  UpdatePodScaleDown: 1 << 8,
  UpdatePodToleration: 1 << 9,
  UpdatePodSchedulingGatesEliminated: 1 << 10,
  /** An update of another resource, or of a part that has no bit of its own. */
  Update: 1 << 11,
  All: (1 << 12) - 1,
} as const;

/**
 * Something that happened in the cluster and may make an unschedulable pod schedulable.
 * @go kube-scheduler/framework#ClusterEvent
 */
export interface ClusterEvent {
  readonly resource: EventResource;
  /** Bits of ActionType. */
  readonly actionType: number;
  /** For logs and metrics: `NodeAdd`, `AssignedPodDelete`, … */
  readonly label: string;
}

/** Whether an event that happened is one of those registered for. */
export function matchesEvent(registered: ClusterEvent, happened: ClusterEvent): boolean {
  if (happened.resource === '*' || registered.resource === '*') return true;
  return registered.resource === happened.resource && (registered.actionType & happened.actionType) !== 0;
}

/** Whether the event stands for "anything may have changed". */
export function isWildcard(event: ClusterEvent): boolean {
  return event.resource === '*' && event.actionType === ActionType.All;
}

/**
 * Whether an event is worth trying the pod again. `oldObject` and `newObject` are what the event is about, undefined
 * for an addition or deletion respectively. One that throws counts as Queue.
 */
export type QueueingHintFn = (pod: PodInfo, oldObject: unknown, newObject: unknown) => 'Queue' | 'Skip';

/** An event that a plugin waits for after it turned a pod down. */
export interface ClusterEventWithHint {
  readonly event: ClusterEvent;
  /** Missing: every such event is worth another try. */
  readonly queueingHint?: QueueingHintFn;
}

/** Makes an event. */
export function clusterEvent(resource: EventResource, actionType: number, label = ''): ClusterEvent {
  return { resource, actionType, label };
}
