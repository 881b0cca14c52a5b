import type { RuntimeClass } from '@kubescript/api/node/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'node.k8s.io', version: 'v1', kind: 'RuntimeClass' };

/**
 * RuntimeClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/node/runtimeclass#Strategy
 */
export const runtimeClassResource: ResourceDefinition<RuntimeClass> = {
  resource: 'runtimeclasses',
  singular: 'runtimeclass',
  kind,
  strategy: simpleStrategy<RuntimeClass>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
  }),
};
