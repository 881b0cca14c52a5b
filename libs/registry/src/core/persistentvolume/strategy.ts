import { formatTime, type DeepReadonly } from '@kubescript/apimachinery';
import type { PersistentVolume } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';
import { nodeSelectorTermWarnings } from '../node/label-warnings.ts';
import { deprecatedSourceWarnings } from '../pod/volume-warnings.ts';

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
  }),
  statusStrategy: statusStrategy<PersistentVolume>({ kind, prepareForUpdate: notePhaseTransition }),
};

function notePhaseTransition(volume: PersistentVolume, old: DeepReadonly<PersistentVolume>): void {
  if (volume.status.phase === old.status.phase) return;
  const given = volume.status.lastPhaseTransitionTime;
  if (given === undefined || given === old.status.lastPhaseTransitionTime)
    volume.status.lastPhaseTransitionTime = formatTime(Date.now());
}

const mountOptionsAnnotation = 'volume.beta.kubernetes.io/mount-options';
const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

function volumeWarnings({ metadata, spec }: PersistentVolume): string[] {
  const warnings: string[] = [];
  if (metadata.annotations?.[betaClassAnnotation] !== undefined) {
    warnings.push(
      `metadata.annotations[${betaClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`,
    );
  }
  if (metadata.annotations?.[mountOptionsAnnotation] !== undefined) {
    warnings.push(
      `metadata.annotations[${mountOptionsAnnotation}]: deprecated since v1.31; use "mountOptions" attribute instead`,
    );
  }
  for (const [index, term] of (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).entries()) {
    warnings.push(...nodeSelectorTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${String(index)}]`));
  }
  warnings.push(...deprecatedSourceWarnings(spec, 'spec'));
  if (spec.persistentVolumeReclaimPolicy === 'Recycle') {
    warnings.push(
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    );
  }
  return warnings;
}
