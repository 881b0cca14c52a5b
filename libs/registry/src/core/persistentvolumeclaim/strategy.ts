import type { PersistentVolumeClaim } from '@kubescript/api/core/v1';

import { claimSpecWarnings } from '../../generic/fraction-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'PersistentVolumeClaim' };

/**
 * PersistentVolumeClaims: born Pending; `dataSource` and `dataSourceRef` say the same.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim#Strategy
 */
export const persistentVolumeClaimResource: ResourceDefinition<PersistentVolumeClaim> = {
  resource: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  kind,
  shortNames: ['pvc'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<PersistentVolumeClaim>({
    kind,
    namespaced: true,
    emptyStatus: () => ({ phase: 'Pending' }),
    prepareForCreate: normalizeDataSources,
    prepareForUpdate: normalizeDataSources,
    warningsOnCreate: claimWarnings,
    warningsOnUpdate: claimWarnings,
  }),
  statusStrategy: statusStrategy<PersistentVolumeClaim>({ kind }),
};

function normalizeDataSources({ spec }: PersistentVolumeClaim): void {
  if (spec.dataSource && !spec.dataSourceRef) spec.dataSourceRef = { ...spec.dataSource };
  else if (spec.dataSourceRef && !spec.dataSource && (spec.dataSourceRef.namespace ?? '') === '') {
    const { namespace: _namespace, ...source } = spec.dataSourceRef;
    spec.dataSource = source;
  }
}

const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

function claimWarnings({ metadata, spec }: PersistentVolumeClaim): string[] {
  const warnings = claimSpecWarnings(spec, 'spec');
  if (metadata.annotations?.[betaClassAnnotation] !== undefined) {
    warnings.push(
      `metadata.annotations[${betaClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`,
    );
  }
  return warnings;
}
