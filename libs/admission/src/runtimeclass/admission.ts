import { isDeepStrictEqual } from 'node:util';

import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Pod, Toleration } from '@kubescript/api/core/v1';
import type { RuntimeClass } from '@kubescript/api/node/v1';

import { forbid, isFor, objectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

/**
 * RuntimeClass: pods pay the overhead of their runtime and go where it is.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/runtimeclass#(*RuntimeClass).Admit
 */
export function runtimeClass(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'RuntimeClass',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods')) return;
      const pod = objectOf<Pod>(attributes);
      const found = await classOf(pod, attributes, deps);
      if (!found) return;
      setOverhead(pod, found, attributes);
      setScheduling(pod, found, attributes);
    },
    async validate(attributes) {
      if (!isFor(attributes, '', 'pods')) return;
      const pod = objectOf<Pod>(attributes);
      const found = await classOf(pod, attributes, deps);
      const wanted = found?.overhead?.podFixed;
      if (wanted && !isDeepStrictEqual({ ...wanted }, { ...pod.spec.overhead })) {
        throw forbid(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
      if (!wanted && Object.keys(pod.spec.overhead ?? {}).length > 0) {
        throw forbid(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
      }
    },
  };
}

async function classOf(
  pod: DeepReadonly<Pod>,
  attributes: AdmissionAttributes,
  { stores }: AdmissionDeps,
): Promise<DeepReadonly<RuntimeClass> | undefined> {
  const name = pod.spec.runtimeClassName ?? '';
  if (name === '') return undefined;
  const found = await lookUp(stores.runtimeClasses, '', name);
  if (!found) throw forbid(attributes, `pod rejected: RuntimeClass "${name}" not found`);
  return found;
}

function setOverhead(pod: Pod, { overhead }: DeepReadonly<RuntimeClass>, attributes: AdmissionAttributes): void {
  if (!overhead?.podFixed) return;
  const given = pod.spec.overhead ?? {};
  if (Object.keys(given).length > 0 && !isDeepStrictEqual({ ...given }, { ...overhead.podFixed })) {
    throw forbid(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  }
  pod.spec.overhead = { ...overhead.podFixed };
}

function setScheduling(pod: Pod, { scheduling }: DeepReadonly<RuntimeClass>, attributes: AdmissionAttributes): void {
  if (!scheduling) return;
  const selector = pod.spec.nodeSelector ?? {};
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    if (selector[key] !== undefined && selector[key] !== value) {
      throw forbid(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${selector[key]}`,
      );
    }
    selector[key] = value;
  }
  if (Object.keys(selector).length > 0) pod.spec.nodeSelector = selector;
  const present = pod.spec.tolerations ?? [];
  const missing = (scheduling.tolerations ?? []).filter(
    (wanted) => !present.some((toleration) => isDeepStrictEqual({ ...wanted }, { ...toleration })),
  );
  if (missing.length > 0) pod.spec.tolerations = [...present, ...(structuredClone(missing) as Toleration[])];
}
