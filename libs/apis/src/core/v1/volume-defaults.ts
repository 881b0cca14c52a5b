import type { Volume, VolumeProjection } from '@kubescript/api/core/v1';

import { defaultClaimSpec } from './claim-defaults.ts';
import { pullPolicyFor } from './container-defaults.ts';

/** rw-r--r--, the mode of files that are made from API objects. */
const FILE_MODE = 0o644;

/** Defaults of a volume of a pod: a volume of no type is an emptyDir. @go core/v1#SetDefaults_Volume */
export function defaultVolume(volume: Volume): void {
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  if (volume.secret !== undefined) volume.secret.defaultMode ??= FILE_MODE;
  if (volume.configMap !== undefined) volume.configMap.defaultMode ??= FILE_MODE;
  if (volume.downwardAPI !== undefined) {
    volume.downwardAPI.defaultMode ??= FILE_MODE;
    for (const { fieldRef } of volume.downwardAPI.items ?? []) if (fieldRef !== undefined) fieldRef.apiVersion ??= 'v1';
  }
  if (volume.projected !== undefined) {
    volume.projected.defaultMode ??= FILE_MODE;
    for (const projection of volume.projected.sources ?? []) defaultProjection(projection);
  }
  if (volume.hostPath !== undefined) volume.hostPath.type ??= '';
  if (volume.image !== undefined) volume.image.pullPolicy ??= pullPolicyFor(volume.image.reference ?? '');
  if (volume.ephemeral?.volumeClaimTemplate !== undefined) defaultClaimSpec(volume.ephemeral.volumeClaimTemplate.spec);
}

function defaultProjection(projection: VolumeProjection): void {
  for (const { fieldRef } of projection.downwardAPI?.items ?? []) {
    if (fieldRef !== undefined) fieldRef.apiVersion ??= 'v1';
  }
  if (projection.serviceAccountToken !== undefined) projection.serviceAccountToken.expirationSeconds ??= 3600;
  if (projection.podCertificate !== undefined) projection.podCertificate.maxExpirationSeconds ??= 86400;
}
