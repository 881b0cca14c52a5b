import type { Node, Taint } from '@kubescript/api/core/v1';
import { type DeepReadonly, formatTime } from '@kubescript/apimachinery';
import {
  TAINT_NODE_NOT_READY,
  TAINT_NODE_UNREACHABLE,
  TAINT_NODE_UNSCHEDULABLE,
  isSameTaint,
  nodeCondition,
} from '@kubescript/component-helpers';

/** Which status of which condition keeps pods off a node, and by which taint. */
const taintsByCondition: readonly (readonly [condition: string, status: string, taint: string])[] = [
  ['Ready', 'False', TAINT_NODE_NOT_READY],
  ['Ready', 'Unknown', TAINT_NODE_UNREACHABLE],
  ['MemoryPressure', 'True', 'node.kubernetes.io/memory-pressure'],
  ['DiskPressure', 'True', 'node.kubernetes.io/disk-pressure'],
  ['NetworkUnavailable', 'True', 'node.kubernetes.io/network-unavailable'],
  ['PIDPressure', 'True', 'node.kubernetes.io/pid-pressure'],
];

const managedNoSchedule = new Set([...taintsByCondition.map(([, , key]) => key), TAINT_NODE_UNSCHEDULABLE]);
const managedNoExecute = new Set([TAINT_NODE_NOT_READY, TAINT_NODE_UNREACHABLE]);

/** The NoSchedule taints that a node's conditions and `spec.unschedulable` ask for. */
export function noScheduleTaints(node: DeepReadonly<Node>): Taint[] {
  const keys = taintsByCondition
    .filter(([condition, status]) => nodeCondition(node, condition)?.status === status)
    .map(([, , key]) => key);
  if (node.spec.unschedulable === true) keys.push(TAINT_NODE_UNSCHEDULABLE);
  return keys.map((key) => ({ key, effect: 'NoSchedule' }));
}

/** The NoExecute taint that a node's Ready condition asks for, if any. */
export function noExecuteTaint(node: DeepReadonly<Node>): Taint | undefined {
  const status = nodeCondition(node, 'Ready')?.status;
  if (status === 'False') return { key: TAINT_NODE_NOT_READY, effect: 'NoExecute' };
  return status === 'Unknown' ? { key: TAINT_NODE_UNREACHABLE, effect: 'NoExecute' } : undefined;
}

/**
 * The taints of a node with those that this controller manages put right, or undefined if they already are. A taint
 * that stays keeps the time at which it was added.
 */
export function reconcileTaints(
  node: DeepReadonly<Node>,
  wanted: readonly Taint[],
  now: number,
): DeepReadonly<Taint>[] | undefined {
  const current = node.spec.taints ?? [];
  const kept = current.filter((taint) => !isManaged(taint) || wanted.some((other) => isSameTaint(other, taint)));
  const added = wanted.filter((taint) => !current.some((other) => isSameTaint(other, taint)));
  if (kept.length === current.length && added.length === 0) return undefined;
  return [...kept, ...added.map((taint) => ({ ...taint, timeAdded: formatTime(now) }))];
}

function isManaged({ key, effect }: DeepReadonly<Taint>): boolean {
  return effect === 'NoSchedule' ? managedNoSchedule.has(key) : effect === 'NoExecute' && managedNoExecute.has(key);
}
