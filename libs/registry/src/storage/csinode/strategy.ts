import type { CSINode } from '@kubescript/api/storage/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'CSINode' };

/**
 * CSINodes.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/csinode#Strategy
 */
export const csiNodeResource: ResourceDefinition<CSINode> = {
  resource: 'csinodes',
  singular: 'csinode',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<CSINode>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
  }),
};
