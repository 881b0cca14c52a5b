import type { VolumeAttributesClass } from '@kubescript/api/storage/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'VolumeAttributesClass' };

/**
 * VolumeAttributesClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/volumeattributesclass#Strategy
 */
export const volumeAttributesClassResource: ResourceDefinition<VolumeAttributesClass> = {
  resource: 'volumeattributesclasses',
  singular: 'volumeattributesclass',
  kind,
  shortNames: ['vac'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<VolumeAttributesClass>({
    kind,
    namespaced: false,
  }),
};
