import {
  ActionType,
  type ClusterEventWithHint,
  type EnqueueExtensions,
  type FilterPlugin,
  HostPortSet,
  type PodInfo,
  type PreFilterPlugin,
  clusterEvent,
  hostPort,
  skip,
  unschedulable,
} from '@kubescript/kube-scheduler';
import { hostPortsOf } from '@kubescript/component-helpers';

import { asPod } from './hints.ts';

const NAME = 'NodePorts';
const TAKEN = unschedulable("node(s) didn't have free ports for the requested pod ports").by(NAME);

/** Turns down nodes on which a host port that the pod asks for is taken. */
export const nodePorts: PreFilterPlugin & FilterPlugin & EnqueueExtensions = {
  name: NAME,
  preFilter: (_state, { hostPorts }) => (hostPorts.length === 0 ? skip : undefined),
  filter: (_state, { hostPorts }, node) =>
    hostPorts.some((port) => node.usedPorts.conflicts(port)) ? TAKEN : undefined,
  eventsToRegister: (): readonly ClusterEventWithHint[] => [
    { event: clusterEvent('AssignedPod', ActionType.Delete), queueingHint: ifPortBecameFree },
    { event: clusterEvent('Node', ActionType.Add) },
  ],
};

function ifPortBecameFree({ hostPorts }: PodInfo, oldObject: unknown): 'Queue' | 'Skip' {
  const deleted = asPod(oldObject);
  if (deleted === undefined) return 'Skip';
  const freed = new HostPortSet();
  for (const port of hostPortsOf(deleted)) freed.add(hostPort(port.hostIP, port.protocol, port.hostPort ?? 0));
  return hostPorts.some((port) => freed.conflicts(port)) ? 'Queue' : 'Skip';
}
