import type { ControllerRevision } from '@kubescript/api/apps/v1';
import type { PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  isAlreadyExists,
  isNotFound,
  type KubeObject,
  nameOf,
  namespaceOf,
  uidOf,
} from '@kubescript/apimachinery';
import { appsv1, type Client } from '@kubescript/client';
import { isControlledBy, newControllerRef } from '@kubescript/component-helpers';

import { semanticEqual } from '../shared/equal.ts';
import { canonicalJson, computeHash } from '../shared/hash.ts';

/** The label of revisions, and of the pods that were made from them. */
export const revisionHashLabel = 'controller-revision-hash';

/** Whose templates are remembered. */
export interface HistoryOwner {
  readonly object: DeepReadonly<KubeObject>;
  readonly kind: { readonly apiVersion: string; readonly kind: string };
  readonly template: DeepReadonly<PodTemplateSpec>;
  readonly collisionCount: number | undefined;
}

/** The revision of the present template among those that are kept; made, or made the newest, if need be. */
export async function currentRevision(
  client: Client,
  owner: HistoryOwner,
  existing: readonly DeepReadonly<ControllerRevision>[],
): Promise<{ readonly current: DeepReadonly<ControllerRevision>; readonly collided: boolean }> {
  const api = client.resource(appsv1.controllerrevisions, namespaceOf(owner.object));
  const next = Math.max(0, ...existing.map((revision) => revision.revision)) + 1;
  const same = sortRevisions(existing).filter((revision) => semanticEqual(revision.data, dataOf(owner.template)));
  const known = same.at(-1);
  if (known !== undefined) {
    if (known.revision === next - 1) return { current: known, collided: false };
    return { current: await api.update({ ...known, revision: next }), collided: false };
  }
  const made = newRevision(owner, next);
  try {
    return { current: await api.create(made), collided: false };
  } catch (err) {
    if (!isAlreadyExists(err)) throw err;
    const other = await api.get(nameOf(made));
    const isOurs = isControlledBy(other, owner.object) && canonicalJson(other.data) === canonicalJson(made.data);
    if (isOurs) return { current: other, collided: false };
    return { current: other, collided: true };
  }
}

/** Oldest first. */
export function sortRevisions(
  revisions: readonly DeepReadonly<ControllerRevision>[],
): readonly DeepReadonly<ControllerRevision>[] {
  return [...revisions].sort((a, b) => a.revision - b.revision || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Deletes the oldest revisions that nothing uses, beyond the limit. */
export async function truncateHistory(
  client: Client,
  revisions: readonly DeepReadonly<ControllerRevision>[],
  options: { readonly limit: number; readonly isLive: (revision: DeepReadonly<ControllerRevision>) => boolean },
): Promise<void> {
  const unused = sortRevisions(revisions).filter((revision) => !options.isLive(revision));
  for (const revision of unused.slice(0, Math.max(0, unused.length - options.limit))) {
    try {
      await client.resource(appsv1.controllerrevisions, namespaceOf(revision)).delete(nameOf(revision));
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}

/** The revisions that an object controls. */
export function revisionsOf(
  all: readonly DeepReadonly<ControllerRevision>[],
  owner: DeepReadonly<KubeObject>,
): readonly DeepReadonly<ControllerRevision>[] {
  return all.filter((revision) => isControlledBy(revision, owner) && uidOf(owner) !== '');
}

/** The template that a revision remembers. */
export function templateIn(revision: DeepReadonly<ControllerRevision>): DeepReadonly<PodTemplateSpec> {
  const data = revision.data as { readonly spec?: { readonly template?: PodTemplateSpec } } | undefined;
  const { $patch: _, ...template } = (data?.spec?.template ?? {}) as PodTemplateSpec & { readonly $patch?: string };
  return template;
}

function newRevision(owner: HistoryOwner, revision: number): ControllerRevision {
  const hash = computeHash(owner.template, owner.collisionCount);
  return {
    metadata: {
      name: `${nameOf(owner.object)}-${hash}`,
      namespace: namespaceOf(owner.object),
      labels: { ...owner.template.metadata?.labels, [revisionHashLabel]: hash },
      annotations: { ...owner.object.metadata.annotations },
      ownerReferences: [newControllerRef(owner.object, owner.kind)],
    },
    data: dataOf(owner.template),
    revision,
  };
}

/** A patch that puts the template back: what `kubectl rollout undo` applies. */
function dataOf(template: DeepReadonly<PodTemplateSpec>): unknown {
  return { spec: { template: { ...template, $patch: 'replace' } } };
}
