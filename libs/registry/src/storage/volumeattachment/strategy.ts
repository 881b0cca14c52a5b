import type { VolumeAttachment } from '@kubescript/api/storage/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'VolumeAttachment' };

/**
 * VolumeAttachments.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/volumeattachment#Strategy
 */
export const volumeAttachmentResource: ResourceDefinition<VolumeAttachment> = {
  resource: 'volumeattachments',
  singular: 'volumeattachment',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<VolumeAttachment>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    emptyStatus: () => ({ attached: false }),
  }),
  statusStrategy: statusStrategy<VolumeAttachment>({ kind, keepMetadata: true }),
};
