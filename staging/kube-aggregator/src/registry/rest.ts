import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { ApiGroupVersion, NewStore } from '@kubescript/apiserver';

import { apiServiceStatusStrategy, apiServiceStrategy } from './strategy.ts';
import { apiServiceTable } from './table.ts';

const group = 'apiregistration.k8s.io';
const version = 'v1';

/**
 * The resources of apiregistration.k8s.io/v1, on stores that `newStore` makes.
 *
 * @go kube-aggregator/pkg/registry/apiservice/rest#NewRESTStorage
 */
export function installApiregistration(newStore: NewStore): ApiGroupVersion {
  const store = newStore<APIService>({
    resource: { group, resource: 'apiservices' },
    kind: { group, version, kind: 'APIService' },
    strategy: apiServiceStrategy,
    table: apiServiceTable,
  });
  const apiservices = {
    resource: 'apiservices',
    singular: 'apiservice',
    namespaced: false,
    shortNames: [],
    categories: ['api-extensions'],
    rest: store,
    subresources: { status: store.withUpdateStrategy(apiServiceStatusStrategy) },
  };
  return { group, version, resources: [apiservices] };
}
