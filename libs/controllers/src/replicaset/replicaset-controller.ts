import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, keyOf, namespaceOf, nameOf, type OwnerReference, uidOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';
import { controllerOf, isPodActive, isPodReady } from '@kubescript/component-helpers';

import { claimObjects } from '../shared/controller-ref-manager.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { sameStatus, semanticEqual } from '../shared/equal.ts';
import { Expectations } from '../shared/expectations.ts';
import { isTerminatingNamespace, PodControl } from '../shared/pod-control.ts';
import { indexPodsByController, podsToClaim } from '../shared/pod-index.ts';
import { slowStartBatch } from '../shared/slow-start.ts';
import type { ReplicaKind, ReplicaObject } from './kinds.ts';
import { podsToDelete, ranksByNode } from './ranking.ts';
import { calculateStatus } from './status.ts';

const burst = 500;

/** Why pods could not be created or deleted. */
interface Failure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly message: string;
  readonly error: unknown;
}

/**
 * Keeps as many pods of each ReplicaSet (or ReplicationController) as it asks for.
 *
 * @go k8s.io/kubernetes/pkg/controller/replicaset#ReplicaSetController
 */
export class ReplicaSetController implements Controller {
  readonly name: string;
  readonly #context: ControllerContext;
  readonly #kind: ReplicaKind;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #expectations: Expectations;
  readonly #podControl: PodControl;
  readonly #objects: SharedInformer<ReplicaObject>;
  readonly #pods: SharedInformer<Pod>;

  constructor(context: ControllerContext, kind: ReplicaKind, options: { readonly workers?: number } = {}) {
    this.name = kind.name;
    this.#context = context;
    this.#kind = kind;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: kind.name });
    this.#expectations = new Expectations(context.clock);
    this.#podControl = new PodControl(context.client, context.newRecorder(kind.name));
    this.#objects = context.informers.for(kind.resource);
    this.#pods = context.informers.for(corev1.pods);
    indexPodsByController(this.#pods);
    this.#objects.addEventHandler({
      onAdd: (object) => {
        this.enqueue(object);
      },
      onUpdate: (old, object) => {
        this.onObjectUpdate(old, object);
      },
      onDelete: (object) => {
        this.#expectations.forget(keyOf(object));
        this.enqueue(object);
      },
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => {
        this.onPodAdd(pod);
      },
      onUpdate: (old, pod) => {
        this.onPodUpdate(old, pod);
      },
      onDelete: (pod) => {
        this.onPodDelete(pod);
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#objects, this.#pods],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** An object needs to be looked at. */
  enqueue(object: DeepReadonly<ReplicaObject>): void {
    this.#queue.add(keyOf(object));
  }

  /** A replaced object (same name, other UID) starts without expectations. */
  onObjectUpdate(old: DeepReadonly<ReplicaObject>, object: DeepReadonly<ReplicaObject>): void {
    if (uidOf(old) !== uidOf(object)) this.#expectations.forget(keyOf(old));
    this.enqueue(object);
  }

  /** A pod appeared: its owner has one more, or an orphan may find an owner. */
  onPodAdd(pod: DeepReadonly<Pod>): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.onPodDelete(pod);
      return;
    }
    const reference = controllerOf(pod);
    if (reference === undefined) {
      this.#enqueueSelecting(pod);
      return;
    }
    const owner = this.#ownerOf(pod, reference);
    if (owner === undefined) return;
    this.#expectations.creationObserved(keyOf(owner));
    this.enqueue(owner);
  }

  /** A pod changed: its owners of before and after may have to act. */
  onPodUpdate(old: DeepReadonly<Pod>, pod: DeepReadonly<Pod>): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.onPodDelete(pod);
      return;
    }
    const [before, after] = [controllerOf(old), controllerOf(pod)];
    if (before !== undefined && before.uid !== after?.uid) {
      const owner = this.#ownerOf(old, before);
      if (owner !== undefined) this.enqueue(owner);
    }
    if (after !== undefined) {
      const owner = this.#ownerOf(pod, after);
      if (owner === undefined) return;
      this.enqueue(owner);
      const minReady = owner.spec.minReadySeconds ?? 0;
      if (!isPodReady(old) && isPodReady(pod) && minReady > 0) {
        this.#queue.addAfter(keyOf(owner), (minReady + 1) * 1000);
      }
    } else if (before !== undefined || !semanticEqual(old.metadata.labels, pod.metadata.labels)) {
      this.#enqueueSelecting(pod);
    }
  }

  /** A pod is gone or about to be: an expected deletion, or one to make up for. */
  onPodDelete(pod: DeepReadonly<Pod>): void {
    const reference = controllerOf(pod);
    const owner = reference === undefined ? undefined : this.#ownerOf(pod, reference);
    if (owner === undefined) return;
    this.#expectations.deletionObserved(keyOf(owner), uidOf(pod));
    this.enqueue(owner);
  }

  /** Brings the pods and the status of one object to what its spec says. */
  async sync(key: string): Promise<void> {
    const object = this.#objects.lister.getByKey(key);
    if (object === undefined) {
      this.#expectations.forget(key);
      return;
    }
    const mayManage = this.#expectations.satisfied(key);
    const claimed = await this.#claimPods(object);
    const active = claimed.filter(isPodActive);
    const failure =
      mayManage && object.metadata.deletionTimestamp === undefined
        ? await this.manageReplicas(object, active)
        : undefined;
    await this.#updateStatus(object, claimed, failure);
    if (failure !== undefined) throw failure.error;
  }

  /** Creates what is missing, or deletes what is too many. */
  async manageReplicas(
    object: DeepReadonly<ReplicaObject>,
    pods: readonly DeepReadonly<Pod>[],
  ): Promise<Failure | undefined> {
    const missing = (object.spec.replicas ?? 1) - pods.length;
    if (missing > 0) return this.#createPods(object, Math.min(missing, burst));
    if (missing < 0) return this.#deletePods(object, pods, Math.min(-missing, burst));
    return undefined;
  }

  async #createPods(object: DeepReadonly<ReplicaObject>, count: number): Promise<Failure | undefined> {
    const key = keyOf(object);
    const template = object.spec.template ?? {};
    const owner = { apiVersion: this.#kind.apiVersion, kind: this.#kind.resource.kind };
    this.#expectations.expectCreations(key, count);
    const { successes, error } = await slowStartBatch(count, async () => {
      try {
        await this.#podControl.create(template, object, owner);
      } catch (err) {
        if (!isTerminatingNamespace(err)) throw err;
        this.#expectations.creationObserved(key);
      }
    });
    if (error === undefined) return undefined;
    this.#expectations.creationObserved(key, count - successes);
    return { reason: 'FailedCreate', message: messageOf(error), error };
  }

  async #deletePods(
    object: DeepReadonly<ReplicaObject>,
    pods: readonly DeepReadonly<Pod>[],
    count: number,
  ): Promise<Failure | undefined> {
    const key = keyOf(object);
    const rankOf = ranksByNode(this.#relatedPods(object, pods));
    const doomed = podsToDelete(pods, count, { rankOf, now: this.#context.clock.now() });
    this.#expectations.expectDeletions(key, doomed.map(uidOf));
    const results = await Promise.allSettled(doomed.map((pod) => this.#deletePod(key, pod, object)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) return undefined;
    return { reason: 'FailedDelete', message: messageOf(failed.reason), error: failed.reason };
  }

  async #deletePod(key: string, pod: DeepReadonly<Pod>, object: DeepReadonly<ReplicaObject>): Promise<void> {
    try {
      await this.#podControl.delete(pod, object);
    } catch (err) {
      this.#expectations.deletionObserved(key, uidOf(pod));
      throw err;
    }
  }

  /** The active pods of this object and of its siblings under the same Deployment: they should spread over nodes. */
  #relatedPods(object: DeepReadonly<ReplicaObject>, own: readonly DeepReadonly<Pod>[]): readonly DeepReadonly<Pod>[] {
    const controller = controllerOf(object);
    if (controller === undefined) return own;
    return this.#objects.lister
      .list({ namespace: namespaceOf(object), filter: (other) => controllerOf(other)?.uid === controller.uid })
      .flatMap((sibling) => this.#pods.lister.byIndex('controllerUid', uidOf(sibling)))
      .filter(isPodActive);
  }

  #claimPods(object: DeepReadonly<ReplicaObject>): Promise<readonly DeepReadonly<Pod>[]> {
    const candidates = podsToClaim(this.#pods, namespaceOf(object), uidOf(object));
    return claimObjects<Pod>(
      {
        client: this.#context.client,
        owner: object,
        ownerKind: { apiVersion: this.#kind.apiVersion, kind: this.#kind.resource.kind },
        resource: corev1.pods,
        selector: this.#kind.selectorOf(object),
        mayAdopt: isPodActive,
        freshOwner: () => this.#context.client.resource(this.#kind.resource, namespaceOf(object)).get(nameOf(object)),
      },
      candidates,
    );
  }

  async #updateStatus(
    object: DeepReadonly<ReplicaObject>,
    claimed: readonly DeepReadonly<Pod>[],
    failure: Failure | undefined,
  ): Promise<void> {
    const minReadySeconds = object.spec.minReadySeconds ?? 0;
    const status = calculateStatus({
      object,
      pods: claimed.filter(isPodActive),
      terminating: claimed.filter((pod) => pod.metadata.deletionTimestamp !== undefined && !isFinished(pod)).length,
      minReadySeconds,
      templateLabels: object.spec.template?.metadata?.labels ?? {},
      ...(failure === undefined ? {} : { failure: { reason: failure.reason, message: failure.message } }),
      now: this.#context.clock.now(),
    });
    if (!sameStatus(object.status, status)) {
      await this.#context.client.resource(this.#kind.resource, namespaceOf(object)).updateStatus({ ...object, status });
    }
    const { readyReplicas = 0, availableReplicas = 0 } = status;
    if (minReadySeconds > 0 && readyReplicas > availableReplicas) {
      this.#queue.addAfter(keyOf(object), minReadySeconds * 1000);
    }
  }

  #ownerOf(pod: DeepReadonly<Pod>, reference: DeepReadonly<OwnerReference>): DeepReadonly<ReplicaObject> | undefined {
    if (reference.kind !== this.#kind.resource.kind) return undefined;
    const owner = this.#objects.lister.get(namespaceOf(pod), reference.name);
    return owner !== undefined && uidOf(owner) === reference.uid ? owner : undefined;
  }

  #enqueueSelecting(pod: DeepReadonly<Pod>): void {
    const objects = this.#objects.lister.list({ namespace: namespaceOf(pod) });
    for (const object of objects) {
      const selector = this.#kind.selectorOf(object);
      if (!selector.isEmpty && selector.matches(pod.metadata.labels)) this.enqueue(object);
    }
  }
}

function isFinished(pod: DeepReadonly<Pod>): boolean {
  return pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
}

function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
