import type { AppArmorProfile, Pod } from '@kubescript/api/core/v1';

const annotationPrefix = 'container.apparmor.security.beta.kubernetes.io/';

/**
 * Takes AppArmor profiles that clients still state in annotations over into the fields of their containers; answers
 * with a warning for each.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/pod#applyAppArmorVersionSkew
 */
export function adoptAppArmorAnnotations({ metadata, spec }: Pod): string[] {
  if (spec.os?.name === 'windows') return [];
  const podType = spec.securityContext?.appArmorProfile?.type;
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap((container) => {
    const key = `${annotationPrefix}${container.name}`;
    const text = metadata.annotations?.[key];
    if (text === undefined || container.securityContext?.appArmorProfile) return [];
    const profile = profileOf(text);
    if (profile && profile.type !== podType) {
      container.securityContext = { ...container.securityContext, appArmorProfile: profile };
    }
    return [`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`];
  });
}

/** The profile that an annotation names; undefined if it names none, which validation refuses. */
function profileOf(text: string): AppArmorProfile | undefined {
  if (text === 'runtime/default') return { type: 'RuntimeDefault' };
  if (text === 'unconfined') return { type: 'Unconfined' };
  const localhost = 'localhost/';
  return text.startsWith(localhost) && text.length > localhost.length
    ? { type: 'Localhost', localhostProfile: text.slice(localhost.length) }
    : undefined;
}
