import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { Binding } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

/**
 * PodTopologyLabels: a pod that is bound to a node learns the zone and region of the node from its own labels.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/podtopologylabels#(*Plugin).Admit
 */
export function podTopologyLabels({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'PodTopologyLabels',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods', 'binding') && !isFor(attributes, '', 'bindings')) return;
      const binding = objectOf<Binding>(attributes);
      const { kind = '', name = '' } = binding.target;
      if ((kind !== '' && kind !== 'Node') || name === '') return;
      const labels = (await lookUp(stores.nodes, '', name))?.metadata.labels ?? {};
      const copied = topologyLabels.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]]));
      if (copied.length === 0) return;
      binding.metadata.labels = {
        ...binding.metadata.labels,
        ...(Object.fromEntries(copied) as Record<string, string>),
      };
    },
  };
}
