import { type Clock, type DeepReadonly, type KubeObject, keyOf, realClock } from '@kubescript/apimachinery';
import type { PersistentVolume, Pod } from '@kubescript/api/core/v1';
import type { ResourceSlice } from '@kubescript/api/resource/v1';
import type { VolumeAttachment } from '@kubescript/api/storage/v1';

import { mirror, type MirrorTarget, type Watchable } from '../mirror.ts';
import { podReferences } from './pod-references.ts';

/** What can be related to a node. */
export type RelatedKind =
  | 'pod'
  | 'secret'
  | 'configmap'
  | 'persistentvolumeclaim'
  | 'persistentvolume'
  | 'serviceaccount'
  | 'resourceclaim'
  | 'volumeattachment'
  | 'resourceslice';

/** Where the relations are read from. */
export interface NodeGraphStores {
  readonly pods: Watchable;
  readonly persistentVolumes: Watchable;
  readonly volumeAttachments: Watchable;
  readonly resourceSlices: Watchable;
}

/**
 * Which objects belong to a node: what its pods mention, the volumes of their claims, and the secrets of those.
 *
 * @go k8s.io/kubernetes/plugin/pkg/auth/authorizer/node#Graph
 */
export class NodeGraph {
  /** `secret ns/name` → node → number of pods that make the relation. */
  private readonly users = new Map<string, Map<string, number>>();
  /** `persistentvolume name` and `secret ns/name` → the claims through which they are reached. */
  private readonly claims = new Map<string, Map<string, number>>();

  /** Follows the stores until the signal; `synced` resolves when the first state is here. */
  run(
    stores: NodeGraphStores,
    signal: AbortSignal,
    clock: Clock = realClock,
  ): { readonly synced: Promise<void>; readonly done: Promise<void> } {
    const runs = [
      mirror(stores.pods, new Links(this.users, podLinks), signal, clock),
      mirror(stores.persistentVolumes, new Links(this.claims, volumeLinks), signal, clock),
      mirror(stores.volumeAttachments, new Links(this.users, attachmentLinks), signal, clock),
      mirror(stores.resourceSlices, new Links(this.users, sliceLinks), signal, clock),
    ];
    return {
      synced: Promise.all(runs.map(({ synced }) => synced)).then(() => undefined),
      done: Promise.all(runs.map(({ done }) => done)).then(() => undefined),
    };
  }

  /** True if the object belongs to the node. */
  isRelated(node: string, kind: RelatedKind, namespace: string, name: string): boolean {
    const vertex = vertexOf(kind, namespace, name);
    if (this.users.get(vertex)?.has(node) === true) return true;
    for (const claim of this.claims.get(vertex)?.keys() ?? [])
      if (this.users.get(claim)?.has(node) === true) return true;
    return false;
  }
}

/** One end of a relation and the other. */
type Link = readonly [from: string, to: string];

function vertexOf(kind: RelatedKind, namespace: string, name: string): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Counts, in a shared map, the links that the objects of one resource make. */
class Links implements MirrorTarget {
  private readonly counts: Map<string, Map<string, number>>;
  private readonly linksOf: (object: DeepReadonly<KubeObject>) => readonly Link[];
  private readonly known = new Map<string, readonly Link[]>();

  constructor(
    counts: Map<string, Map<string, number>>,
    linksOf: (object: DeepReadonly<KubeObject>) => readonly Link[],
  ) {
    this.counts = counts;
    this.linksOf = linksOf;
  }

  clear(): void {
    for (const key of [...this.known.keys()]) this.remove(key);
  }

  set(object: DeepReadonly<KubeObject>): void {
    const key = keyOf(object);
    this.remove(key);
    const links = this.linksOf(object);
    if (links.length === 0) return;
    this.known.set(key, links);
    for (const link of links) this.add(link, 1);
  }

  delete(object: DeepReadonly<KubeObject>): void {
    this.remove(keyOf(object));
  }

  private remove(key: string): void {
    for (const link of this.known.get(key) ?? []) this.add(link, -1);
    this.known.delete(key);
  }

  private add([from, to]: Link, change: number): void {
    const ends = this.counts.get(from) ?? new Map<string, number>();
    const count = (ends.get(to) ?? 0) + change;
    if (count > 0) ends.set(to, count);
    else ends.delete(to);
    if (ends.size > 0) this.counts.set(from, ends);
    else this.counts.delete(from);
  }
}

function podLinks(object: DeepReadonly<KubeObject>): readonly Link[] {
  const pod = object as DeepReadonly<Pod>;
  const node = pod.spec.nodeName ?? '';
  if (node === '') return [];
  const namespace = pod.metadata.namespace ?? '';
  // A mirror pod is made by the kubelet itself, which must not give itself rights by it.
  const references = 'kubernetes.io/config.mirror' in (pod.metadata.annotations ?? {}) ? [] : podReferences(pod);
  return [
    [vertexOf('pod', namespace, pod.metadata.name ?? ''), node],
    ...references.map(({ kind, name }): Link => [vertexOf(kind, namespace, name), node]),
  ];
}

function volumeLinks(object: DeepReadonly<KubeObject>): readonly Link[] {
  const { spec, metadata } = object as DeepReadonly<PersistentVolume>;
  const claim = spec.claimRef;
  if (claim === undefined) return [];
  const end = vertexOf('persistentvolumeclaim', claim.namespace ?? '', claim.name ?? '');
  const secrets = [
    spec.csi?.controllerPublishSecretRef,
    spec.csi?.nodePublishSecretRef,
    spec.csi?.nodeStageSecretRef,
    spec.csi?.nodeExpandSecretRef,
    spec.cephfs?.secretRef,
    spec.flexVolume?.secretRef,
    spec.iscsi?.secretRef,
    spec.rbd?.secretRef,
    spec.scaleIO?.secretRef,
    spec.storageos?.secretRef,
    spec.azureFile === undefined
      ? undefined
      : { name: spec.azureFile.secretName, namespace: spec.azureFile.secretNamespace },
  ];
  const links: Link[] = [[vertexOf('persistentvolume', '', metadata.name ?? ''), end]];
  for (const secret of secrets) {
    if (secret?.name === undefined || secret.name === '') continue;
    links.push([vertexOf('secret', secret.namespace ?? claim.namespace ?? '', secret.name), end]);
  }
  return links;
}

function attachmentLinks(object: DeepReadonly<KubeObject>): readonly Link[] {
  const { spec, metadata } = object as DeepReadonly<VolumeAttachment>;
  return spec.nodeName === '' ? [] : [[vertexOf('volumeattachment', '', metadata.name ?? ''), spec.nodeName]];
}

function sliceLinks(object: DeepReadonly<KubeObject>): readonly Link[] {
  const { spec, metadata } = object as DeepReadonly<ResourceSlice>;
  const node = spec.nodeName ?? '';
  return node === '' ? [] : [[vertexOf('resourceslice', '', metadata.name ?? ''), node]];
}
