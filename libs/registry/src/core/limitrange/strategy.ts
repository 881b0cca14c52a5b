import { randomUUID } from 'node:crypto';

import type { LimitRange } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'LimitRange' };

/**
 * LimitRanges. One without a name gets a random one.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/limitrange#Strategy
 */
export const limitRangeResource: ResourceDefinition<LimitRange> = {
  resource: 'limitranges',
  singular: 'limitrange',
  kind,
  shortNames: ['limits'],
  strategy: simpleStrategy<LimitRange>({
    kind,
    namespaced: true,
    allowCreateOnUpdate: true,
    prepareForCreate: nameLimitRange,
  }),
};

function nameLimitRange(limitRange: LimitRange): void {
  if ((limitRange.metadata.name ?? '') === '') limitRange.metadata.name = randomUUID();
}
