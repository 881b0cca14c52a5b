import type { PluginStatus } from '@kubescript/kube-scheduler';

import type { NodeStatusMap } from '../framework/node-statuses.ts';

/** What is known about a pod that no node can take. */
export interface Diagnosis {
  readonly numAllNodes: number;
  readonly statuses: NodeStatusMap;
  /** The plugins that turned the pod down, on any node. */
  readonly unschedulablePlugins: ReadonlySet<string>;
  /** Those of them that wait for another component. */
  readonly pendingPlugins: ReadonlySet<string>;
  /** Why a PreFilter plugin turned the pod down before any node was looked at. */
  readonly preFilterMessage: string;
}

/**
 * Puts a diagnosis in words: how many nodes there are, and how many of them have which problem.
 * @go kubernetes/pkg/scheduler/framework#(*FitError).Error
 */
export function explain(diagnosis: Diagnosis, postFilterMessage = ''): string {
  const start = `0/${String(diagnosis.numAllNodes)} nodes are available:`;
  const found =
    diagnosis.preFilterMessage === ''
      ? histogram(diagnosis.statuses, diagnosis.numAllNodes)
      : diagnosis.preFilterMessage;
  return [start, found === '' ? '' : `${found}.`, postFilterMessage].filter((part) => part !== '').join(' ');
}

/** The reasons of all nodes, each with the number of nodes that have it: `1 Insufficient cpu, 2 …`. */
export function histogram(statuses: NodeStatusMap, numAllNodes: number): string {
  const counts = new Map<string, number>();
  const count = (status: PluginStatus, nodes: number): void => {
    for (const reason of status.reasons) counts.set(reason, (counts.get(reason) ?? 0) + nodes);
  };
  for (const [, status] of statuses.entries()) count(status, 1);
  const absent = numAllNodes - statuses.size;
  if (absent > 0) count(statuses.absent, absent);
  return [...counts]
    .map(([reason, nodes]) => `${String(nodes)} ${reason}`)
    .toSorted()
    .join(', ');
}
