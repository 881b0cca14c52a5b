import type { FlowSchema } from '@kubescript/api/flowcontrol/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', kind: 'FlowSchema' };

/**
 * FlowSchemas: which requests belong to which priority level.
 *
 * @go k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema#Strategy
 */
export const flowSchemaResource: ResourceDefinition<FlowSchema> = {
  resource: 'flowschemas',
  singular: 'flowschema',
  kind,
  strategy: simpleStrategy<FlowSchema>({
    kind,
    namespaced: false,
    emptyStatus: () => ({}),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<FlowSchema>({ kind, keepMetadata: true }),
};
