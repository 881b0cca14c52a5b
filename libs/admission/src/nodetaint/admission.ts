import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { Node } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/**
 * TaintNodesByCondition: nothing is scheduled to a new node before it is known to be ready.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/nodetaint#(*Plugin).Admit
 */
export function taintNodesByCondition(): AdmissionPlugin {
  return {
    name: 'TaintNodesByCondition',
    handles: (operation) => operation === 'CREATE',
    admit(attributes) {
      if (isFor(attributes, '', 'nodes')) addNotReadyTaint(objectOf<Node>(attributes));
      return Promise.resolve();
    },
  };
}

function addNotReadyTaint({ spec }: Node): void {
  const taints = spec.taints ?? [];
  if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return;
  spec.taints = [...taints, { ...notReady }];
}
