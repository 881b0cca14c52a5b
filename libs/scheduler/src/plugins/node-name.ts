import {
  ActionType,
  type ClusterEventWithHint,
  type EnqueueExtensions,
  type FilterPlugin,
  type PreFilterPlugin,
  clusterEvent,
  skip,
  unresolvable,
} from '@kubescript/kube-scheduler';

const NAME = 'NodeName';
const MISMATCH = unresolvable("node(s) didn't match the requested node name").by(NAME);

/** Admits only the node that `spec.nodeName` asks for. */
export const nodeName: PreFilterPlugin & FilterPlugin & EnqueueExtensions = {
  name: NAME,
  preFilter: (_state, { pod }) => ((pod.spec.nodeName ?? '') === '' ? skip : undefined),
  filter: (_state, { pod }, node) => (pod.spec.nodeName === node.name ? undefined : MISMATCH),
  eventsToRegister: (): readonly ClusterEventWithHint[] => [{ event: clusterEvent('Node', ActionType.Add) }],
};
