import type { PersistentVolume, PersistentVolumeClaim } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  isDns1123Subdomain,
  notSupported,
  parseQuantity,
  required,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { breaches, equal, immutable, nonEmpty, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateNodeSelector } from './affinity.ts';
import { validateAccessModes, validateClaimSpec } from './claim-template.ts';
import { validateNoBacksteps } from './paths.ts';
import { positiveQuantity, validateResourceQuantity } from './resources.ts';
import { validateDriverName, validateHostPath, validateIqn } from './volume-sources.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

type Volume = DeepReadonly<PersistentVolume>;

/** @go core/validation#ValidatePersistentVolume */
export const persistentVolumeValidation: KindValidation<PersistentVolume> = {
  validate: (volume) => [
    ...validateObjectMeta(volume.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validateVolumeSpec(volume),
  ],
  validateUpdate: (volume, old) => [
    ...validateObjectMetaUpdate(volume.metadata, old.metadata, META),
    ...validateVolumeSpec(volume),
    ...validateSourceUnchanged(volume, old),
    ...immutable(volume.spec.volumeMode, old.spec.volumeMode, SPEC.child('volumeMode')),
  ],
  validateStatusUpdate: (volume, old) => validateObjectMetaUpdate(volume.metadata, old.metadata, META),
};

const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flocker',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'azureDisk',
  'portworxVolume',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const;

function validateVolumeSpec(volume: Volume): FieldError[] {
  const { spec } = volume;
  const errors: FieldError[] = [];
  const modes = spec.accessModes ?? [];
  if (modes.length === 0) errors.push(required(SPEC.child('accessModes')));
  errors.push(...validateAccessModes(modes, SPEC.child('accessModes')));
  errors.push(...validateCapacity(spec.capacity ?? {}));
  if ((spec.persistentVolumeReclaimPolicy ?? '') === '')
    errors.push(required(SPEC.child('persistentVolumeReclaimPolicy')));
  else {
    const policies = ['Delete', 'Recycle', 'Retain'];
    errors.push(
      ...oneOfIfSet(spec.persistentVolumeReclaimPolicy, policies, SPEC.child('persistentVolumeReclaimPolicy')),
    );
  }
  errors.push(...validateSource(volume));
  if (spec.nodeAffinity?.required !== undefined) {
    errors.push(...validateNodeSelector(spec.nodeAffinity.required, SPEC.child('nodeAffinity', 'required')));
  } else if (spec.nodeAffinity !== undefined) {
    errors.push(required(SPEC.child('nodeAffinity', 'required'), 'must specify required node constraints'));
  }
  const { storageClassName = '' } = spec;
  if (storageClassName !== '') {
    errors.push(...breaches(SPEC.child('storageClassName'), storageClassName, isDns1123Subdomain(storageClassName)));
  }
  errors.push(...oneOfIfSet(spec.volumeMode, ['Block', 'Filesystem'], SPEC.child('volumeMode')));
  return errors;
}

function validateCapacity(capacity: Readonly<Record<string, string>>): FieldError[] {
  const names = Object.keys(capacity);
  const path = SPEC.child('capacity');
  if (names.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  if (!names.includes('storage') || names.length > 1) {
    for (const name of names) if (name !== 'storage') errors.push(notSupported(path, name, ['storage']));
  }
  for (const [name, value] of Object.entries(capacity)) {
    errors.push(...validateResourceQuantity(name, value, path.key(name)), ...positiveQuantity(value, path.key(name)));
  }
  return errors;
}

function validateSource({ spec }: Volume): FieldError[] {
  const given = SOURCES.filter((name) => spec[name] !== undefined);
  const [first, ...others] = given;
  if (first === undefined) return [required(SPEC, 'must specify a volume type')];
  const errors = others.map((name) => forbidden(SPEC.child(name), 'may not specify more than 1 volume type'));
  const { hostPath, nfs, iscsi, local, csi, persistentVolumeReclaimPolicy: policy } = spec;
  if (first === 'hostPath' && hostPath !== undefined)
    errors.push(...validateHostPath(hostPath, SPEC.child('hostPath')));
  if (first === 'nfs' && nfs !== undefined) {
    errors.push(...nonEmpty(nfs.server, SPEC.child('nfs', 'server')), ...nonEmpty(nfs.path, SPEC.child('nfs', 'path')));
  }
  if (first === 'iscsi' && iscsi !== undefined) {
    errors.push(...nonEmpty(iscsi.targetPortal, SPEC.child('iscsi', 'targetPortal')));
    errors.push(...validateIqn(iscsi.iqn, SPEC.child('iscsi', 'iqn')));
  }
  if (local !== undefined) {
    errors.push(...nonEmpty(local.path, SPEC.child('local', 'path')));
    errors.push(...validateNoBacksteps(local.path, SPEC.child('local', 'path')));
    if (spec.nodeAffinity === undefined) {
      errors.push(required(META.child('annotations'), 'Local volume requires node affinity'));
    }
  }
  if (csi !== undefined) {
    errors.push(...validateDriverName(csi.driver, SPEC.child('csi', 'driver')));
    errors.push(...nonEmpty(csi.volumeHandle, SPEC.child('csi', 'volumeHandle')));
  }
  if (hostPath?.path === '/' && policy === 'Recycle') {
    const detail = "may not be 'recycle' for a hostPath mount of '/'";
    errors.push(forbidden(SPEC.child('persistentVolumeReclaimPolicy'), detail));
  }
  return errors;
}

function validateSourceUnchanged({ spec }: Volume, { spec: old }: Volume): FieldError[] {
  if (SOURCES.every((name) => equal(spec[name], old[name]))) return [];
  return [forbidden(SPEC.child('persistentvolumesource'), 'spec.persistentvolumesource is immutable after creation\n')];
}

type Claim = DeepReadonly<PersistentVolumeClaim>;

/** @go core/validation#ValidatePersistentVolumeClaim */
export const persistentVolumeClaimValidation: KindValidation<PersistentVolumeClaim> = {
  validate: (claim) => [
    ...validateObjectMeta(claim.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateClaimSpec(claim.spec, SPEC),
  ],
  validateUpdate: validateClaimUpdate,
  validateStatusUpdate: validateClaimStatusUpdate,
};

const CLAIM_FROZEN =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n';

function validateClaimUpdate(claim: Claim, old: Claim): FieldError[] {
  const errors = [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
    ...validateClaimSpec(claim.spec, SPEC),
  ];
  const bound = old.status.phase === 'Bound';
  const before: Record<string, unknown> = { ...old.spec };
  const now: Record<string, unknown> = { ...claim.spec };
  if ((old.spec.volumeName ?? '') === '') {
    delete now['volumeName'];
    delete before['volumeName'];
  }
  if (bound) for (const fields of [now, before]) delete fields['resources'];
  for (const fields of [now, before]) delete fields['volumeAttributesClassName'];
  if (!equal(now, before)) errors.push(forbidden(SPEC, CLAIM_FROZEN));
  const request = claim.spec.resources?.requests?.['storage'];
  const requested = old.spec.resources?.requests?.['storage'];
  if (bound && request !== undefined && requested !== undefined) {
    const path = SPEC.child('resources', 'requests', 'storage');
    const given = claim.status.capacity?.['storage'];
    const shrinks = parseQuantity(request).cmp(parseQuantity(requested)) < 0;
    const belowCapacity = given !== undefined && parseQuantity(request).cmp(parseQuantity(given)) <= 0;
    if (shrinks && (given === undefined || belowCapacity)) {
      errors.push(forbidden(path, 'field can not be less than status.capacity'));
    }
  }
  return errors;
}

function validateClaimStatusUpdate(claim: Claim, old: Claim): FieldError[] {
  const path = new FieldPath('status').child('capacity');
  const { capacity = {} } = claim.status;
  const errors = validateObjectMetaUpdate(claim.metadata, old.metadata, META);
  if ((claim.spec.accessModes?.length ?? 0) === 0) {
    errors.push(required(SPEC.child('accessModes')));
  }
  for (const [name, value] of Object.entries(capacity)) {
    errors.push(...validateResourceQuantity(name, value, path.key(name)));
  }
  return errors;
}
