import type { PersistentVolume, PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@kubescript/api/core/v1';

import { defaultRequirements, defaultResourceList } from './resource-list.ts';

/** @go core/v1#SetDefaults_PersistentVolumeClaim */
export function defaultClaim(claim: PersistentVolumeClaim): void {
  claim.status.phase ??= 'Pending';
  defaultResourceList(claim.status.capacity);
  defaultResourceList(claim.status.allocatedResources);
  defaultClaimSpec(claim.spec);
}

/** Defaults of a claim or of a template for claims. @go core/v1#SetDefaults_PersistentVolumeClaimSpec */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  defaultRequirements(spec.resources);
}

/** @go core/v1#SetDefaults_PersistentVolume */
export function defaultPersistentVolume(volume: PersistentVolume): void {
  volume.status.phase ??= 'Pending';
  volume.spec.persistentVolumeReclaimPolicy ??= 'Retain';
  defaultResourceList(volume.spec.capacity);
  volume.spec.volumeMode ??= 'Filesystem';
  if (volume.spec.hostPath !== undefined) volume.spec.hostPath.type ??= '';
}
