import type { Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

/** The annotations by which Deployments and ReplicaSets tell of their history and size. */
export const annotations = {
  revision: 'deployment.kubernetes.io/revision',
  revisionHistory: 'deployment.kubernetes.io/revision-history',
  desiredReplicas: 'deployment.kubernetes.io/desired-replicas',
  maxReplicas: 'deployment.kubernetes.io/max-replicas',
  lastApplied: 'kubectl.kubernetes.io/last-applied-configuration',
  rollbackTo: 'deprecated.deployment.rollback.to',
} as const;

/** The label that tells ReplicaSets of one Deployment, and their pods, apart. */
export const podTemplateHash = 'pod-template-hash';

const notCopied: ReadonlySet<string> = new Set(Object.values(annotations));
const maxHistoryLength = 2000;

/** The number in an annotation; undefined if there is none. */
export function numberIn(object: DeepReadonly<KubeObject>, annotation: string): number | undefined {
  const text = object.metadata.annotations?.[annotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The revision of a ReplicaSet or Deployment; 0 if it has none. */
export function revisionOf(object: DeepReadonly<KubeObject>): number {
  return numberIn(object, annotations.revision) ?? 0;
}

/** The highest revision among ReplicaSets. */
export function maxRevision(sets: readonly DeepReadonly<ReplicaSet>[]): number {
  return Math.max(0, ...sets.map(revisionOf));
}

/**
 * The annotations of the new ReplicaSet: those of the Deployment, its revision, and the revisions it had before.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment/util#SetNewReplicaSetAnnotations
 */
export function newReplicaSetAnnotations(
  d: DeepReadonly<Deployment>,
  old: Readonly<Record<string, string>> | undefined,
  revision: number,
): Record<string, string> {
  const result: Record<string, string> = { ...old };
  for (const [name, value] of Object.entries(d.metadata.annotations ?? {}))
    if (!notCopied.has(name)) result[name] = value;
  const before = Number(old?.[annotations.revision] ?? '0') || 0;
  if (before >= revision) return result;
  result[annotations.revision] = String(revision);
  if (before > 0) result[annotations.revisionHistory] = historyWith(old?.[annotations.revisionHistory] ?? '', before);
  return result;
}

function historyWith(history: string, revision: number): string {
  const revisions = history === '' ? [] : history.split(',');
  const all = [...revisions, String(revision)];
  while (all.length > 1 && all.join(',').length > maxHistoryLength) all.shift();
  return all.join(',');
}
