import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';

/**
 * ExtendedResourceToleration: pods that ask for an extended resource tolerate the taint that keeps others off the
 * nodes that have it.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/extendedresourcetoleration#(*plugin).Admit
 */
export function extendedResourceToleration(): AdmissionPlugin {
  return {
    name: 'ExtendedResourceToleration',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    admit(attributes) {
      if (isFor(attributes, '', 'pods')) addTolerations(objectOf<Pod>(attributes));
      return Promise.resolve();
    },
  };
}

function addTolerations({ spec }: Pod): void {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const names = containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {}));
  for (const key of [...new Set(names.filter(isExtended))].sort()) {
    const present = spec.tolerations ?? [];
    const isThere = present.some((toleration) => {
      const { effect = '', operator = 'Equal' } = toleration;
      return toleration.key === key && operator === 'Exists' && effect === '';
    });
    if (!isThere) spec.tolerations = [...present, { key, operator: 'Exists' }];
  }
}

/** @go k8s.io/kubernetes/pkg/apis/core/helper#IsExtendedResourceName */
function isExtended(name: string): boolean {
  const isNative = !name.includes('/') || /(^|\.)kubernetes\.io\//.test(name);
  return !isNative && !name.startsWith('requests.');
}
