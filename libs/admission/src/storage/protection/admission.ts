import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { KubeObject } from '@kubescript/apimachinery';

import { isFor } from '../../generic/attributes.ts';

const protections = [
  { group: '', resource: 'persistentvolumes', finalizer: 'kubernetes.io/pv-protection' },
  { group: '', resource: 'persistentvolumeclaims', finalizer: 'kubernetes.io/pvc-protection' },
  { group: 'storage.k8s.io', resource: 'volumeattributesclasses', finalizer: 'kubernetes.io/vac-protection' },
];

/**
 * StorageObjectInUseProtection: volumes, claims and classes do not go while they are used; controllers remove the
 * finalizer.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/storage/storageobjectinuseprotection#(*storageProtectionPlugin).Admit
 */
export function storageObjectInUseProtection(): AdmissionPlugin {
  return {
    name: 'StorageObjectInUseProtection',
    handles: (operation) => operation === 'CREATE',
    admit(attributes) {
      const found = protections.find(({ group, resource }) => isFor(attributes, group, resource));
      if (found && attributes.object) addFinalizer(attributes.object, found.finalizer);
      return Promise.resolve();
    },
  };
}

function addFinalizer({ metadata }: KubeObject, finalizer: string): void {
  const finalizers = metadata.finalizers ?? [];
  if (!finalizers.includes(finalizer)) metadata.finalizers = [...finalizers, finalizer];
}
