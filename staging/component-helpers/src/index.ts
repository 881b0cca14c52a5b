export { controllerOf, isControlledBy, newControllerRef } from './meta/owner.ts';
export { hostnameOf, isNodeReady, nodeCondition, nodeHostIps, preferredNodeAddress, zoneKeyOf } from './node/node.ts';
export { type PodQosClass, computePodQos } from './pod/qos.ts';
export { allContainers, hostPortsOf, isMirrorPod, isRestartableInitContainer, podPriority } from './pod/spec.ts';
export {
  containerStatusOf,
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  podCondition,
  withPodCondition,
} from './pod/status.ts';
export {
  type Amounts,
  addAmounts,
  amountsOf,
  exceeding,
  formatAmounts,
  increase,
  pick,
  quantitiesOf,
  withoutZeros,
} from './quota/amounts.ts';
export { type Evaluator, evaluatorFor, quotaScopes } from './quota/evaluators.ts';
export { type ScopeRequirement } from './quota/pod-evaluator.ts';
export { quantityAlgebra } from './resource/quantity-algebra.ts';
export {
  type PodResourceOptions,
  type ResourceAlgebra,
  type ResourceAmounts,
  hasPodLevelResources,
  isPodLevelResource,
  podLimits,
  podRequests,
} from './resource/pod-requests.ts';
export {
  type NodeMatcher,
  type PreferredNodeMatcher,
  compileNodeSelector,
  compileNodeSelectorTerm,
  matchesNodeSelectorTerms,
  nodeNamesOf,
  preferredNodeAffinityOf,
  requiredNodeAffinityOf,
} from './scheduling/node-affinity.ts';
export {
  TAINT_NODE_NOT_READY,
  TAINT_NODE_UNREACHABLE,
  TAINT_NODE_UNSCHEDULABLE,
  findUntoleratedTaint,
  forbidsScheduling,
  formatTaint,
  isSameTaint,
  tolerationsTolerateTaint,
  toleratesTaint,
} from './scheduling/taints.ts';
