import type { DeepReadonly } from '@kubescript/apimachinery';
import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { PersistentVolumeClaim } from '@kubescript/api/core/v1';
import type { StorageClass } from '@kubescript/api/storage/v1';

import { isFor, objectOf } from '../../generic/attributes.ts';
import { listCached } from '../../generic/cached.ts';
import type { AdmissionDeps } from '../../generic/deps.ts';
import { newestDefault } from '../../generic/newest-default.ts';

const defaultAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];
const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

/**
 * DefaultStorageClass: a claim that names no class gets the default one.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/storage/storageclass/setdefault#(*claimDefaulterPlugin).Admit
 */
export function defaultStorageClass({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'persistentvolumeclaims')) return;
      const claim = objectOf<PersistentVolumeClaim>(attributes);
      if (namesClass(claim)) return;
      const chosen = newestDefault<StorageClass>(await listCached(stores.storageClasses, ''), defaultAnnotations);
      if (chosen?.metadata.name !== undefined) claim.spec.storageClassName = chosen.metadata.name;
    },
  };
}

function namesClass({ spec, metadata }: DeepReadonly<PersistentVolumeClaim>): boolean {
  return spec.storageClassName !== undefined || metadata.annotations?.[betaClassAnnotation] !== undefined;
}
