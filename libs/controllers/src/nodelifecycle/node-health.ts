import type { Lease } from '@kubescript/api/coordination/v1';
import type { Node, NodeCondition } from '@kubescript/api/core/v1';
import { type DeepReadonly, formatTime, parseTime } from '@kubescript/apimachinery';

/** What was last heard of a node, by this controller's own clock: the node's clock may differ. */
export interface NodeHealth {
  /** When something new was heard, in milliseconds. */
  readonly heardAt: number;
  /** What was heard: the newest heartbeat of the Ready condition, and the lease's renewal. */
  readonly heartbeat: string;
  readonly renewed: string;
}

/** The health of a node after a look at its status and its lease: it was heard of if either moved on. */
export function observeHealth(
  before: NodeHealth | undefined,
  node: DeepReadonly<Node>,
  lease: DeepReadonly<Lease> | undefined,
  now: number,
): NodeHealth {
  const heartbeat = node.status.conditions?.find(({ type }) => type === 'Ready')?.lastHeartbeatTime ?? '';
  const renewed = lease?.spec.renewTime ?? '';
  if (before === undefined) return { heardAt: firstHeardAt(node, now), heartbeat, renewed };
  const isNews = heartbeat !== before.heartbeat || renewed > before.renewed;
  return { heardAt: isNews ? now : before.heardAt, heartbeat, renewed };
}

/** A node that never posted a status is given its time from when it was made; others from when this process saw it. */
function firstHeardAt(node: DeepReadonly<Node>, now: number): number {
  const posted = node.status.conditions?.some(({ type }) => type === 'Ready') ?? false;
  const created = node.metadata.creationTimestamp;
  return posted || created === undefined ? now : parseTime(created);
}

/** The conditions that the kubelet keeps, and for which it can be silent. */
const kubeletConditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/**
 * The conditions of a node that fell silent: what the kubelet keeps becomes Unknown. Undefined if they are already.
 * @go k8s.io/kubernetes/pkg/controller/nodelifecycle#(*Controller).tryUpdateNodeHealth
 */
export function unknownConditions(node: DeepReadonly<Node>, now: number): DeepReadonly<NodeCondition>[] | undefined {
  const current = node.status.conditions ?? [];
  const stale = kubeletConditions.filter((type) => current.find((other) => other.type === type)?.status !== 'Unknown');
  if (stale.length === 0) return undefined;
  const untouched = current.filter(({ type }) => !stale.includes(type));
  return [
    ...untouched,
    ...stale.map((type) =>
      unknownCondition(
        type,
        current.find((other) => other.type === type),
        node,
        now,
      ),
    ),
  ];
}

function unknownCondition(
  type: string,
  before: DeepReadonly<NodeCondition> | undefined,
  node: DeepReadonly<Node>,
  now: number,
): DeepReadonly<NodeCondition> {
  const never = before === undefined;
  const heartbeat = before?.lastHeartbeatTime ?? node.metadata.creationTimestamp;
  return {
    type,
    status: 'Unknown',
    reason: never ? 'NodeStatusNeverUpdated' : 'NodeStatusUnknown',
    message: never ? 'Kubelet never posted node status.' : 'Kubelet stopped posting node status.',
    ...(heartbeat === undefined ? {} : { lastHeartbeatTime: heartbeat }),
    lastTransitionTime: formatTime(now),
  };
}
