import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';

type AnyContainer = DeepReadonly<{ readonly name: string; readonly image?: string }>;

const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccomp = 'container.seccomp.security.alpha.kubernetes.io/';

/**
 * Whether an update changes something that checks look at: of what can be changed in a pod only the images, and
 * containers that were added.
 *
 * @go k8s.io/pod-security-admission/admission#isSignificantPodUpdate
 */
export function isSignificantUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): boolean {
  const isChanged = (container: AnyContainer, before: AnyContainer | undefined): boolean =>
    container.image !== before?.image ||
    annotation(pod, `${containerSeccomp}${container.name}`) !== annotation(old, `${containerSeccomp}${container.name}`);
  const lists = (['containers', 'initContainers'] as const).map((name) => [
    pod.spec[name] ?? [],
    old.spec[name] ?? [],
  ]) satisfies (readonly (readonly AnyContainer[])[])[];
  if (annotation(pod, podSeccomp) !== annotation(old, podSeccomp)) return true;
  if (lists.some(([now = [], before = []]) => now.length !== before.length)) return true;
  if (lists.some(([now = [], before = []]) => now.some((container, index) => isChanged(container, before[index])))) {
    return true;
  }
  const ephemeral = old.spec.ephemeralContainers ?? [];
  return (pod.spec.ephemeralContainers ?? []).some((container) =>
    isChanged(
      container,
      ephemeral.find(({ name }) => name === container.name),
    ),
  );
}

function annotation({ metadata }: DeepReadonly<Pod>, key: string): string | undefined {
  return metadata.annotations?.[key];
}
