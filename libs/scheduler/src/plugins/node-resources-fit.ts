import type { Node, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import {
  ActionType,
  type ClusterEventWithHint,
  type CycleState,
  type EnqueueExtensions,
  type FilterPlugin,
  type MaybeStatus,
  type NodeInfo,
  type NodeResourcesFitArgs,
  PluginStatus,
  PodInfo,
  type PreFilterPlugin,
  type Resources,
  type ScorePlugin,
  clusterEvent,
  podIdOf,
  resourcesOfList,
} from '@kubescript/kube-scheduler';

import { asNode, asPod } from './hints.ts';
import { type ResourceScorer, newResourceScorer } from './resource-scorer.ts';

const NAME = 'NodeResourcesFit';

/** Statuses by their reasons: there are few, and a node that is full is met again and again. */
const statuses = new Map<string, PluginStatus>();

/**
 * Turns down nodes that have too little left of what the pod requests, and scores by the configured strategy (by
 * default: prefers nodes with more left).
 * @go kubernetes/pkg/scheduler/framework/plugins/noderesources#Fit
 */
export class NodeResourcesFitPlugin implements PreFilterPlugin, FilterPlugin, ScorePlugin, EnqueueExtensions {
  readonly name = NAME;
  readonly #ignored: ReadonlySet<string>;
  readonly #ignoredGroups: ReadonlySet<string>;
  readonly #scorer: ResourceScorer;

  constructor(args: NodeResourcesFitArgs = {}) {
    this.#ignored = new Set(args.ignoredResources);
    this.#ignoredGroups = new Set(args.ignoredResourceGroups);
    this.#scorer = newResourceScorer(args.scoringStrategy);
  }

  /** Here for what-if evaluations: the node's own sums are all that Filter needs. */
  preFilter(): undefined {
    return undefined;
  }

  filter(_state: CycleState, { requests }: PodInfo, node: NodeInfo): MaybeStatus {
    const { allocatable, requested } = node;
    if (
      requests.scalars === undefined &&
      node.pods.size < allocatable.allowedPods &&
      requests.milliCpu <= allocatable.milliCpu - requested.milliCpu &&
      requests.memory <= allocatable.memory - requested.memory &&
      requests.ephemeralStorage <= allocatable.ephemeralStorage - requested.ephemeralStorage
    ) {
      return undefined;
    }
    return insufficient(requests, node, (name) => this.#isIgnored(name));
  }

  score(_state: CycleState, pod: PodInfo, node: NodeInfo): number {
    return this.#scorer(pod, node);
  }

  eventsToRegister(): readonly ClusterEventWithHint[] {
    const podEvent = (action: number) => clusterEvent('AssignedPod', action);
    return [
      { event: podEvent(ActionType.Delete), queueingHint: ifRequestsAreFreed },
      { event: podEvent(ActionType.UpdatePodScaleDown), queueingHint: ifRequestsAreFreed },
      {
        event: clusterEvent('UnscheduledPod', ActionType.UpdatePodScaleDown),
        queueingHint: (pod, _old, now) =>
          asPod(now) !== undefined && podIdOf(now as Pod) === pod.id ? 'Queue' : 'Skip',
      },
      {
        event: clusterEvent('Node', ActionType.Add | ActionType.UpdateNodeAllocatable),
        queueingHint: (pod, _old, now) => this.#ifNodeCouldFit(pod, asNode(now)),
      },
    ];
  }

  #ifNodeCouldFit({ requests }: PodInfo, node: DeepReadonly<Node> | undefined): 'Queue' | 'Skip' {
    if (node === undefined) return 'Skip';
    const allocatable = resourcesOfList(node.status.allocatable);
    const names = ['cpu', 'memory', 'ephemeral-storage', ...(requests.scalars?.keys() ?? [])];
    const fits = names.every((name) => this.#isIgnored(name) || requests.get(name) <= allocatable.get(name));
    return fits && allocatable.allowedPods > 0 ? 'Queue' : 'Skip';
  }

  #isIgnored(name: string): boolean {
    return this.#ignored.has(name) || (name.includes('/') && this.#ignoredGroups.has(name.slice(0, name.indexOf('/'))));
  }
}

/**
 * Why a node cannot take these requests, or undefined if it can. If the node would be too small even when empty,
 * preemption cannot help.
 * @go kubernetes/pkg/scheduler/framework/plugins/noderesources#fitsRequest
 */
function insufficient(requests: Resources, node: NodeInfo, isIgnored: (name: string) => boolean): MaybeStatus {
  const { allocatable, requested } = node;
  const reasons: string[] = [];
  let isTooSmall = false;
  if (node.pods.size + 1 > allocatable.allowedPods) reasons.push('Too many pods');
  const check = (name: string, reason: string): void => {
    const wanted = requests.get(name);
    if (wanted === 0 || wanted <= allocatable.get(name) - requested.get(name)) return;
    reasons.push(reason);
    isTooSmall ||= wanted > allocatable.get(name);
  };
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) check(name, `Insufficient ${name}`);
  for (const name of requests.scalars?.keys() ?? []) if (!isIgnored(name)) check(name, `Insufficient ${name}`);
  return reasons.length === 0 ? undefined : statusOf(isTooSmall, reasons);
}

function statusOf(isTooSmall: boolean, reasons: readonly string[]): PluginStatus {
  const code = isTooSmall ? 'UnschedulableAndUnresolvable' : 'Unschedulable';
  const key = `${code}:${reasons.join()}`;
  const known = statuses.get(key);
  if (known !== undefined) return known;
  const status = new PluginStatus(code, reasons, NAME);
  if (statuses.size < 1000) statuses.set(key, status);
  return status;
}

/** Worth another try if a pod that ends or shrinks gives back something that this one asks for. */
function ifRequestsAreFreed(info: PodInfo, oldObject: unknown, newObject: unknown): 'Queue' | 'Skip' {
  const before = asPod(oldObject);
  if (before === undefined) return 'Skip';
  if (newObject === undefined) return 'Queue'; // its place in the pod count is freed, too
  const [was, is] = [new PodInfo(before).requests, new PodInfo(newObject as Pod).requests];
  const names = ['cpu', 'memory', 'ephemeral-storage', ...(info.requests.scalars?.keys() ?? [])];
  return names.some((name) => info.requests.get(name) > 0 && is.get(name) < was.get(name)) ? 'Queue' : 'Skip';
}
