import type { ResourceClaimTemplate } from '@kubescript/api/resource/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'resource.k8s.io', version: 'v1', kind: 'ResourceClaimTemplate' };

/**
 * ResourceClaimTemplates.
 *
 * @go k8s.io/kubernetes/pkg/registry/resource/resourceclaimtemplate#Strategy
 */
export const resourceClaimTemplateResource: ResourceDefinition<ResourceClaimTemplate> = {
  resource: 'resourceclaimtemplates',
  singular: 'resourceclaimtemplate',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<ResourceClaimTemplate>({
    kind,
    namespaced: true,
  }),
};
