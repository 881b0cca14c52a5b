import type { DeepReadonly, GroupVersionResource, KubeObject, OwnerReference } from '@kubescript/apimachinery';

import {
  type GraphNode,
  type ObjectIdentity,
  foregroundFinalizer,
  isHeldBy,
  orphanFinalizer,
  ownersOf,
} from './graph-node.ts';

/** Who is told that a node needs work; it is named by its UID. */
export interface GraphSink {
  attemptToDelete(uid: string): void;
  attemptToOrphan(uid: string): void;
}

/**
 * Who owns whom, kept current by what the monitors see. It decides nothing about deletion; it only tells which nodes
 * may need some, so that the work is proportional to what changed.
 * @go k8s.io/kubernetes/pkg/controller/garbagecollector#(*GraphBuilder).processGraphChanges
 */
export class Graph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #sink: GraphSink;

  constructor(sink: GraphSink) {
    this.#sink = sink;
  }

  /** The node of an object, or undefined. */
  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** The UIDs of all objects of a resource. */
  uidsOf(resource: GroupVersionResource): string[] {
    return [...this.#nodes.values()].filter((node) => node.resource === resource).map((node) => node.identity.uid);
  }

  /** An object was added or changed. */
  changed(identity: ObjectIdentity, resource: GroupVersionResource, object: DeepReadonly<KubeObject>): void {
    const node = this.#nodes.get(identity.uid);
    if (node?.resource === undefined) this.#add(identity, resource, object, node);
    else this.#update(node, object);
  }

  /** An object is gone, or turned out never to have been there. */
  deleted(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    this.#nodes.delete(uid);
    this.#unlink(node, node.owners);
    for (const dependent of node.dependents) this.#sink.attemptToDelete(dependent.identity.uid);
    this.#wakeWaitingOwners(node.owners);
  }

  #add(
    identity: ObjectIdentity,
    resource: GroupVersionResource,
    object: DeepReadonly<KubeObject>,
    virtual: GraphNode | undefined,
  ): void {
    const node: GraphNode = {
      identity,
      resource,
      owners: ownersOf(object),
      dependents: virtual?.dependents ?? new Set(),
      beingDeleted: object.metadata.deletionTimestamp !== undefined,
      deletingDependents: false,
    };
    if (virtual !== undefined) this.#unlink(virtual, virtual.owners);
    this.#nodes.set(identity.uid, node);
    this.#link(node, node.owners);
    this.#recheckDependents(virtual, node);
    this.#noticeDeletion(node, object);
  }

  #update(node: GraphNode, object: DeepReadonly<KubeObject>): void {
    const owners = ownersOf(object);
    const before = new Map(node.owners.map((owner) => [owner.uid, owner]));
    const after = new Map(owners.map((owner) => [owner.uid, owner]));
    const removed = node.owners.filter(({ uid }) => !after.has(uid));
    const unblocked = owners.filter(
      ({ uid, blockOwnerDeletion }) => before.get(uid)?.blockOwnerDeletion && !blockOwnerDeletion,
    );
    this.#unlink(node, removed);
    node.owners = owners;
    this.#link(
      node,
      owners.filter(({ uid }) => !before.has(uid)),
    );
    this.#wakeWaitingOwners([...removed, ...unblocked]);
    if (removed.length > 0 && node.owners.length > 0) this.#sink.attemptToDelete(node.identity.uid);
    node.beingDeleted ||= object.metadata.deletionTimestamp !== undefined;
    this.#noticeDeletion(node, object);
  }

  /** An owner that dependents described wrongly (kind, namespace) makes their references dangling: look again. */
  #recheckDependents(virtual: GraphNode | undefined, node: GraphNode): void {
    if (virtual === undefined || sameIdentity(virtual.identity, node.identity)) return;
    for (const dependent of node.dependents) this.#sink.attemptToDelete(dependent.identity.uid);
  }

  #noticeDeletion(node: GraphNode, object: DeepReadonly<KubeObject>): void {
    if (isHeldBy(object, orphanFinalizer)) this.#sink.attemptToOrphan(node.identity.uid);
    if (!isHeldBy(object, foregroundFinalizer) || node.deletingDependents) return;
    node.deletingDependents = true;
    for (const dependent of node.dependents) this.#sink.attemptToDelete(dependent.identity.uid);
    this.#sink.attemptToDelete(node.identity.uid);
  }

  #link(node: GraphNode, owners: readonly DeepReadonly<OwnerReference>[]): void {
    for (const owner of owners) this.#ownerNode(owner, node).dependents.add(node);
  }

  #unlink(node: GraphNode, owners: readonly DeepReadonly<OwnerReference>[]): void {
    for (const { uid } of owners) this.#nodes.get(uid)?.dependents.delete(node);
  }

  /** The owner's node; a virtual one, which is looked up soon, if the owner has not been seen. */
  #ownerNode(owner: DeepReadonly<OwnerReference>, dependent: GraphNode): GraphNode {
    const known = this.#nodes.get(owner.uid);
    if (known !== undefined) {
      if (known.resource !== undefined && !isNamedRightly(owner, dependent, known)) {
        this.#sink.attemptToDelete(dependent.identity.uid);
      }
      return known;
    }
    const { uid, apiVersion, kind, name } = owner;
    const virtual: GraphNode = {
      identity: { uid, apiVersion, kind, name, namespace: dependent.identity.namespace },
      resource: undefined,
      owners: [],
      dependents: new Set(),
      beingDeleted: false,
      deletingDependents: false,
    };
    this.#nodes.set(uid, virtual);
    this.#sink.attemptToDelete(uid);
    return virtual;
  }

  #wakeWaitingOwners(owners: readonly DeepReadonly<OwnerReference>[]): void {
    for (const { uid } of owners) {
      if (this.#nodes.get(uid)?.deletingDependents === true) this.#sink.attemptToDelete(uid);
    }
  }
}

/** True if a reference names its owner by the right kind and name, from a namespace in which that owner counts. */
function isNamedRightly(owner: DeepReadonly<OwnerReference>, dependent: GraphNode, { identity }: GraphNode): boolean {
  const reachable = identity.namespace === '' || identity.namespace === dependent.identity.namespace;
  return reachable && owner.kind === identity.kind && owner.name === identity.name;
}

function sameIdentity(a: ObjectIdentity, b: ObjectIdentity): boolean {
  return (
    a.apiVersion === b.apiVersion &&
    a.kind === b.kind &&
    a.name === b.name &&
    (b.namespace === '' || a.namespace === b.namespace)
  );
}
