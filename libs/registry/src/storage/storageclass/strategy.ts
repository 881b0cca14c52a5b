import type { StorageClass } from '@kubescript/api/storage/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' };

/**
 * StorageClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/storageclass#Strategy
 */
export const storageClassResource: ResourceDefinition<StorageClass> = {
  resource: 'storageclasses',
  singular: 'storageclass',
  kind,
  shortNames: ['sc'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<StorageClass>({
    kind,
    namespaced: false,
  }),
};
