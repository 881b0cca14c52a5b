import type { ServiceAccount } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'ServiceAccount' };

/**
 * ServiceAccounts.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/serviceaccount#Strategy
 */
export const serviceAccountResource: ResourceDefinition<ServiceAccount> = {
  resource: 'serviceaccounts',
  singular: 'serviceaccount',
  kind,
  shortNames: ['sa'],
  strategy: simpleStrategy<ServiceAccount>({
    kind,
    namespaced: true,
  }),
};
