import type { Lease } from '@kubescript/api/coordination/v1';
import type { Node, Pod, PodCondition } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  TaskGroup,
  formatTime,
  isConflict,
  isNotFound,
  nameOf,
  namespaceOf,
  until,
} from '@kubescript/apimachinery';
import {
  type EventRecorder,
  type SharedInformer,
  TokenBucket,
  type WorkQueue,
  coordinationv1,
  corev1,
  newWorkQueue,
} from '@kubescript/client';
import { isPodReady, nodeCondition, podCondition, zoneKeyOf } from '@kubescript/component-helpers';
import type { Logger } from '@kubescript/component-base';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { type NodeHealth, observeHealth, unknownConditions } from './node-health.ts';
import { noExecuteTaint, noScheduleTaints, reconcileTaints } from './node-taints.ts';
import { type EvictionLimits, type ZoneState, defaultEvictionLimits, evictionRate, zoneState } from './zone-state.ts';

/** How nodes are watched over; milliseconds. */
export interface NodeLifecycleOptions {
  /** `--node-monitor-period`. */
  readonly monitorPeriod: number;
  /** `--node-monitor-grace-period`: a node that is silent for longer is Unknown. */
  readonly monitorGracePeriod: number;
  /** `--node-startup-grace-period`: the same for a node that never posted a status. */
  readonly startupGracePeriod: number;
  readonly limits: EvictionLimits;
}

/** Upstream's defaults. */
export const defaultNodeLifecycleOptions: NodeLifecycleOptions = {
  monitorPeriod: 5000,
  monitorGracePeriod: 50_000,
  startupGracePeriod: 60_000,
  limits: defaultEvictionLimits,
};

const leaseNamespace = 'kube-node-lease';
const podsByNode = 'nodeLifecycleByNode';

interface Zone {
  bucket: TokenBucket;
  rate: number;
}

/**
 * Turns what nodes report, or no longer report, into conditions and taints, and makes the pods of silent nodes not
 * ready. Evicting those pods is the taint eviction controller's work.
 * @go k8s.io/kubernetes/pkg/controller/nodelifecycle#Controller
 */
export class NodeLifecycleController implements Controller {
  readonly name = 'node-lifecycle-controller';
  readonly #context: ControllerContext;
  readonly #options: NodeLifecycleOptions;
  readonly #logger: Logger;
  readonly #recorder: EventRecorder;
  readonly #nodes: SharedInformer<Node>;
  readonly #leases: SharedInformer<Lease>;
  readonly #pods: SharedInformer<Pod>;
  readonly #queue: WorkQueue;
  readonly #health = new Map<string, NodeHealth>();
  readonly #zones = new Map<string, Zone>();

  constructor(context: ControllerContext, options: NodeLifecycleOptions = defaultNodeLifecycleOptions) {
    this.#context = context;
    this.#options = options;
    this.#logger = context.newLogger(this.name);
    this.#recorder = context.newRecorder('node-controller');
    this.#queue = newWorkQueue({ clock: context.clock, name: 'node_lifecycle_controller' });
    this.#nodes = context.informers.for(corev1.nodes);
    this.#leases = context.informers.for(coordinationv1.leases);
    this.#pods = context.informers.for(corev1.pods);
    this.#pods.addIndexer(podsByNode, ({ spec }) => (spec.nodeName === undefined ? [] : [spec.nodeName]));
    this.#nodes.addEventHandler({
      onAdd: (node) => {
        this.#queue.add(nameOf(node));
      },
      onUpdate: (_, node) => {
        this.#queue.add(nameOf(node));
      },
      onDelete: (node) => {
        this.#health.delete(nameOf(node));
      },
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const group = new TaskGroup(signal);
    const waitFor = [this.#nodes, this.#leases, this.#pods];
    const worker = { name: this.name, queue: this.#queue, workers: 4, logger: this.#logger, waitFor };
    group.spawn('taints', (groupSignal) => runWorkers({ ...worker, sync: (key) => this.syncTaints(key) }, groupSignal));
    group.spawn('health', async (groupSignal) => {
      await Promise.all(waitFor.map((informer) => informer.whenSynced(groupSignal)));
      const { clock } = this.#context;
      await until(() => this.monitorNodeHealth(), this.#options.monitorPeriod, { signal: groupSignal, clock });
    });
    await group.wait();
  }

  /** Puts the NoSchedule taints of a node right as soon as its conditions change, and takes NoExecute off a ready one. */
  async syncTaints(name: string): Promise<void> {
    const node = this.#nodes.lister.get('', name);
    if (node === undefined) return;
    const noExecute = noExecuteTaint(node);
    const current = (node.spec.taints ?? []).filter(
      (taint) => taint.effect === 'NoExecute' && taint.key === noExecute?.key,
    );
    await this.#writeTaints(node, [...noScheduleTaints(node), ...current]);
  }

  /** One round over all nodes: who fell silent, which zones are disrupted, who is to be tainted NoExecute. */
  async monitorNodeHealth(): Promise<void> {
    const nodes = this.#nodes.lister.list();
    const results = await Promise.allSettled(nodes.map((node) => this.#monitorNode(node)));
    for (const result of results) {
      if (result.status === 'rejected' && !isConflict(result.reason) && !isNotFound(result.reason)) {
        this.#logger.warn('Node health could not be written; it is tried again', { err: result.reason });
      }
    }
    await this.#taintNoExecute(this.#nodes.lister.list());
  }

  async #monitorNode(node: DeepReadonly<Node>): Promise<void> {
    const name = nameOf(node);
    const now = this.#context.clock.now();
    const health = observeHealth(this.#health.get(name), node, this.#leases.lister.get(leaseNamespace, name), now);
    this.#health.set(name, health);
    const ready = nodeCondition(node, 'Ready');
    const grace = ready === undefined ? this.#options.startupGracePeriod : this.#options.monitorGracePeriod;
    const conditions = now - health.heardAt > grace ? unknownConditions(node, now) : undefined;
    if (conditions !== undefined) await this.#markUnknown(node, conditions);
    if (conditions !== undefined || (ready !== undefined && ready.status !== 'True'))
      await this.#markPodsNotReady(name);
  }

  async #markUnknown(
    node: DeepReadonly<Node>,
    conditions: DeepReadonly<NonNullable<Node['status']['conditions']>>,
  ): Promise<void> {
    await this.#context.client.resource(corev1.nodes).updateStatus({ ...node, status: { ...node.status, conditions } });
    this.#recorder.event(node, 'Normal', 'NodeNotReady', `Node ${nameOf(node)} status is now: NodeNotReady`);
  }

  /** Makes the pods of a node that is not ready not ready, so that no Service sends to them. */
  async #markPodsNotReady(node: string): Promise<void> {
    const ready = this.#pods.lister.byIndex(podsByNode, node).filter(isPodReady);
    await Promise.all(ready.map((pod) => this.#markPodNotReady(pod)));
  }

  async #markPodNotReady(pod: DeepReadonly<Pod>): Promise<void> {
    const before = podCondition(pod, 'Ready');
    const condition: DeepReadonly<PodCondition> = {
      ...before,
      type: 'Ready',
      status: 'False',
      lastTransitionTime: formatTime(this.#context.clock.now()),
    };
    const others = (pod.status.conditions ?? []).filter(({ type }) => type !== 'Ready');
    const status = { ...pod.status, conditions: [...others, condition] };
    await this.#context.client
      .resource(corev1.pods, namespaceOf(pod))
      .updateStatus({ ...pod, status })
      .catch(unlessOutdated);
    this.#recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
  }

  async #taintNoExecute(nodes: readonly DeepReadonly<Node>[]): Promise<void> {
    const zones = Map.groupBy(nodes, zoneKeyOf);
    const states = new Map([...zones].map(([key, members]) => [key, this.#stateOf(members)]));
    const allDisrupted = zones.size > 0 && [...states.values()].every((state) => state === 'FullDisruption');
    for (const [key, members] of zones) {
      const rate = evictionRate(states.get(key) ?? 'Normal', members.length, allDisrupted, this.#options.limits);
      const zone = this.#zone(key, rate);
      for (const node of members) await this.#taintIfUnhealthy(node, zone);
    }
  }

  #stateOf(nodes: readonly DeepReadonly<Node>[]): ZoneState {
    const ready = nodes.filter((node) => nodeCondition(node, 'Ready')?.status === 'True').length;
    return zoneState(ready, nodes.length - ready, this.#options.limits.unhealthyZoneThreshold);
  }

  /** The rate limiter of a zone; a zone whose state changes gets a new one. */
  #zone(key: string, rate: number): Zone {
    const known = this.#zones.get(key);
    if (known?.rate === rate) return known;
    const zone = { bucket: new TokenBucket(rate, rate === 0 ? 0 : 1, this.#context.clock), rate };
    this.#zones.set(key, zone);
    return zone;
  }

  async #taintIfUnhealthy(node: DeepReadonly<Node>, zone: Zone): Promise<void> {
    const wanted = noExecuteTaint(node);
    if (wanted === undefined) return;
    const has = node.spec.taints?.some(({ key, effect }) => key === wanted.key && effect === 'NoExecute') ?? false;
    if (has || zone.rate === 0 || !zone.bucket.tryTake()) return;
    await this.#writeTaints(node, [...noScheduleTaints(node), wanted]);
  }

  async #writeTaints(node: DeepReadonly<Node>, wanted: Parameters<typeof reconcileTaints>[1]): Promise<void> {
    const taints = reconcileTaints(node, wanted, this.#context.clock.now());
    if (taints === undefined) return;
    const { resourceVersion } = node.metadata;
    const patch = { metadata: { resourceVersion }, spec: { taints } };
    const nodes = this.#context.client.resource(corev1.nodes);
    await nodes.patch(nameOf(node), 'application/merge-patch+json', patch).catch(unlessOutdated);
  }
}

/** Somebody changed the object meanwhile, or it is gone: the event of that change brings it back. */
function unlessOutdated(err: unknown): void {
  if (!isConflict(err) && !isNotFound(err)) throw err;
}
