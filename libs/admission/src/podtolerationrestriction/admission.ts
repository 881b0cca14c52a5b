import { type DeepReadonly, newNotFound } from '@kubescript/apimachinery';
import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { Namespace, Pod, Toleration } from '@kubescript/api/core/v1';
import { computePodQos } from '@kubescript/component-helpers';

import { isFor, objectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { tolerationCovers } from './covers.ts';

const defaults = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const whitelist = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';

type Tolerations = readonly DeepReadonly<Toleration>[];

/** What holds where a namespace says nothing. */
interface Configuration {
  readonly default: Tolerations;
  readonly whitelist: Tolerations;
}

/**
 * PodTolerationRestriction: pods get the tolerations of their namespace, and no others than it allows.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/podtolerationrestriction#(*Plugin).Admit
 */
export function podTolerationRestriction({ stores, configuration }: AdmissionDeps): AdmissionPlugin {
  const config = { default: [], whitelist: [], ...configuration?.('PodTolerationRestriction') } as Configuration;
  const namespaceOf = async ({ namespace }: AdmissionAttributes): Promise<DeepReadonly<Namespace>> => {
    const found = await lookUp(stores.namespaces, '', namespace);
    if (found) return found;
    throw newNotFound({ group: '', resource: 'namespaces' }, namespace);
  };
  return {
    name: 'PodTolerationRestriction',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods') || attributes.operation === 'UPDATE') return;
      const { metadata } = await namespaceOf(attributes);
      addDefaults(objectOf<Pod>(attributes), annotated(metadata.annotations, defaults, attributes) ?? config.default);
    },
    async validate(attributes) {
      if (!isFor(attributes, '', 'pods')) return;
      const { spec } = objectOf<Pod>(attributes);
      const { metadata } = await namespaceOf(attributes);
      const allowed = annotated(metadata.annotations, whitelist, attributes) ?? config.whitelist;
      if ((spec.tolerations ?? []).length === 0 || allowed.length === 0) return;
      const isAllowed = (toleration: DeepReadonly<Toleration>): boolean =>
        allowed.some((wide) => tolerationCovers(wide, toleration));
      if ((spec.tolerations ?? []).every(isAllowed)) return;
      throw forbid(
        attributes,
        'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
      );
    },
  };
}

function addDefaults(pod: Pod, wanted: Tolerations): void {
  const present = pod.spec.tolerations ?? [];
  const missing = wanted.filter((toleration) => !present.some((given) => tolerationCovers(given, toleration)));
  if (missing.length > 0) pod.spec.tolerations = [...present, ...missing.map((toleration) => ({ ...toleration }))];
  if (computePodQos(pod) === 'BestEffort') return;
  const pressure = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' };
  const all = pod.spec.tolerations ?? [];
  if (!all.some((given) => tolerationCovers(given, pressure))) pod.spec.tolerations = [...all, pressure];
}

/** The tolerations of an annotation; undefined if it is not there. An empty one stands for none. */
function annotated(
  annotations: Readonly<Record<string, string>> | undefined,
  key: string,
  attributes: AdmissionAttributes,
): Tolerations | undefined {
  const text = annotations?.[key];
  if (text === undefined) return undefined;
  if (text === '') return [];
  try {
    return JSON.parse(text) as Tolerations;
  } catch (error) {
    throw forbid(attributes, (error as Error).message);
  }
}
