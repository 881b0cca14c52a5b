import {
  type Clock,
  type DeepReadonly,
  type KubeObject,
  type OwnerReference,
  TaskGroup,
  isConflict,
  isNotFound,
  parseGroupVersion,
} from '@kubescript/apimachinery';
import { type Client, type DiscoveredResource, type Discovery, type WorkQueue, newWorkQueue } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import { Graph } from './graph.ts';
import {
  type GraphNode,
  type ObjectIdentity,
  foregroundFinalizer,
  isHeldBy,
  orphanFinalizer,
  ownersOf,
} from './graph-node.ts';
import { Monitors } from './monitors.ts';
import { type OwnerState, planDeletion } from './plan-deletion.ts';

/** How the garbage collector is made. */
export interface GarbageCollectorOptions {
  readonly client: Client;
  readonly discovery: Discovery;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** `--concurrent-gc-syncs`; 20 unless told. */
  readonly workers?: number;
}

/**
 * Deletes objects whose owners are gone, lets owners go whose dependents are gone (foreground), and takes dependents
 * from owners that leave them behind (orphan).
 * @go k8s.io/kubernetes/pkg/controller/garbagecollector#GarbageCollector
 */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions;
  readonly #attemptToDelete: WorkQueue;
  readonly #attemptToOrphan: WorkQueue;
  readonly #graph: Graph;
  readonly #monitors: Monitors;

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    const clock = options.clock === undefined ? {} : { clock: options.clock };
    this.#attemptToDelete = newWorkQueue({ ...clock, name: 'garbage_collector_attempt_to_delete' });
    this.#attemptToOrphan = newWorkQueue({ ...clock, name: 'garbage_collector_attempt_to_orphan' });
    this.#graph = new Graph({
      attemptToDelete: (uid) => {
        this.#attemptToDelete.add(uid);
      },
      attemptToOrphan: (uid) => {
        this.#attemptToOrphan.add(uid);
      },
    });
    const onError = (err: unknown): void => {
      options.logger.warn('Garbage collector monitor failed; it tries again', { err });
    };
    const { client, discovery } = options;
    this.#monitors = new Monitors({ client, discovery, graph: this.#graph, onError, ...clock });
  }

  /** True once every resource is in the graph. */
  hasSynced(): boolean {
    return this.#monitors.hasSynced();
  }

  /** Runs until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const group = new TaskGroup(signal);
    group.spawn('monitors', (groupSignal) => this.#monitors.run(groupSignal));
    for (let worker = 0; worker < (this.#options.workers ?? 20); worker++) {
      group.spawn(`delete ${worker}`, () => this.#work(this.#attemptToDelete, (uid) => this.attemptToDeleteItem(uid)));
      group.spawn(`orphan ${worker}`, () => this.#work(this.#attemptToOrphan, (uid) => this.orphanDependents(uid)));
    }
    const shutDown = (): void => {
      this.#attemptToDelete.shutDown();
      this.#attemptToOrphan.shutDown();
    };
    group.signal.addEventListener('abort', shutDown, { once: true });
    if (group.signal.aborted) shutDown();
    await group.wait();
  }

  async #work(queue: WorkQueue, sync: (uid: string) => Promise<void>): Promise<void> {
    for await (const uid of queue.keys()) {
      try {
        await sync(uid);
        queue.forget(uid);
      } catch (err) {
        const { identity } = this.#graph.get(uid) ?? {};
        if (!isConflict(err))
          this.#options.logger.warn('Garbage collection failed; it is tried again', { err, object: identity });
        queue.addRateLimited(uid);
      }
    }
  }

  /** One turn for one object: decides by its owners as they are now, and does it. */
  async attemptToDeleteItem(uid: string): Promise<void> {
    const node = this.#graph.get(uid);
    if (node === undefined || (node.beingDeleted && !node.deletingDependents)) return;
    const object = await this.#read(node.identity);
    if (object?.metadata.uid !== uid) {
      this.#graph.deleted(uid);
      return;
    }
    if (node.resource === undefined) return; // a virtual owner that exists: its monitor will show it
    if (node.deletingDependents) {
      await this.#finishForeground(node, object);
      return;
    }
    const owners = await Promise.all(
      ownersOf(object).map(async (reference) => ({ reference, state: await this.#ownerState(reference, node) })),
    );
    const dependents = [...node.dependents];
    const hasWaitingDependents = dependents.some(({ deletingDependents }) => deletingDependents);
    const plan = planDeletion({ object, owners, hasDependents: dependents.length > 0, hasWaitingDependents });
    switch (plan.action) {
      case 'keep':
        return;
      case 'dropOwners':
        await this.#dropOwners(node.identity, object, plan.uids);
        return;
      case 'delete':
        if (plan.unblock) await this.#unblockOwners(node.identity, object);
        await this.#delete(node.identity, object, plan.propagationPolicy);
    }
  }

  /** Takes the owner from all its dependents, and then lets it go. */
  async orphanDependents(uid: string): Promise<void> {
    const owner = this.#graph.get(uid);
    if (owner === undefined) return;
    await Promise.all([...owner.dependents].map((dependent) => this.#orphan(dependent.identity, uid)));
    const object = await this.#read(owner.identity);
    if (object?.metadata.uid === uid) await this.#removeFinalizer(owner.identity, object, orphanFinalizer);
  }

  async #orphan(dependent: ObjectIdentity, ownerUid: string): Promise<void> {
    const object = await this.#read(dependent);
    if (object?.metadata.uid === dependent.uid) await this.#dropOwners(dependent, object, [ownerUid]);
  }

  /** Lets an owner go once no dependent blocks it any more; until then its dependents are looked at. */
  async #finishForeground(node: GraphNode, object: DeepReadonly<KubeObject>): Promise<void> {
    const blocking = [...node.dependents].filter(({ owners }) =>
      owners.some((owner) => owner.uid === node.identity.uid && owner.blockOwnerDeletion === true),
    );
    if (blocking.length === 0) {
      await this.#removeFinalizer(node.identity, object, foregroundFinalizer);
      return;
    }
    for (const dependent of blocking) {
      if (!dependent.deletingDependents) this.#attemptToDelete.add(dependent.identity.uid);
    }
  }

  async #ownerState(reference: DeepReadonly<OwnerReference>, dependent: GraphNode): Promise<OwnerState> {
    const { uid, apiVersion, kind, name } = reference;
    const owner = await this.#read({ uid, apiVersion, kind, name, namespace: dependent.identity.namespace });
    if (owner?.metadata.uid !== uid) return 'dangling';
    return isHeldBy(owner, foregroundFinalizer) ? 'waitingForDependents' : 'solid';
  }

  /** The object as the server has it, or undefined; throws if its kind is not served (now). */
  async #read(identity: ObjectIdentity): Promise<DeepReadonly<KubeObject> | undefined> {
    const resource = this.#resourceOf(identity);
    if (resource.namespaced && identity.namespace === '') return undefined; // a cluster-wide object cannot have it as owner
    try {
      return await this.#clientOf(identity).get(identity.name);
    } catch (err) {
      if (isNotFound(err)) return undefined;
      throw err;
    }
  }

  async #delete(
    identity: ObjectIdentity,
    { metadata }: DeepReadonly<KubeObject>,
    propagationPolicy: 'Orphan' | 'Background' | 'Foreground',
  ): Promise<void> {
    const { resourceVersion, ownerReferences } = metadata;
    const preconditions = {
      uid: identity.uid,
      // Its owners must still be what was decided upon.
      ...(ownerReferences !== undefined && resourceVersion !== undefined ? { resourceVersion } : {}),
    };
    this.#options.logger.debug('Deleting item', { object: identity, propagationPolicy });
    try {
      await this.#clientOf(identity).delete(identity.name, { propagationPolicy, preconditions });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }

  async #dropOwners(
    identity: ObjectIdentity,
    object: DeepReadonly<KubeObject>,
    uids: readonly string[],
  ): Promise<void> {
    const ownerReferences = ownersOf(object).filter(({ uid }) => !uids.includes(uid));
    await this.#patch(identity, object, { ownerReferences });
  }

  async #unblockOwners(identity: ObjectIdentity, object: DeepReadonly<KubeObject>): Promise<void> {
    const ownerReferences = ownersOf(object).map((owner) => ({ ...owner, blockOwnerDeletion: false }));
    await this.#patch(identity, object, { ownerReferences });
  }

  async #removeFinalizer(identity: ObjectIdentity, object: DeepReadonly<KubeObject>, finalizer: string): Promise<void> {
    const finalizers = object.metadata.finalizers ?? [];
    if (finalizers.includes(finalizer)) {
      await this.#patch(identity, object, { finalizers: finalizers.filter((name) => name !== finalizer) });
    }
  }

  /** Changes metadata, provided that the object is still as it was read; what is gone needs no change. */
  async #patch(identity: ObjectIdentity, { metadata }: DeepReadonly<KubeObject>, change: object): Promise<void> {
    const patch = { metadata: { uid: identity.uid, resourceVersion: metadata.resourceVersion, ...change } };
    try {
      await this.#clientOf(identity).patch(identity.name, 'application/merge-patch+json', patch);
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }

  #clientOf(identity: ObjectIdentity): ReturnType<Client['metadata']> {
    const resource = this.#resourceOf(identity);
    return this.#options.client.metadata(resource, resource.namespaced ? identity.namespace : '');
  }

  #resourceOf({ apiVersion, kind }: ObjectIdentity): DiscoveredResource {
    const resource = this.#monitors.mapper.resourceOfKind({ ...parseGroupVersion(apiVersion), kind });
    if (resource === undefined) throw new Error(`no resource of kind ${kind} in ${apiVersion} is served`);
    return resource;
  }
}
