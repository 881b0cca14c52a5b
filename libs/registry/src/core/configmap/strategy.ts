import type { ConfigMap } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'ConfigMap' };

/**
 * ConfigMaps: plain data.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/configmap#Strategy
 */
export const configMapResource: ResourceDefinition<ConfigMap> = {
  resource: 'configmaps',
  singular: 'configmap',
  kind,
  shortNames: ['cm'],
  strategy: simpleStrategy<ConfigMap>({
    kind,
    namespaced: true,
  }),
};
