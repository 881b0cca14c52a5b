import { newNotFound } from '@kubescript/apimachinery';
import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';
const clusterDefault = 'clusterDefaultNodeSelector';

type Selector = Readonly<Record<string, string>>;

/**
 * PodNodeSelector: pods go only to the nodes that are for their namespace.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/podnodeselector#(*Plugin).Admit
 */
export function podNodeSelector({ stores, configuration }: AdmissionDeps): AdmissionPlugin {
  const config = configuration?.('PodNodeSelector');
  const selectors = (config?.['podNodeSelectorPluginConfig'] ?? {}) as Selector;
  const namespaceOf = async (attributes: AdmissionAttributes): Promise<Parameters<typeof selectorOf>[0]> => {
    const found = await lookUp(stores.namespaces, '', attributes.namespace);
    if (!found) throw newNotFound({ group: '', resource: 'namespaces' }, attributes.namespace);
    return found;
  };
  const isConcerned = (attributes: AdmissionAttributes): boolean => isFor(attributes, '', 'pods');
  return {
    name: 'PodNodeSelector',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      if (!isConcerned(attributes)) return;
      const { spec } = objectOf<Pod>(attributes);
      const selector = selectorOf(await namespaceOf(attributes), selectors);
      if (conflicts(selector, spec.nodeSelector ?? {})) throw conflict(attributes);
      const merged = { ...spec.nodeSelector, ...selector };
      if (Object.keys(merged).length > 0) spec.nodeSelector = merged;
    },
    async validate(attributes) {
      if (!isConcerned(attributes)) return;
      const { nodeSelector = {} } = objectOf<Pod>(attributes).spec;
      const namespace = await namespaceOf(attributes);
      if (conflicts(selectorOf(namespace, selectors), nodeSelector)) throw conflict(attributes);
      const whitelist = parse(selectors[attributes.namespace] ?? '');
      const isAllowed = Object.entries(whitelist).every(([key, value]) => (nodeSelector[key] ?? value) === value);
      if (!isAllowed) throw forbid(attributes, 'pod node label selector labels conflict with its namespace whitelist');
    },
  };
}

function selectorOf(
  { metadata }: { readonly metadata: { readonly annotations?: Selector } },
  config: Selector,
): Selector {
  return parse(metadata.annotations?.[annotation] ?? config[clusterDefault] ?? '');
}

function conflicts(selector: Selector, given: Selector): boolean {
  return Object.entries(selector).some(([key, value]) => given[key] !== undefined && given[key] !== value);
}

function conflict(attributes: AdmissionAttributes): Error {
  return forbid(attributes, 'pod node label selector conflicts with its namespace node label selector');
}

/** `env=test,zone=a` */
function parse(text: string): Selector {
  const pairs = text.split(',').flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=').map((part) => part.trim());
    return key === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(pairs);
}
