import type { Node } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { HostPortSet } from './host-ports.ts';
import type { PodInfo } from './pod-info.ts';
import { Resources, resourcesOfList } from './resources.ts';

/** An image as far as scoring needs it. */
export interface ImageState {
  readonly sizeBytes: number;
  /** On how many nodes it is. Shared by all nodes that have it, and kept current. */
  numNodes: number;
}

let lastGeneration = 0;

/**
 * A node and what runs on it, with sums kept current as pods come and go. Plugins read it; only the scheduler's cache,
 * and what-if evaluations on a clone, change it.
 * @go kube-scheduler/framework#NodeInfo
 */
export class NodeInfo {
  readonly name: string;
  /** Undefined while pods are known on a node that is not (yet, or any more) itself known. */
  node: DeepReadonly<Node> | undefined;
  readonly pods = new Map<string, PodInfo>();
  readonly podsWithAffinity = new Map<string, PodInfo>();
  readonly podsWithRequiredAntiAffinity = new Map<string, PodInfo>();
  readonly usedPorts = new HostPortSet();
  readonly requested = new Resources();
  readonly nonZeroRequested = new Resources();
  allocatable = new Resources();
  /** By every name of the image. */
  images: ReadonlyMap<string, ImageState> = new Map();
  /** Rises with every change of any node: a value seen once tells whether anything computed from it still holds. */
  generation = ++lastGeneration;

  constructor(name: string) {
    this.name = name;
  }

  /** Replaces the node object; the pods stay. */
  setNode(node: DeepReadonly<Node> | undefined): void {
    if (node?.status.allocatable !== this.node?.status.allocatable || node === undefined) {
      this.allocatable = resourcesOfList(node?.status.allocatable);
    }
    this.node = node;
    this.touch();
  }

  setImages(images: ReadonlyMap<string, ImageState>): void {
    this.images = images;
    this.touch();
  }

  addPod(info: PodInfo): void {
    this.pods.set(info.id, info);
    if (info.hasAffinity) this.podsWithAffinity.set(info.id, info);
    if (info.hasRequiredAntiAffinity) this.podsWithRequiredAntiAffinity.set(info.id, info);
    this.requested.apply(info.requests, 1);
    this.nonZeroRequested.apply(info.nonZeroRequests, 1);
    for (const port of info.hostPorts) this.usedPorts.add(port);
    this.touch();
  }

  /** Takes a pod away; returns what was known of it, or undefined if it was not here. */
  removePod(id: string): PodInfo | undefined {
    const info = this.pods.get(id);
    if (info === undefined) return undefined;
    this.pods.delete(id);
    this.podsWithAffinity.delete(id);
    this.podsWithRequiredAntiAffinity.delete(id);
    this.requested.apply(info.requests, -1);
    this.nonZeroRequested.apply(info.nonZeroRequests, -1);
    for (const port of info.hostPorts) this.usedPorts.remove(port);
    this.touch();
    return info;
  }

  /** A copy to try things on. */
  clone(): NodeInfo {
    const copy = new NodeInfo(this.name);
    copy.setNode(this.node);
    copy.images = this.images;
    for (const info of this.pods.values()) copy.addPod(info);
    copy.generation = this.generation;
    return copy;
  }

  private touch(): void {
    this.generation = ++lastGeneration;
  }
}
