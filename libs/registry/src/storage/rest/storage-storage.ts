import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { csiDriverResource } from '../csidriver/strategy.ts';
import { csiNodeResource } from '../csinode/strategy.ts';
import { csiStorageCapacityResource } from '../csistoragecapacity/strategy.ts';
import { storageClassResource } from '../storageclass/strategy.ts';
import { volumeAttachmentResource } from '../volumeattachment/strategy.ts';
import { volumeAttributesClassResource } from '../volumeattributesclass/strategy.ts';

/** The resources of storage.k8s.io/v1. */
export function installStorage(stores: Stores): ApiGroupVersion {
  return {
    group: 'storage.k8s.io',
    version: 'v1',
    resources: [
      installOnStore(stores.csiDrivers, csiDriverResource),
      installOnStore(stores.csiNodes, csiNodeResource),
      installOnStore(stores.csiStorageCapacities, csiStorageCapacityResource),
      installOnStore(stores.storageClasses, storageClassResource),
      installOnStore(stores.volumeAttachments, volumeAttachmentResource),
      installOnStore(stores.volumeAttributesClasses, volumeAttributesClassResource),
    ],
  };
}
