import type { ResourceQuota } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'ResourceQuota' };

/**
 * ResourceQuotas; usage is written to the status only.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/resourcequota#Strategy
 */
export const resourceQuotaResource: ResourceDefinition<ResourceQuota> = {
  resource: 'resourcequotas',
  singular: 'resourcequota',
  kind,
  shortNames: ['quota'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<ResourceQuota>({
    kind,
    namespaced: true,
    emptyStatus: () => ({}),
  }),
  statusStrategy: statusStrategy<ResourceQuota>({ kind }),
};
