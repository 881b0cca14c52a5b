import type { DeviceClass } from '@kubescript/api/resource/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'resource.k8s.io', version: 'v1', kind: 'DeviceClass' };

/**
 * DeviceClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/resource/deviceclass#Strategy
 */
export const deviceClassResource: ResourceDefinition<DeviceClass> = {
  resource: 'deviceclasses',
  singular: 'deviceclass',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<DeviceClass>({
    kind,
    namespaced: false,
    generationOf: ['spec'],
  }),
};
