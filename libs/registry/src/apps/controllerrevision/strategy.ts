import type { ControllerRevision } from '@kubescript/api/apps/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'apps', version: 'v1', kind: 'ControllerRevision' };

/**
 * ControllerRevisions: immutable snapshots of what a controller rolled out.
 *
 * @go k8s.io/kubernetes/pkg/registry/apps/controllerrevision#Strategy
 */
export const controllerRevisionResource: ResourceDefinition<ControllerRevision> = {
  resource: 'controllerrevisions',
  singular: 'controllerrevision',
  kind,
  strategy: simpleStrategy<ControllerRevision>({
    kind,
    namespaced: true,
  }),
};
