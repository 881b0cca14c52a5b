import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { Pod, Toleration } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';

const toleratedTaints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const tolerationSeconds = 300;

/**
 * DefaultTolerationSeconds: pods stay five minutes on a node that is not ready or cannot be reached, unless they say
 * something else.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds#(*Plugin).Admit
 */
export function defaultTolerationSeconds(): AdmissionPlugin {
  return {
    name: 'DefaultTolerationSeconds',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    admit(attributes) {
      if (isFor(attributes, '', 'pods')) addTolerations(objectOf<Pod>(attributes));
      return Promise.resolve();
    },
  };
}

function addTolerations({ spec }: Pod): void {
  const present = spec.tolerations ?? [];
  const missing = toleratedTaints.filter((taint) => !present.some((toleration) => tolerates(toleration, taint)));
  if (missing.length === 0) return;
  const added = missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }));
  spec.tolerations = [...present, ...added];
}

function tolerates({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === '' || key === taint) && (effect === '' || effect === 'NoExecute');
}
