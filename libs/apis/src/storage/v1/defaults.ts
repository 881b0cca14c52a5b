import type { CSIDriver, StorageClass } from '@kubescript/api/storage/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of storage.k8s.io/v1. @go pkg/apis/storage/v1/defaults.go */
export const storageV1Defaults: DefaultsByKind = {
  CSIDriver: defaultsOf(defaultDriver),
  StorageClass: defaultsOf((storageClass: StorageClass) => {
    storageClass.reclaimPolicy ??= 'Delete';
    storageClass.volumeBindingMode ??= 'Immediate';
  }),
};

function defaultDriver({ spec }: CSIDriver): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  spec.volumeLifecycleModes ??= ['Persistent'];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}
