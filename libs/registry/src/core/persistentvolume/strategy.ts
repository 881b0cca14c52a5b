import { formatTime, type DeepReadonly } from '@kubescript/apimachinery';
import type { PersistentVolume } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'PersistentVolume' };

/**
 * PersistentVolumes: born Pending; the status remembers when the phase changed last.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/persistentvolume#Strategy
 */
export const persistentVolumeResource: ResourceDefinition<PersistentVolume> = {
  resource: 'persistentvolumes',
  singular: 'persistentvolume',
  kind,
  shortNames: ['pv'],
  returnsDeletedObject: true,
  strategy: simpleStrategy<PersistentVolume>({
    kind,
    namespaced: false,
    emptyStatus: () => ({ phase: 'Pending', lastPhaseTransitionTime: formatTime(Date.now()) }),
    warningsOnCreate: volumeWarnings,
    warningsOnUpdate: volumeWarnings,
    selectableFields: { name: (volume) => volume.metadata.name ?? '' },
  }),
  statusStrategy: statusStrategy<PersistentVolume>({ kind, prepareForUpdate: notePhaseTransition }),
};

function notePhaseTransition(volume: PersistentVolume, old: DeepReadonly<PersistentVolume>): void {
  if (volume.status.phase === old.status.phase) return;
  const given = volume.status.lastPhaseTransitionTime;
  if (given === undefined || given === old.status.lastPhaseTransitionTime)
    volume.status.lastPhaseTransitionTime = formatTime(Date.now());
}

const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

function volumeWarnings({ metadata, spec }: PersistentVolume): string[] {
  const warnings: string[] = [];
  if (metadata.annotations?.[betaClassAnnotation] !== undefined) {
    warnings.push(
      `metadata.annotations[${betaClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`,
    );
  }
  if (spec.persistentVolumeReclaimPolicy === 'Recycle') {
    warnings.push(
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    );
  }
  return warnings;
}
