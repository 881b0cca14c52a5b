import type { ServiceAccount } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'ServiceAccount' };

/**
 * ServiceAccounts; their references to secrets keep nothing but the name.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/serviceaccount#Strategy
 */
export const serviceAccountResource: ResourceDefinition<ServiceAccount> = {
  resource: 'serviceaccounts',
  singular: 'serviceaccount',
  kind,
  shortNames: ['sa'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<ServiceAccount>({
    kind,
    namespaced: true,
    prepareForCreate: cleanSecretReferences,
    prepareForUpdate: cleanSecretReferences,
  }),
};

function cleanSecretReferences(account: ServiceAccount): void {
  if (account.secrets) account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
