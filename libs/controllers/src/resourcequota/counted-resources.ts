import type { KubeObject } from '@kubescript/apimachinery';
import { corev1, type Discovery, preferredResources, type Resource } from '@kubescript/client';
import { evaluatorFor } from '@kubescript/component-helpers';

/** Resources that quotas name without `count/`. */
const wellKnown: readonly Resource<KubeObject>[] = [
  corev1.pods,
  corev1.services,
  corev1.persistentvolumeclaims,
  corev1.configmaps,
  corev1.secrets,
  corev1.replicationcontrollers,
  corev1.resourcequotas,
];

/** The resources whose objects must be counted for limits of these names; unknown names are about nothing. */
export async function countedResources(
  discovery: Discovery,
  names: readonly string[],
): Promise<readonly Resource<KubeObject>[]> {
  const isMeant = (resource: Resource<KubeObject>): boolean => {
    const evaluator = evaluatorFor(resource);
    return names.some((name) => evaluator.matchesResource(name));
  };
  const found = wellKnown.filter(isMeant);
  const left = names.filter(
    (name) => name.startsWith('count/') && !found.some((r) => evaluatorFor(r).matchesResource(name)),
  );
  if (left.length === 0) return found;
  const served = preferredResources(await discovery.groups());
  const counted = served.filter((r) => r.namespaced && left.some((name) => evaluatorFor(r).matchesResource(name)));
  return [...found, ...counted];
}
