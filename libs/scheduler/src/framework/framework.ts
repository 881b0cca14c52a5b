import type { Clock } from '@kubescript/apimachinery';
import type { Client, SharedInformerFactory } from '@kubescript/client';
import {
  type ClusterEventWithHint,
  type CycleState,
  type EventSink,
  type FilterPlugin,
  type Handle,
  type MaybeStatus,
  type NodeInfo,
  type NodeStatuses,
  type Nominator,
  type Plugin,
  type PluginRegistry,
  PluginStatus,
  type PodInfo,
  type PostFilterResult,
  type Snapshot,
  type WaitingPod,
  errorStatus,
  unresolvable,
  unschedulable,
} from '@kubescript/kube-scheduler';

import { nominatedPodsCountIn } from './nominated.ts';
import { type PluginsByPoint, hasEnqueueExtensions, pluginsByPoint } from './plugin-set.ts';
import { type CompleteProfile, enabledPlugins, selectPlugins } from './profile.ts';
import { HeldPod } from './waiting-pods.ts';

/** What all profiles of a scheduler share. */
export interface FrameworkContext {
  readonly client: Client;
  readonly informers: SharedInformerFactory;
  readonly recorder: EventSink;
  readonly clock: Clock;
  readonly nominator: Nominator;
  readonly snapshot: Snapshot;
  readonly spawn: (name: string, work: (signal: AbortSignal) => Promise<void>) => void;
}

/** What PreFilter plugins said together. */
export interface PreFilterOutcome {
  readonly status: MaybeStatus;
  /** The only nodes worth looking at; undefined = all. */
  readonly nodeNames: ReadonlySet<string> | undefined;
  /** The plugins that restricted the nodes or turned the pod down. */
  readonly plugins: ReadonlySet<string>;
}

/**
 * The plugins of one profile, and how each extension point runs them.
 * @go kubernetes/pkg/scheduler/framework/runtime#frameworkImpl
 */
export class Framework implements Handle {
  readonly profileName: string;
  /** 0 means adaptive; undefined means that the configuration's global value applies. */
  readonly percentageOfNodesToScore: number | undefined;
  readonly client: Client;
  readonly informers: SharedInformerFactory;
  readonly recorder: EventSink;
  readonly clock: Clock;
  readonly nominator: Nominator;
  readonly plugins: PluginsByPoint;
  readonly #all: ReadonlyMap<string, Plugin>;
  readonly #weights: ReadonlyMap<string, number>;
  readonly #context: FrameworkContext;
  readonly #held = new Map<string, HeldPod>();

  constructor(profile: CompleteProfile, registry: PluginRegistry, context: FrameworkContext) {
    this.profileName = profile.schedulerName;
    this.percentageOfNodesToScore = profile.percentageOfNodesToScore;
    this.client = context.client;
    this.informers = context.informers;
    this.recorder = context.recorder;
    this.clock = context.clock;
    this.nominator = context.nominator;
    this.#context = context;
    this.#all = makePlugins(profile, registry, this);
    const { names, scoreWeights } = selectPlugins(profile.plugins, this.#all);
    this.#weights = scoreWeights;
    this.plugins = pluginsByPoint(this.#all, names);
  }

  snapshot(): Snapshot {
    return this.#context.snapshot;
  }

  waitingPods(): Iterable<WaitingPod> {
    return this.#held.values();
  }

  spawn(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.#context.spawn(name, work);
  }

  /** The events that each plugin of this profile waits for. */
  registeredEvents(): ReadonlyMap<string, readonly ClusterEventWithHint[]> {
    return new Map(
      [...this.#all.values()].filter(hasEnqueueExtensions).map((plugin) => [plugin.name, plugin.eventsToRegister()]),
    );
  }

  /** The first PreEnqueue plugin that does not let the pod into the active queue says why. */
  runPreEnqueue(pod: PodInfo): MaybeStatus {
    for (const plugin of this.plugins.preEnqueue) {
      const status = plugin.preEnqueue(pod);
      if (status !== undefined) return status.by(plugin.name);
    }
    return undefined;
  }

  /** Runs PreFilter; plugins that answer Skip are left out of Filter for this pod. */
  runPreFilter(state: CycleState, pod: PodInfo): PreFilterOutcome {
    const skipped = new Set<string>();
    const plugins = new Set<string>();
    let nodeNames: ReadonlySet<string> | undefined;
    const { nodes } = this.snapshot();
    for (const plugin of this.plugins.preFilter) {
      const answer = guarded(plugin, () => plugin.preFilter(state, pod, nodes));
      if (answer === undefined) continue;
      if (answer instanceof PluginStatus) {
        if (answer.code === 'Skip') {
          skipped.add(plugin.name);
          continue;
        }
        return { status: answer.by(plugin.name), nodeNames, plugins: new Set([plugin.name]) };
      }
      if (answer.nodeNames === undefined) continue;
      plugins.add(plugin.name);
      nodeNames = nodeNames === undefined ? answer.nodeNames : nodeNames.intersection(answer.nodeNames);
      if (nodeNames.size === 0) return { status: noNodeLeft(plugins), nodeNames, plugins };
    }
    state.skipFilterPlugins = skipped;
    return { status: undefined, nodeNames, plugins };
  }

  /** The Filter plugins that have something to do for this pod. */
  activeFilters(state: CycleState): readonly FilterPlugin[] {
    const { skipFilterPlugins } = state;
    return skipFilterPlugins.size === 0
      ? this.plugins.filter
      : this.plugins.filter.filter(({ name }) => !skipFilterPlugins.has(name));
  }

  runFilters(state: CycleState, pod: PodInfo, node: NodeInfo): MaybeStatus {
    return this.filterNode(this.activeFilters(state), state, pod, node);
  }

  /**
   * Runs filters for a node. Where pods are nominated for it that count as much as this one, it must pass both with
   * them (they may come) and without them (they may not).
   * @go kubernetes/pkg/scheduler/framework/runtime#(*frameworkImpl).RunFilterPluginsWithNominatedPods
   */
  filterNode(filters: readonly FilterPlugin[], state: CycleState, pod: PodInfo, node: NodeInfo): MaybeStatus {
    const nominated = nominatedPodsCountIn(this.nominator, pod, node.name);
    if (nominated.length > 0) {
      const [stateWith, nodeWith] = [state.clone(), node.clone()];
      for (const other of nominated) {
        nodeWith.addPod(other);
        const status = this.runPreFilterAddPod(stateWith, pod, other, nodeWith);
        if (status !== undefined) return status;
      }
      const status = runFiltersOnce(filters, stateWith, pod, nodeWith);
      if (status !== undefined) return status;
    }
    return runFiltersOnce(filters, state, pod, node);
  }

  runPreFilterAddPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): MaybeStatus {
    for (const plugin of this.plugins.preFilter) {
      if (plugin.addPod === undefined || state.skipFilterPlugins.has(plugin.name)) continue;
      const status = plugin.addPod(state, pod, added, node);
      if (status !== undefined) return status.by(plugin.name);
    }
    return undefined;
  }

  runPreFilterRemovePod(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): MaybeStatus {
    for (const plugin of this.plugins.preFilter) {
      if (plugin.removePod === undefined || state.skipFilterPlugins.has(plugin.name)) continue;
      const status = plugin.removePod(state, pod, removed, node);
      if (status !== undefined) return status.by(plugin.name);
    }
    return undefined;
  }

  /** Runs PostFilter plugins until one makes the pod schedulable; otherwise tells what all of them said. */
  async runPostFilter(
    state: CycleState,
    pod: PodInfo,
    statuses: NodeStatuses,
  ): Promise<{ readonly result?: PostFilterResult; readonly status: MaybeStatus }> {
    const reasons: string[] = [];
    let nominating: PostFilterResult | undefined;
    let isUnresolvable = false;
    for (const plugin of this.plugins.postFilter) {
      const answer = await plugin.postFilter(state, pod, statuses);
      if (answer.status === undefined) return answer;
      if (!answer.status.isRejected) return { status: answer.status.by(plugin.name) };
      if (answer.result !== undefined && nominating?.nominatedNodeName === undefined) nominating = answer.result;
      isUnresolvable ||= answer.status.code === 'UnschedulableAndUnresolvable';
      reasons.push(...answer.status.reasons);
    }
    const status = isUnresolvable ? unresolvable(...reasons) : unschedulable(...reasons);
    return nominating === undefined ? { status } : { result: nominating, status };
  }

  /** Runs PreScore; plugins that answer Skip are left out of Score for this pod. */
  runPreScore(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): MaybeStatus {
    const skipped = new Set<string>();
    for (const plugin of this.plugins.preScore) {
      const status = guarded(plugin, () => plugin.preScore(state, pod, nodes));
      if (status === undefined) continue;
      if (status.code !== 'Skip') return status.by(plugin.name);
      skipped.add(plugin.name);
    }
    state.skipScorePlugins = skipped;
    return undefined;
  }

  /**
   * The weighted sum of all normalized scores, by index of the node. Throws if a plugin fails.
   * @go kubernetes/pkg/scheduler/framework/runtime#(*frameworkImpl).RunScorePlugins
   */
  runScore(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): Float64Array {
    const totals = new Float64Array(nodes.length);
    const scores = new Float64Array(nodes.length);
    for (const plugin of this.plugins.score) {
      if (state.skipScorePlugins.has(plugin.name)) continue;
      let index = 0;
      for (const node of nodes) scores[index++] = plugin.score(state, pod, node);
      plugin.normalizeScores?.(state, pod, scores, nodes);
      const weight = this.#weights.get(plugin.name) ?? 1;
      for (let i = 0; i < totals.length; i++) totals[i] = (totals[i] ?? 0) + weight * (scores[i] ?? 0);
    }
    return totals;
  }

  runReserve(state: CycleState, pod: PodInfo, nodeName: string): MaybeStatus {
    for (const plugin of this.plugins.reserve) {
      const status = guarded(plugin, () => plugin.reserve(state, pod, nodeName));
      if (status !== undefined) return status.by(plugin.name);
    }
    return undefined;
  }

  /** Takes reservations back, in reverse order. */
  runUnreserve(state: CycleState, pod: PodInfo, nodeName: string): void {
    for (const plugin of this.plugins.reserve.toReversed()) plugin.unreserve(state, pod, nodeName);
  }

  /** Runs Permit; a pod that is to wait is held, see `waitOnPermit`. */
  runPermit(state: CycleState, pod: PodInfo, nodeName: string): MaybeStatus {
    const timeouts = new Map<string, number>();
    for (const plugin of this.plugins.permit) {
      const { status, timeoutMs = 0 } = plugin.permit(state, pod, nodeName);
      if (status === undefined) continue;
      if (status.code !== 'Wait') return status.by(plugin.name);
      timeouts.set(plugin.name, Math.min(timeoutMs, MAX_PERMIT_WAIT_MS));
    }
    if (timeouts.size > 0) this.#held.set(pod.id, new HeldPod(pod, timeouts, this.clock));
    return undefined;
  }

  /** Waits until a pod that Permit holds is let go; returns at once for others. */
  async waitOnPermit(pod: PodInfo, signal: AbortSignal): Promise<MaybeStatus> {
    const held = this.#held.get(pod.id);
    if (held === undefined) return undefined;
    try {
      return await held.verdict(signal);
    } finally {
      this.#held.delete(pod.id);
    }
  }

  async runPreBind(state: CycleState, pod: PodInfo, nodeName: string, signal: AbortSignal): Promise<MaybeStatus> {
    for (const plugin of this.plugins.preBind) {
      const status = await plugin.preBind(state, pod, nodeName, signal);
      if (status !== undefined) return status.by(plugin.name);
    }
    return undefined;
  }

  async runBind(state: CycleState, pod: PodInfo, nodeName: string, signal: AbortSignal): Promise<MaybeStatus> {
    for (const plugin of this.plugins.bind) {
      const status = await plugin.bind(state, pod, nodeName, signal);
      if (status?.code !== 'Skip') return status?.by(plugin.name);
    }
    return errorStatus(new Error(`no bind plugin took pod ${pod.id}`));
  }

  runPostBind(state: CycleState, pod: PodInfo, nodeName: string): void {
    for (const plugin of this.plugins.postBind) plugin.postBind(state, pod, nodeName);
  }
}

const MAX_PERMIT_WAIT_MS = 15 * 60_000;

function makePlugins(profile: CompleteProfile, registry: PluginRegistry, handle: Handle): Map<string, Plugin> {
  const plugins = new Map<string, Plugin>();
  for (const name of enabledPlugins(profile.plugins)) {
    const factory = registry.get(name);
    if (factory === undefined) throw new Error(`profile "${profile.schedulerName}": plugin "${name}" does not exist`);
    plugins.set(name, factory(profile.pluginConfig?.find((config) => config.name === name)?.args, handle));
  }
  return plugins;
}

function runFiltersOnce(
  filters: readonly FilterPlugin[],
  state: CycleState,
  pod: PodInfo,
  node: NodeInfo,
): MaybeStatus {
  for (const plugin of filters) {
    const status = plugin.filter(state, pod, node);
    if (status !== undefined) return status.by(plugin.name);
  }
  return undefined;
}

function noNodeLeft(plugins: ReadonlySet<string>): PluginStatus {
  const names = [...plugins].toSorted().join(' ');
  const reason = `node(s) didn't satisfy plugin(s) [${names}] simultaneously`;
  return unresolvable(plugins.size === 1 ? `node(s) didn't satisfy plugin ${names}` : reason);
}

/** A plugin that throws has failed; the pod is tried again later. */
function guarded<T>(plugin: Plugin, run: () => T): T | PluginStatus {
  try {
    return run();
  } catch (err) {
    return errorStatus(err, plugin.name);
  }
}
