import type { StorageClass } from '@kubescript/api/storage/v1';

import { nodeLabelDeprecation } from '../../core/node/label-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' };

/**
 * StorageClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/storageclass#Strategy
 */
export const storageClassResource: ResourceDefinition<StorageClass> = {
  resource: 'storageclasses',
  singular: 'storageclass',
  kind,
  shortNames: ['sc'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<StorageClass>({
    kind,
    namespaced: false,
    warningsOnCreate: classWarnings,
    warningsOnUpdate: classWarnings,
  }),
};

function classWarnings({ allowedTopologies = [] }: StorageClass): string[] {
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, index) =>
    matchLabelExpressions.flatMap(({ key }, place) => {
      const deprecation = nodeLabelDeprecation(key);
      const path = `allowedTopologies[${String(index)}].matchLabelExpressions[${String(place)}].key`;
      return deprecation === undefined ? [] : [`${path}: ${deprecation}`];
    }),
  );
}
