import type { Node, Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import type { SharedInformer } from '@kubescript/client';
import { isPodTerminal } from '@kubescript/component-helpers';
import { PodInfo, clusterEvent, podIdOf, ActionType } from '@kubescript/kube-scheduler';

import type { SchedulerCache } from '../cache/cache.ts';
import { type SchedulingQueue, podChanges } from '../queue/scheduling-queue.ts';
import { nodeChanges } from './node-changes.ts';

/**
 * Brings what informers tell of pods and nodes into the cache and the queue, and wakes pods that wait for such an
 * event.
 * @go kubernetes/pkg/scheduler#addAllEventHandlers
 */
export class EventHandlers {
  readonly #cache: SchedulerCache;
  readonly #queue: SchedulingQueue;
  readonly #isOurs: (pod: PodInfo) => boolean;

  /** `isOurs` tells which pods without a node this scheduler is asked to schedule. */
  constructor(cache: SchedulerCache, queue: SchedulingQueue, isOurs: (pod: PodInfo) => boolean) {
    this.#cache = cache;
    this.#queue = queue;
    this.#isOurs = isOurs;
  }

  attach(pods: SharedInformer<Pod>, nodes: SharedInformer<Node>): void {
    nodes.addEventHandler({
      onAdd: (node) => {
        this.nodeAdded(node);
      },
      onUpdate: (old, node) => {
        this.nodeUpdated(old, node);
      },
      onDelete: (node) => {
        this.nodeDeleted(node);
      },
    });
    pods.addEventHandler({
      onAdd: (pod) => {
        this.podChanged(undefined, pod);
      },
      onUpdate: (old, pod) => {
        this.podChanged(old, pod);
      },
      onDelete: (pod) => {
        this.podDeleted(pod);
      },
    });
  }

  nodeAdded(node: DeepReadonly<Node>): void {
    this.#cache.setNode(node);
    this.#queue.moveAllToActiveOrBackoff(clusterEvent('Node', ActionType.Add, 'NodeAdd'), undefined, node);
  }

  nodeUpdated(old: DeepReadonly<Node>, node: DeepReadonly<Node>): void {
    this.#cache.setNode(node);
    const changes = nodeChanges(old, node);
    if (changes === 0) return; // a heartbeat
    this.#queue.moveAllToActiveOrBackoff(clusterEvent('Node', changes, 'NodeUpdate'), old, node);
  }

  nodeDeleted(node: DeepReadonly<Node>): void {
    this.#cache.removeNode(nameOf(node));
    this.#queue.moveAllToActiveOrBackoff(clusterEvent('Node', ActionType.Delete, 'NodeDelete'), node, undefined);
  }

  /** A pod is new or changed: it belongs to the cache once it has a node, and to the queue before. */
  podChanged(old: DeepReadonly<Pod> | undefined, pod: DeepReadonly<Pod>): void {
    if (old !== undefined && podIdOf(old) !== podIdOf(pod)) {
      this.podDeleted(old); // another pod of the same name
      this.podChanged(undefined, pod);
      return;
    }
    if (isPodTerminal(pod)) {
      if (old === undefined || !isPodTerminal(old)) this.podDeleted(pod);
      return;
    }
    const info = new PodInfo(pod);
    if (isAssigned(pod)) this.#assignedPodChanged(old, info);
    else if (this.#isOurs(info)) this.#pendingPodChanged(old, info);
  }

  podDeleted(pod: DeepReadonly<Pod>): void {
    const id = podIdOf(pod);
    this.#queue.delete(id);
    const wasPlaced = isAssigned(pod) || this.#cache.nodeOf(id) !== undefined;
    this.#cache.removePod(id);
    if (!wasPlaced) return;
    const event = clusterEvent('AssignedPod', ActionType.Delete, 'AssignedPodDelete');
    this.#queue.moveAllToActiveOrBackoff(event, pod, undefined);
  }

  #assignedPodChanged(old: DeepReadonly<Pod> | undefined, info: PodInfo): void {
    const isNew = old === undefined || !isAssigned(old);
    if (isNew) {
      if (!this.#cache.isAssumed(info.id)) this.#queue.delete(info.id);
      this.#cache.addPod(info);
      const event = clusterEvent('AssignedPod', ActionType.Add, 'AssignedPodAdd');
      this.#queue.moveAllToActiveOrBackoff(event, undefined, info.pod);
      return;
    }
    this.#cache.updatePod(info);
    const changes = podChanges(new PodInfo(old), info);
    if (changes === ActionType.Update) return; // a status, an annotation: nothing that another pod waits for
    const event = clusterEvent('AssignedPod', changes, 'AssignedPodUpdate');
    this.#queue.moveAllToActiveOrBackoff(event, old, info.pod);
  }

  #pendingPodChanged(old: DeepReadonly<Pod> | undefined, info: PodInfo): void {
    if (this.#cache.isAssumed(info.id)) return; // placed already; the binding is on its way
    if (old === undefined) this.#queue.add(info);
    else this.#queue.update(new PodInfo(old), info);
  }
}

function isAssigned(pod: DeepReadonly<Pod>): boolean {
  return (pod.spec.nodeName ?? '') !== '';
}
