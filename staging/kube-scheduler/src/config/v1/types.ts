import type { NodeAffinity, TopologySpreadConstraint } from '@kubescript/api/core/v1';

/** Group and version of the scheduler's configuration file. */
export const SCHEDULER_CONFIG_API_VERSION = 'kubescheduler.config.k8s.io/v1';

/**
 * The scheduler's configuration file once decoded; durations are milliseconds.
 * @go kube-scheduler/config/v1#KubeSchedulerConfiguration
 */
export interface KubeSchedulerConfiguration {
  readonly parallelism?: number;
  readonly leaderElection?: LeaderElectionConfiguration;
  readonly clientConnection?: ClientConnectionConfiguration;
  readonly enableProfiling?: boolean;
  readonly enableContentionProfiling?: boolean;
  /** How many percent of the nodes must be found feasible before the search stops; 0 adapts to the cluster's size. */
  readonly percentageOfNodesToScore?: number;
  readonly podInitialBackoffSeconds?: number;
  readonly podMaxBackoffSeconds?: number;
  readonly profiles?: readonly KubeSchedulerProfile[];
  readonly delayCacheUntilActive?: boolean;
}

/** Who of several schedulers is active. */
export interface LeaderElectionConfiguration {
  readonly leaderElect?: boolean;
  readonly leaseDuration?: number;
  readonly renewDeadline?: number;
  readonly retryPeriod?: number;
  readonly resourceLock?: string;
  readonly resourceName?: string;
  readonly resourceNamespace?: string;
}

/** How to reach the API server. */
export interface ClientConnectionConfiguration {
  readonly kubeconfig?: string;
  readonly acceptContentTypes?: string;
  readonly contentType?: string;
  readonly qps?: number;
  readonly burst?: number;
}

/** How the pods are scheduled that name this profile in `spec.schedulerName`. */
export interface KubeSchedulerProfile {
  readonly schedulerName?: string;
  readonly percentageOfNodesToScore?: number;
  readonly plugins?: Plugins;
  readonly pluginConfig?: readonly PluginConfig[];
}

/** Plugins by extension point; `multiPoint` stands for every extension point that a plugin supports. */
export interface Plugins {
  readonly preEnqueue?: PluginSet;
  readonly queueSort?: PluginSet;
  readonly preFilter?: PluginSet;
  readonly filter?: PluginSet;
  readonly postFilter?: PluginSet;
  readonly preScore?: PluginSet;
  readonly score?: PluginSet;
  readonly reserve?: PluginSet;
  readonly permit?: PluginSet;
  readonly preBind?: PluginSet;
  readonly bind?: PluginSet;
  readonly postBind?: PluginSet;
  readonly multiPoint?: PluginSet;
}

/** Changes to the default plugins; `*` disables all of them. */
export interface PluginSet {
  readonly enabled?: readonly PluginRef[];
  readonly disabled?: readonly PluginRef[];
}

/** A plugin, with the weight of its scores. */
export interface PluginRef {
  readonly name: string;
  readonly weight?: number;
}

/** Arguments of a plugin. */
export interface PluginConfig {
  readonly name: string;
  readonly args?: unknown;
}

/** A resource and how much it counts. */
export interface ResourceSpec {
  readonly name: string;
  readonly weight?: number;
}

/** How NodeResourcesFit scores nodes. */
export interface ScoringStrategy {
  readonly type?: string;
  readonly resources?: readonly ResourceSpec[];
  readonly requestedToCapacityRatio?: { readonly shape?: readonly UtilizationShapePoint[] };
}

/** A point of a scoring function: this score (0–10) at that utilization (0–100). */
export interface UtilizationShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/** Arguments of the plugin NodeResourcesFit. */
export interface NodeResourcesFitArgs {
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly scoringStrategy?: ScoringStrategy;
}

/** Arguments of the plugin NodeResourcesBalancedAllocation. */
export interface NodeResourcesBalancedAllocationArgs {
  readonly resources?: readonly ResourceSpec[];
}

/** Arguments of the plugin NodeAffinity. */
export interface NodeAffinityArgs {
  /** Added to the affinity of every pod of the profile. */
  readonly addedAffinity?: NodeAffinity;
}

/** Arguments of the plugin InterPodAffinity. */
export interface InterPodAffinityArgs {
  readonly hardPodAffinityWeight?: number;
  readonly ignorePreferredTermsOfExistingPods?: boolean;
}

/** Arguments of the plugin PodTopologySpread. */
export interface PodTopologySpreadArgs {
  readonly defaultConstraints?: readonly TopologySpreadConstraint[];
  readonly defaultingType?: string;
}

/** Arguments of the plugin DefaultPreemption. */
export interface DefaultPreemptionArgs {
  readonly minCandidateNodesPercentage?: number;
  readonly minCandidateNodesAbsolute?: number;
}
