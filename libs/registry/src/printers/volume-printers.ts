import type { DeepReadonly } from '@kubescript/apimachinery';
import type { PersistentVolume, PersistentVolumeClaim } from '@kubescript/api/core/v1';

import { age, nameOf } from './cells.ts';
import { printer } from './columns.ts';

const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class';
const unset = '<unset>';

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** The table of volumes. */
export const persistentVolumePrinter = printer<PersistentVolume>(
  'Name(name) | Capacity | Access Modes | Reclaim Policy | Status | Claim | StorageClass | VolumeAttributesClass | Reason | Age | VolumeMode*',
  (volume) => {
    const { spec, status, metadata } = volume;
    const claim = spec.claimRef;
    return [
      nameOf(volume),
      spec.capacity?.['storage'] ?? '0',
      modesText(spec.accessModes),
      spec.persistentVolumeReclaimPolicy ?? '',
      phaseText(volume, status.phase),
      claim ? `${claim.namespace ?? ''}/${claim.name ?? ''}` : '',
      metadata.annotations?.[betaClassAnnotation] ?? spec.storageClassName ?? '',
      spec.volumeAttributesClassName ?? unset,
      status.reason ?? '',
      age(volume),
      spec.volumeMode ?? unset,
    ];
  },
);

/** The table of claims. */
export const persistentVolumeClaimPrinter = printer<PersistentVolumeClaim>(
  'Name(name) | Status | Volume | Capacity | Access Modes | StorageClass | VolumeAttributesClass | Age | VolumeMode*',
  (claim) => {
    const { spec, status, metadata } = claim;
    const isBound = (spec.volumeName ?? '') !== '';
    return [
      nameOf(claim),
      phaseText(claim, status.phase),
      spec.volumeName ?? '',
      isBound ? (status.capacity?.['storage'] ?? '0') : '',
      isBound ? modesText(status.accessModes) : '',
      metadata.annotations?.[betaClassAnnotation] ?? spec.storageClassName ?? '',
      spec.volumeAttributesClassName ?? unset,
      age(claim),
      spec.volumeMode ?? unset,
    ];
  },
);

function phaseText({ metadata }: DeepReadonly<PersistentVolume | PersistentVolumeClaim>, phase = ''): string {
  return metadata.deletionTimestamp === undefined ? phase : 'Terminating';
}

function modesText(modes: readonly string[] = []): string {
  return Object.entries(shortModes)
    .flatMap(([mode, short]) => (modes.includes(mode) ? short : []))
    .join(',');
}
