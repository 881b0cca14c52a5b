import type { KubeObject } from '@kubescript/apimachinery';

/**
 * Drops owner references that are stated twice, and tells the client so.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#dedupOwnerReferencesAndAddWarning
 */
export function dedupOwnerReferences(object: KubeObject, warn: (message: string) => void): void {
  const references = object.metadata.ownerReferences ?? [];
  const seen = new Set<string>();
  const doubled = new Set<string>();
  const kept = references.filter((reference) => {
    const key = JSON.stringify(reference);
    if (!seen.has(key)) return seen.add(key);
    doubled.add(reference.uid);
    return false;
  });
  if (doubled.size === 0) return;
  object.metadata.ownerReferences = kept;
  const advice = 'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24';
  const uids = [...doubled].join(', ');
  warn(
    `.metadata.ownerReferences contains duplicate entries; ${advice}; please fix your requests; duplicate UID(s) observed: ${uids}`,
  );
}
