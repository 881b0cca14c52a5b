import { parseQuantity, type DeepReadonly } from '@kubescript/apimachinery';
import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { PersistentVolumeClaim } from '@kubescript/api/core/v1';

import { forbid, isFor, objectOf, oldObjectOf } from '../../generic/attributes.ts';
import { lookUp } from '../../generic/cached.ts';
import type { AdmissionDeps } from '../../generic/deps.ts';

/**
 * PersistentVolumeClaimResize: a claim grows only where its storage class says that volumes can.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/storage/persistentvolume/resize#(*persistentVolumeClaimResize).Validate
 */
export function persistentVolumeClaimResize({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      if (!isFor(attributes, '', 'persistentvolumeclaims')) return;
      const old = oldObjectOf<PersistentVolumeClaim>(attributes);
      if (!grows(objectOf<PersistentVolumeClaim>(attributes), old)) return;
      if (old.status.phase !== 'Bound') throw forbid(attributes, 'Only bound persistent volume claims can be expanded');
      const className =
        old.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? old.spec.storageClassName;
      const storageClass = className ? await lookUp(stores.storageClasses, '', className) : undefined;
      if (storageClass?.allowVolumeExpansion === true) return;
      throw forbid(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

function grows(claim: DeepReadonly<PersistentVolumeClaim>, old: DeepReadonly<PersistentVolumeClaim>): boolean {
  const size = claim.spec.resources?.requests?.['storage'] ?? '0';
  const before = old.spec.resources?.requests?.['storage'] ?? '0';
  return parseQuantity(size).cmp(parseQuantity(before)) > 0;
}
