export { CycleState, type StateKey, stateKey } from './framework/cycle-state.ts';
export {
  ActionType,
  type ClusterEvent,
  type ClusterEventWithHint,
  type EventResource,
  type QueueingHintFn,
  clusterEvent,
  isWildcard,
  matchesEvent,
} from './framework/events.ts';
export { type HostPort, HostPortSet, hostPort } from './framework/host-ports.ts';
export {
  type BindPlugin,
  type EnqueueExtensions,
  type EventSink,
  type FilterPlugin,
  type Handle,
  MAX_NODE_SCORE,
  type NodeStatuses,
  type Nominator,
  type PermitPlugin,
  type Plugin,
  type PluginFactory,
  type PluginRegistry,
  type PostBindPlugin,
  type PostFilterPlugin,
  type PostFilterResult,
  type PreBindPlugin,
  type PreEnqueuePlugin,
  type PreFilterPlugin,
  type PreFilterResult,
  type PreScorePlugin,
  type QueueSortPlugin,
  type QueuedPodInfo,
  type ReservePlugin,
  type ScorePlugin,
  type Snapshot,
  type WaitingPod,
} from './framework/interface.ts';
export { type ImageState, NodeInfo } from './framework/node-info.ts';
export {
  type AffinityTerm,
  PodInfo,
  type WeightedAffinityTerm,
  compileAffinityTerm,
  podIdOf,
} from './framework/pod-info.ts';
export { Resources, numberAlgebra, parseAmount, resourcesOf, resourcesOfList } from './framework/resources.ts';
export { defaultNormalizeScores } from './framework/score.ts';
export {
  type MaybeStatus,
  PluginStatus,
  type StatusCode,
  errorStatus,
  skip,
  unresolvable,
  unschedulable,
} from './framework/status.ts';
export {
  type ClientConnectionConfiguration,
  type DefaultPreemptionArgs,
  type InterPodAffinityArgs,
  type KubeSchedulerConfiguration,
  type KubeSchedulerProfile,
  type LeaderElectionConfiguration,
  type NodeAffinityArgs,
  type NodeResourcesBalancedAllocationArgs,
  type NodeResourcesFitArgs,
  type PluginConfig,
  type PluginRef,
  type PluginSet,
  type Plugins,
  type PodTopologySpreadArgs,
  type ResourceSpec,
  SCHEDULER_CONFIG_API_VERSION,
  type ScoringStrategy,
  type UtilizationShapePoint,
} from './config/v1/types.ts';
