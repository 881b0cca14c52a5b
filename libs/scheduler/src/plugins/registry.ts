import type {
  DefaultPreemptionArgs,
  Handle,
  InterPodAffinityArgs,
  NodeAffinityArgs,
  NodeResourcesBalancedAllocationArgs,
  NodeResourcesFitArgs,
  PluginFactory,
  PluginRegistry,
  PodTopologySpreadArgs,
} from '@kubescript/kube-scheduler';

import { BalancedAllocationPlugin } from './balanced-allocation.ts';
import { DefaultBinderPlugin } from './default-binder.ts';
import { DefaultPreemptionPlugin } from './default-preemption.ts';
import { ImageLocalityPlugin } from './image-locality.ts';
import { InterPodAffinityPlugin } from './inter-pod-affinity.ts';
import { NodeAffinityPlugin } from './node-affinity.ts';
import { nodeName } from './node-name.ts';
import { nodePorts } from './node-ports.ts';
import { NodeResourcesFitPlugin } from './node-resources-fit.ts';
import { nodeUnschedulable } from './node-unschedulable.ts';
import { PodTopologySpreadPlugin } from './pod-topology-spread.ts';
import { prioritySort } from './priority-sort.ts';
import { schedulingGates } from './scheduling-gates.ts';
import { taintToleration } from './taint-toleration.ts';

/** All plugins that come with the scheduler; their arguments were decoded with the configuration. */
export const inTreePlugins: PluginRegistry = new Map<string, PluginFactory>([
  ['SchedulingGates', () => schedulingGates],
  ['PrioritySort', () => prioritySort],
  ['NodeUnschedulable', () => nodeUnschedulable],
  ['NodeName', () => nodeName],
  ['TaintToleration', () => taintToleration],
  ['NodeAffinity', (args) => new NodeAffinityPlugin(args as NodeAffinityArgs | undefined)],
  ['NodePorts', () => nodePorts],
  ['NodeResourcesFit', (args) => new NodeResourcesFitPlugin(args as NodeResourcesFitArgs | undefined)],
  [
    'NodeResourcesBalancedAllocation',
    (args) => new BalancedAllocationPlugin(args as NodeResourcesBalancedAllocationArgs | undefined),
  ],
  ['ImageLocality', (_args, handle: Handle) => new ImageLocalityPlugin(handle)],
  [
    'PodTopologySpread',
    (args, handle) => new PodTopologySpreadPlugin(handle, args as PodTopologySpreadArgs | undefined),
  ],
  ['InterPodAffinity', (args, handle) => new InterPodAffinityPlugin(handle, args as InterPodAffinityArgs | undefined)],
  [
    'DefaultPreemption',
    (args, handle) => new DefaultPreemptionPlugin(handle, args as DefaultPreemptionArgs | undefined),
  ],
  ['DefaultBinder', (_args, handle: Handle) => new DefaultBinderPlugin(handle)],
]);
