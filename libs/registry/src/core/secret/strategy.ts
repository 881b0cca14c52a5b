import type { Secret } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'Secret' };

/**
 * Secrets, selectable by their type.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/secret#Strategy
 */
export const secretResource: ResourceDefinition<Secret> = {
  resource: 'secrets',
  singular: 'secret',
  kind,
  strategy: simpleStrategy<Secret>({
    kind,
    namespaced: true,
    selectableFields: { type: (object) => object.type ?? '' },
  }),
};
