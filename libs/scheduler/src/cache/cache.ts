import type { Node } from '@kubescript/api/core/v1';
import { type Clock, type DeepReadonly, nameOf, realClock } from '@kubescript/apimachinery';
import { zoneKeyOf } from '@kubescript/component-helpers';
import { NodeInfo, type PodInfo, type Snapshot } from '@kubescript/kube-scheduler';

import { ImageStates } from './image-states.ts';
import { interleaveZones } from './node-order.ts';

interface PodState {
  readonly info: PodInfo;
  readonly nodeName: string;
  /** Assumed pods: on the node by the scheduler's decision, not yet by the API server's word. */
  readonly isAssumed: boolean;
  /** When an assumed pod is given up, milliseconds; undefined = binding still runs, or never. */
  readonly deadline?: number;
}

/** How the cache is set up. */
export interface CacheOptions {
  readonly clock?: Clock;
  /** How long after its binding finished an assumed pod may stay unconfirmed; 0 (upstream's default) = for ever. */
  readonly assumedPodTtlMs?: number;
}

/**
 * The nodes and the pods on them as far as the scheduler knows, including pods that it has just placed ("assumed") and
 * that the API server has not yet confirmed.
 *
 * Upstream copies changed nodes into a snapshot for every pod. Here a scheduling cycle runs without an await, so its
 * snapshot is the cache itself: it costs nothing, and a change costs what changed. The lists of the snapshot are made
 * again only after a node came, went or moved to another zone.
 * @go kubernetes/pkg/scheduler/backend/cache#cacheImpl
 */
export class SchedulerCache implements Snapshot {
  readonly #nodes = new Map<string, NodeInfo>();
  readonly #pods = new Map<string, PodState>();
  readonly #images = new ImageStates();
  readonly #withAffinity = new Set<NodeInfo>();
  readonly #withRequiredAntiAffinity = new Set<NodeInfo>();
  readonly #clock: Clock;
  readonly #ttlMs: number;
  #ordered: readonly NodeInfo[] | undefined;

  constructor({ clock = realClock, assumedPodTtlMs = 0 }: CacheOptions = {}) {
    this.#clock = clock;
    this.#ttlMs = assumedPodTtlMs;
  }

  get nodes(): readonly NodeInfo[] {
    this.#ordered ??= interleaveZones(this.#nodes.values());
    return this.#ordered;
  }

  get nodesWithAffinityPods(): readonly NodeInfo[] {
    return [...this.#withAffinity].filter((info) => info.node !== undefined);
  }

  get nodesWithRequiredAntiAffinityPods(): readonly NodeInfo[] {
    return [...this.#withRequiredAntiAffinity].filter((info) => info.node !== undefined);
  }

  get(name: string): NodeInfo | undefined {
    const info = this.#nodes.get(name);
    return info?.node === undefined ? undefined : info;
  }

  /** Number of pods on nodes, assumed ones included. */
  get podCount(): number {
    return this.#pods.size;
  }

  isAssumed(podId: string): boolean {
    return this.#pods.get(podId)?.isAssumed ?? false;
  }

  /** The node that a pod is on or assumed to be on. */
  nodeOf(podId: string): string | undefined {
    return this.#pods.get(podId)?.nodeName;
  }

  /** Counts a pod as running on a node before it is bound. Throws if it is already on one. */
  assume(info: PodInfo, nodeName: string): void {
    if (this.#pods.has(info.id)) throw new Error(`pod ${info.id} is in the cache, so it cannot be assumed`);
    this.#place({ info, nodeName, isAssumed: true });
  }

  /** The binding of an assumed pod was accepted: from here on its time to be confirmed runs. */
  finishBinding(podId: string): void {
    const state = this.#pods.get(podId);
    if (state?.isAssumed !== true || this.#ttlMs === 0) return;
    this.#pods.set(podId, { ...state, deadline: this.#clock.now() + this.#ttlMs });
  }

  /** Takes back `assume`. Does nothing once the pod was confirmed. */
  forget(podId: string): void {
    if (this.isAssumed(podId)) this.removePod(podId);
  }

  /** Gives up assumed pods that were not confirmed in time; returns them. */
  expireAssumed(): readonly PodInfo[] {
    const now = this.#clock.now();
    const expired = [...this.#pods.values()].filter(({ deadline }) => deadline !== undefined && deadline <= now);
    for (const { info } of expired) this.removePod(info.id);
    return expired.map(({ info }) => info);
  }

  /** A pod has a node by the API server's word; confirms an assumed pod, or corrects where it is. */
  addPod(info: PodInfo): void {
    this.updatePod(info);
  }

  /** A pod that has a node changed. */
  updatePod(info: PodInfo): void {
    this.removePod(info.id);
    this.#place({ info, nodeName: info.pod.spec.nodeName ?? '', isAssumed: false });
  }

  /** A pod left its node. */
  removePod(podId: string): void {
    const state = this.#pods.get(podId);
    if (state === undefined) return;
    this.#pods.delete(podId);
    const node = this.#nodes.get(state.nodeName);
    if (node === undefined) return;
    node.removePod(podId);
    this.#refreshAffinity(node);
    this.#dropIfUnused(node);
  }

  /** Takes over a node, new or changed; returns its state. */
  setNode(node: DeepReadonly<Node>): NodeInfo {
    const info = this.#nodeInfo(nameOf(node));
    const isMoved = info.node === undefined || zoneKeyOf(info.node) !== zoneKeyOf(node);
    info.setImages(this.#images.replace(info.images, node));
    info.setNode(node);
    if (isMoved) this.#ordered = undefined;
    return info;
  }

  /** A node is gone. Pods that are still known on it are kept until they are removed themselves. */
  removeNode(name: string): void {
    const info = this.#nodes.get(name);
    if (info?.node === undefined) return;
    this.#images.remove(info.images, name);
    info.setImages(new Map());
    info.setNode(undefined);
    this.#ordered = undefined;
    this.#dropIfUnused(info);
  }

  #place(state: PodState): void {
    this.#pods.set(state.info.id, state);
    const node = this.#nodeInfo(state.nodeName);
    node.addPod(state.info);
    if (state.info.hasAffinity) this.#refreshAffinity(node);
  }

  #nodeInfo(name: string): NodeInfo {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const info = new NodeInfo(name);
    this.#nodes.set(name, info);
    return info;
  }

  #refreshAffinity(node: NodeInfo): void {
    setMember(this.#withAffinity, node, node.podsWithAffinity.size > 0);
    setMember(this.#withRequiredAntiAffinity, node, node.podsWithRequiredAntiAffinity.size > 0);
  }

  #dropIfUnused(info: NodeInfo): void {
    if (info.node !== undefined || info.pods.size > 0) return;
    this.#nodes.delete(info.name);
    this.#refreshAffinity(info);
  }
}

function setMember(set: Set<NodeInfo>, node: NodeInfo, isMember: boolean): void {
  if (isMember) set.add(node);
  else set.delete(node);
}
