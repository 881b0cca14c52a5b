import type { Node } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { ActionType } from '@kubescript/kube-scheduler';

/**
 * What of a node changed that scheduling depends on, as bits of ActionType; 0 = nothing (a heartbeat).
 * @go kubernetes/pkg/scheduler/framework#NodeSchedulingPropertiesChange
 */
export function nodeChanges(old: DeepReadonly<Node>, node: DeepReadonly<Node>): number {
  let changes = 0;
  if (!isSame(old.status.allocatable, node.status.allocatable)) changes |= ActionType.UpdateNodeAllocatable;
  if (!isSame(old.metadata.labels, node.metadata.labels)) changes |= ActionType.UpdateNodeLabel;
  if (!isSame(old.metadata.annotations, node.metadata.annotations)) changes |= ActionType.UpdateNodeAnnotation;
  const isUncordoned = (old.spec.unschedulable ?? false) !== (node.spec.unschedulable ?? false);
  if (isUncordoned || !isSame(old.spec.taints, node.spec.taints)) changes |= ActionType.UpdateNodeTaint;
  if (!isSame(conditionsOf(old), conditionsOf(node))) changes |= ActionType.UpdateNodeCondition;
  return changes;
}

function conditionsOf(node: DeepReadonly<Node>): readonly string[] {
  return (node.status.conditions ?? []).map(({ type, status }) => `${type}=${status}`);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
