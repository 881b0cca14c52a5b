import { type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';

const hostname = 'kubernetes.io/hostname';

/**
 * LimitPodHardAntiAffinityTopology: no pod keeps others off more than its own node.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/antiaffinity#(*Plugin).Validate
 */
export function limitPodHardAntiAffinityTopology(): AdmissionPlugin {
  return {
    name: 'LimitPodHardAntiAffinityTopology',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      if (!isFor(attributes, '', 'pods')) return Promise.resolve();
      const { affinity } = objectOf<Pod>(attributes).spec;
      const terms = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      const other = terms.find(({ topologyKey }) => topologyKey !== hostname);
      if (!other) return Promise.resolve();
      const what = 'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey';
      const text = `${what} ${other.topologyKey} but only key ${hostname} is allowed`;
      return Promise.reject(forbid(attributes, text));
    },
  };
}
