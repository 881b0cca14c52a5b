import type { StatefulSet } from '@kubescript/api/apps/v1';
import type { PersistentVolumeClaim, Pod, PodTemplateSpec } from '@kubescript/api/core/v1';
import { deepCopy, type DeepReadonly, nameOf, namespaceOf } from '@kubescript/apimachinery';

import { revisionHashLabel } from '../history/controller-history.ts';

/** The label with the name of a pod of a StatefulSet. */
const podNameLabel = 'statefulset.kubernetes.io/pod-name';
/** The label with its ordinal. */
const podIndexLabel = 'apps.kubernetes.io/pod-index';

type Set = DeepReadonly<StatefulSet>;

/** The name of the pod of one ordinal. */
export function podNameFor(set: Set, ordinal: number): string {
  return `${nameOf(set)}-${String(ordinal)}`;
}

/** The ordinal in the name of a pod of the set; undefined if the name is not of that form. */
export function ordinalOf(set: Set, pod: DeepReadonly<Pod>): number | undefined {
  const prefix = `${nameOf(set)}-`;
  const rest = nameOf(pod).startsWith(prefix) ? nameOf(pod).slice(prefix.length) : '';
  return /^\d+$/.test(rest) ? Number(rest) : undefined;
}

/** The template of the pod of one ordinal: with its identity and its claims. */
export function templateForOrdinal(
  set: Set,
  template: DeepReadonly<PodTemplateSpec>,
  ordinal: number,
  revision: string,
): PodTemplateSpec {
  const name = podNameFor(set, ordinal);
  const { metadata = {}, spec = { containers: [] } } = deepCopy(template) as PodTemplateSpec;
  const claimed = (set.spec.volumeClaimTemplates ?? []).map((claim) => ({
    name: nameOf(claim),
    persistentVolumeClaim: { claimName: claimNameFor(set, claim, ordinal), readOnly: false },
  }));
  const replaced = new Set(claimed.map((volume) => volume.name));
  const others = (spec.volumes ?? []).filter((volume) => !replaced.has(volume.name));
  const volumes = [...claimed, ...others];
  const identity = { [podNameLabel]: name, [podIndexLabel]: String(ordinal), [revisionHashLabel]: revision };
  return {
    metadata: { ...metadata, labels: { ...metadata.labels, ...identity } },
    spec: {
      ...spec,
      hostname: name,
      ...(set.spec.serviceName === undefined || set.spec.serviceName === '' ? {} : { subdomain: set.spec.serviceName }),
      ...(volumes.length === 0 ? {} : { volumes }),
    },
  };
}

/** The claims that the pod of one ordinal needs. */
export function claimsFor(set: Set, ordinal: number): readonly PersistentVolumeClaim[] {
  return (set.spec.volumeClaimTemplates ?? []).map((template) => {
    const { metadata, spec } = deepCopy(template) as PersistentVolumeClaim;
    const labels = { ...metadata.labels, ...set.spec.selector.matchLabels };
    return {
      metadata: {
        name: claimNameFor(set, template, ordinal),
        namespace: namespaceOf(set),
        labels,
        ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
      },
      spec,
      status: {},
    };
  });
}

function claimNameFor(set: Set, claim: DeepReadonly<PersistentVolumeClaim>, ordinal: number): string {
  return `${nameOf(claim)}-${podNameFor(set, ordinal)}`;
}
