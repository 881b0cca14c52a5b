import { zoneKeyOf } from '@kubescript/component-helpers';
import type { NodeInfo } from '@kubescript/kube-scheduler';

/**
 * The order in which nodes are looked at: one of each zone in turn, so that a search that stops early has seen every
 * zone.
 * @go kubernetes/pkg/scheduler/backend/cache#(*nodeTree).list
 */
export function interleaveZones(nodes: Iterable<NodeInfo>): NodeInfo[] {
  const zones = new Map<string, NodeInfo[]>();
  for (const info of nodes) {
    if (info.node === undefined) continue;
    const zone = zoneKeyOf(info.node);
    const members = zones.get(zone);
    if (members === undefined) zones.set(zone, [info]);
    else members.push(info);
  }
  const lists = [...zones.values()];
  if (lists.length === 1) return lists[0] ?? [];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const ordered: NodeInfo[] = [];
  for (let i = 0; i < longest; i++) {
    for (const list of lists) {
      const info = list[i];
      if (info !== undefined) ordered.push(info);
    }
  }
  return ordered;
}
