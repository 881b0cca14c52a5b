import type { Plugins } from '@kubescript/kube-scheduler';

/**
 * The plugins of a profile that changes nothing, with their weights.
 * @go kubernetes/pkg/scheduler/apis/config/v1#getDefaultPlugins
 */
export const DEFAULT_PLUGINS: Plugins = {
  multiPoint: {
    enabled: [
      { name: 'SchedulingGates' },
      { name: 'PrioritySort' },
      { name: 'NodeUnschedulable' },
      { name: 'NodeName' },
      { name: 'TaintToleration', weight: 3 },
      { name: 'NodeAffinity', weight: 2 },
      { name: 'NodePorts' },
      { name: 'NodeResourcesFit', weight: 1 },
      { name: 'PodTopologySpread', weight: 2 },
      { name: 'InterPodAffinity', weight: 2 },
      { name: 'DefaultPreemption' },
      { name: 'NodeResourcesBalancedAllocation', weight: 1 },
      { name: 'ImageLocality', weight: 1 },
      { name: 'DefaultBinder' },
    ],
  },
};
