import type { Clock, DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { Client, SharedInformerFactory } from '@kubescript/client';

import type { CycleState } from './cycle-state.ts';
import type { ClusterEventWithHint } from './events.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';
import type { MaybeStatus, PluginStatus } from './status.ts';

/** The score of the best node after normalization; 0 is the worst. */
export const MAX_NODE_SCORE = 100;

/** Where plugins and the scheduler report what happened to an object; the client's EventRecorder is one. */
export interface EventSink {
  event(object: DeepReadonly<KubeObject>, type: 'Normal' | 'Warning', reason: string, message: string): void;
}

/** A pod in the scheduling queue, with its history. */
export interface QueuedPodInfo {
  readonly podInfo: PodInfo;
  /** When it was last put in the queue, milliseconds. */
  readonly timestamp: number;
  /** How often scheduling it was tried. */
  readonly attempts: number;
  /** When it was first tried, or undefined. */
  readonly initialAttemptTimestamp: number | undefined;
}

/**
 * The nodes as they are now. It is a live view: it holds still while synchronous code runs, and may be different
 * after any await (upstream copies instead, because its plugins run in parallel threads).
 */
export interface Snapshot {
  /** All known nodes, in the order in which they are looked at: zones take turns. */
  readonly nodes: readonly NodeInfo[];
  readonly nodesWithAffinityPods: readonly NodeInfo[];
  readonly nodesWithRequiredAntiAffinityPods: readonly NodeInfo[];
  get(name: string): NodeInfo | undefined;
}

/** A set of cooperating abilities under one name. Which ones a plugin has is told by its methods. */
export interface Plugin {
  readonly name: string;
}

/** Orders the queue; a profile has exactly one, the same in all profiles. */
export interface QueueSortPlugin extends Plugin {
  /** Whether `a` is to be scheduled before `b`. */
  less(a: QueuedPodInfo, b: QueuedPodInfo): boolean;
}

/** Keeps a pod out of the active queue altogether. */
export interface PreEnqueuePlugin extends Plugin {
  preEnqueue(pod: PodInfo): MaybeStatus;
}

/** Says which events may make a pod schedulable that this plugin turned down. */
export interface EnqueueExtensions extends Plugin {
  eventsToRegister(): readonly ClusterEventWithHint[];
}

/** What PreFilter found out: undefined members mean no restriction. */
export interface PreFilterResult {
  /** The only nodes worth looking at. */
  readonly nodeNames?: ReadonlySet<string>;
}

/** Looks at the pod once before nodes are filtered. */
export interface PreFilterPlugin extends Plugin {
  preFilter(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): PreFilterResult | PluginStatus | undefined;
  /** Adjusts this plugin's state as if `added` ran on the node too. */
  addPod?(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): MaybeStatus;
  /** Adjusts this plugin's state as if `removed` no longer ran on the node. */
  removePod?(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): MaybeStatus;
}

/** Decides whether a pod could run on a node. Called for many nodes per pod: must be quick, and must not change them. */
export interface FilterPlugin extends Plugin {
  filter(state: CycleState, pod: PodInfo, node: NodeInfo): MaybeStatus;
}

/** What PostFilter achieved. */
export interface PostFilterResult {
  /** The node that room is being made on; '' takes an earlier nomination back; undefined leaves it alone. */
  readonly nominatedNodeName?: string;
}

/** Tries to make a pod schedulable that no node could take. */
export interface PostFilterPlugin extends Plugin {
  postFilter(
    state: CycleState,
    pod: PodInfo,
    nodeStatuses: NodeStatuses,
  ): Promise<{ readonly result?: PostFilterResult; readonly status: MaybeStatus }>;
}

/** Prepares scoring of the nodes that passed. */
export interface PreScorePlugin extends Plugin {
  preScore(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): MaybeStatus;
}

/** Ranks a node for a pod. Throws where it cannot. */
export interface ScorePlugin extends Plugin {
  /** Any number, if there is `normalizeScores`; else from 0 to MAX_NODE_SCORE. */
  score(state: CycleState, pod: PodInfo, node: NodeInfo): number;
  /** Brings the scores of all nodes into 0…MAX_NODE_SCORE, in place. */
  normalizeScores?(state: CycleState, pod: PodInfo, scores: Float64Array, nodes: readonly NodeInfo[]): void;
}

/** Claims what the pod needs on the chosen node before binding, and gives it back if that fails. */
export interface ReservePlugin extends Plugin {
  reserve(state: CycleState, pod: PodInfo, nodeName: string): MaybeStatus;
  /** Must be idempotent, and cannot fail; called also if `reserve` of this or another plugin did not succeed. */
  unreserve(state: CycleState, pod: PodInfo, nodeName: string): void;
}

/** Lets a pod pass, turns it down, or holds it (code Wait) for at most `timeoutMs`. */
export interface PermitPlugin extends Plugin {
  permit(
    state: CycleState,
    pod: PodInfo,
    nodeName: string,
  ): { readonly status: MaybeStatus; readonly timeoutMs?: number };
}

/** Does what must be done before the pod is bound, such as attaching volumes. */
export interface PreBindPlugin extends Plugin {
  preBind(state: CycleState, pod: PodInfo, nodeName: string, signal: AbortSignal): Promise<MaybeStatus>;
}

/** Binds the pod to the node; the first that does not answer Skip has done it. */
export interface BindPlugin extends Plugin {
  bind(state: CycleState, pod: PodInfo, nodeName: string, signal: AbortSignal): Promise<MaybeStatus>;
}

/** Is told of every pod that was bound. */
export interface PostBindPlugin extends Plugin {
  postBind(state: CycleState, pod: PodInfo, nodeName: string): void;
}

/** Why each node was turned down. */
export interface NodeStatuses {
  /** The status of a node; nodes that were never looked at have that of `absent`. */
  get(nodeName: string): PluginStatus;
  /** The status of all nodes without one of their own. */
  readonly absent: PluginStatus;
  /** Nodes with a status of their own. */
  entries(): Iterable<readonly [nodeName: string, status: PluginStatus]>;
  /** Nodes whose status has that code. */
  nodesWithCode(code: PluginStatus['code'], snapshot: Snapshot): readonly NodeInfo[];
}

/** A pod that a Permit plugin holds back. */
export interface WaitingPod {
  readonly podInfo: PodInfo;
  /** Plugins that have not yet allowed it. */
  readonly pendingPlugins: ReadonlySet<string>;
  /** Lets it pass as far as that plugin is concerned. */
  allow(plugin: string): void;
  /** Turns it down. */
  reject(plugin: string, message: string): void;
}

/** Pods that are about to be scheduled on a node because room was made for them there. */
export interface Nominator {
  nominate(pod: PodInfo, nodeName: string): void;
  remove(podId: string): void;
  /** The node nominated for a pod, or undefined. */
  nodeOf(podId: string): string | undefined;
  podsFor(nodeName: string): readonly PodInfo[];
}

/**
 * What plugins get from the scheduler that runs them.
 * @go kube-scheduler/framework#Handle
 */
export interface Handle {
  readonly profileName: string;
  readonly client: Client;
  readonly informers: SharedInformerFactory;
  readonly recorder: EventSink;
  readonly clock: Clock;
  readonly nominator: Nominator;
  snapshot(): Snapshot;
  waitingPods(): Iterable<WaitingPod>;
  /** Runs all Filter plugins; pods nominated for the node with at least the pod's priority count as running there. */
  runFilters(state: CycleState, pod: PodInfo, node: NodeInfo): MaybeStatus;
  /** Tells PreFilter plugins of a pod that is taken to run on the node. */
  runPreFilterAddPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): MaybeStatus;
  /** Tells PreFilter plugins of a pod that is taken to be gone from the node. */
  runPreFilterRemovePod(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): MaybeStatus;
  /** Owns work that outlives the call, such as deleting victims. */
  spawn(name: string, work: (signal: AbortSignal) => Promise<void>): void;
}

/** Makes a plugin for one profile. `args` is what the configuration says under `pluginConfig`, decoded by `Args`. */
export type PluginFactory = (args: unknown, handle: Handle) => Plugin;

/** All plugins that a scheduler was built with, by name. */
export type PluginRegistry = ReadonlyMap<string, PluginFactory>;
