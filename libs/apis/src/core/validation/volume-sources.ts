import type { HostPathVolumeSource, ImageVolumeSource, NFSVolumeSource, Volume } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  parseQuantity,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty, oneOf, oneOfIfSet } from '../../validation/checks.ts';
import { validateAzureDisk, validateAzureFile, validatePartition } from './cloud-volumes.ts';
import { validateClaimTemplate } from './claim-template.ts';
import { validateConfigMapSource, validateDownwardApi, validateSecretSource } from './config-volumes.ts';
import { validateDescendingPath, validateNoBacksteps } from './paths.ts';
import type { PodContext } from './pod-context.ts';
import { validateProjected } from './projected-volume.ts';
import {
  validateCinder,
  validateFc,
  validateFlexVolume,
  validateFlocker,
  validateInitiatorLength,
  validateIscsi,
  validateMonitors,
  validateQuobyte,
  validateScaleIo,
  validateStorageOs,
} from './storage-volumes.ts';
import { type SourceRule, sourceRules } from './source-rule.ts';

type PodVolume = DeepReadonly<Volume>;

const rule = sourceRules<PodVolume>();

/** Checks of the sources of a pod's volume, in upstream's order. @go core/validation#validateVolumeSource */
export function podVolumeRules(context: PodContext): readonly SourceRule<PodVolume>[] {
  return [
    ...FIRST_RULES,
    { member: 'iscsi', check: validatePodIscsi },
    ...MIDDLE_RULES,
    rule('projected', (source, path) => validateProjected(source, context, path)),
    ...LAST_RULES,
    {
      member: 'ephemeral',
      check: (volume, path, volumePath) => [
        ...validateEphemeral(volume, path),
        ...validateGeneratedClaimName(context.podName, volume.name, volumePath),
      ],
    },
    rule('image', (source, path) => validateImage(source, context, path)),
  ];
}

const FIRST_RULES: readonly SourceRule<PodVolume>[] = [
  rule('emptyDir', ({ sizeLimit }, path) => validateSizeLimit(sizeLimit, path.child('sizeLimit'))),
  rule('hostPath', validateHostPath),
  rule('gitRepo', ({ repository, directory = '' }, path) => [
    ...nonEmpty(repository, path.child('repository')),
    ...validateDescendingPath(directory, path.child('directory')),
  ]),
  rule(
    'gcePersistentDisk',
    ({ pdName, partition }, path) => [
      ...nonEmpty(pdName, path.child('pdName')),
      ...validatePartition(partition, path.child('partition')),
    ],
    { place: 'persistentDisk' },
  ),
  rule('awsElasticBlockStore', ({ volumeID, partition }, path) => [
    ...nonEmpty(volumeID, path.child('volumeID')),
    ...validatePartition(partition, path.child('partition')),
  ]),
  rule('secret', validateSecretSource),
  rule('nfs', validateNfs),
];

const MIDDLE_RULES: readonly SourceRule<PodVolume>[] = [
  rule('glusterfs', ({ endpoints, path: volume }, path) => [
    ...nonEmpty(endpoints, path.child('endpoints')),
    ...nonEmpty(volume, path.child('path')),
  ]),
  rule('flocker', validateFlocker),
  rule('persistentVolumeClaim', ({ claimName }, path) => nonEmpty(claimName, path.child('claimName'))),
  rule('rbd', ({ monitors, image }, path) => [
    ...validateMonitors(monitors, path.child('monitors')),
    ...nonEmpty(image, path.child('image')),
  ]),
  rule('cinder', validateCinder),
  rule('cephfs', ({ monitors }, path) => validateMonitors(monitors, path.child('monitors')), {
    placeOfSecond: 'cephFS',
  }),
  rule('quobyte', validateQuobyte),
  rule('downwardAPI', validateDownwardApi, { placeOfSecond: 'downwarAPI' }),
  rule('fc', validateFc),
  rule('flexVolume', validateFlexVolume),
  rule('configMap', validateConfigMapSource),
  rule('azureFile', validateAzureFile),
  rule('vsphereVolume', ({ volumePath }, path) => nonEmpty(volumePath, path.child('volumePath'))),
  rule('photonPersistentDisk', ({ pdID }, path) => nonEmpty(pdID, path.child('pdID'))),
  rule('portworxVolume', ({ volumeID }, path) => nonEmpty(volumeID, path.child('volumeID'))),
  rule('azureDisk', validateAzureDisk),
  rule('storageos', validateStorageOs),
];

const LAST_RULES: readonly SourceRule<PodVolume>[] = [
  rule('scaleIO', validateScaleIo),
  rule('csi', ({ driver, nodePublishSecretRef }, path) => [
    ...validateDriverName(driver, path.child('driver')),
    ...(nodePublishSecretRef === undefined ? [] : validateSecretName(nodePublishSecretRef.name, path)),
  ]),
];

function validateSecretName(name: string | undefined, path: FieldPath): FieldError[] {
  if (name === undefined || name === '') return [required(path.child('nodePublishSecretRef', 'name'))];
  return breaches(path.child('name'), name, isDns1123Subdomain(name));
}

function validatePodIscsi({ iscsi, name }: PodVolume, path: FieldPath, volumePath: FieldPath): FieldError[] {
  if (iscsi === undefined) return [];
  return [...validateIscsi(iscsi, path), ...validateInitiatorLength(iscsi, name, [volumePath.child('name'), name])];
}

function validateSizeLimit(limit: string | undefined, path: FieldPath): FieldError[] {
  if (limit === undefined || parseQuantity(limit).sign >= 0) return [];
  return [forbidden(path, 'SizeLimit field must be a valid resource quantity')];
}

function validateEphemeral(volume: PodVolume, path: FieldPath): FieldError[] {
  const template = volume.ephemeral?.volumeClaimTemplate;
  const place = path.child('volumeClaimTemplate');
  return template === undefined ? [required(place)] : validateClaimTemplate(template, place);
}

/** The claim of an ephemeral volume is named after pod and volume, and must be a name itself. */
function validateGeneratedClaimName(podName: string, volumeName: string, path: FieldPath): FieldError[] {
  if (podName === '' || volumeName === '') return [];
  const name = `${podName}-${volumeName}`;
  return isDns1123Subdomain(name).map((message) =>
    invalid(path.child('name'), volumeName, `PVC name "${name}": ${message}`),
  );
}

function validateImage(source: DeepReadonly<ImageVolumeSource>, context: PodContext, path: FieldPath): FieldError[] {
  return [
    ...(context.isPod && context.tolerated.emptyImageReferences !== true
      ? nonEmpty(source.reference, path.child('reference'))
      : []),
    ...oneOf(source.pullPolicy, ['Always', 'IfNotPresent', 'Never'], path.child('pullPolicy')),
  ];
}

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** @go core/validation#validateHostPathVolumeSource */
export function validateHostPath(source: DeepReadonly<HostPathVolumeSource>, path: FieldPath): FieldError[] {
  if (source.path === '') return [required(path.child('path'))];
  return [
    ...validateNoBacksteps(source.path, path.child('path')),
    ...oneOfIfSet(source.type, HOST_PATH_TYPES, path.child('type')),
  ];
}

/** @go core/validation#validateNFSVolumeSource */
export function validateNfs({ server, path: folder }: DeepReadonly<NFSVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(server, path.child('server')),
    ...nonEmpty(folder, path.child('path')),
    ...(folder.startsWith('/') ? [] : [invalid(path.child('path'), folder, 'must be an absolute path')]),
  ];
}

/** @go core/validation#ValidateCSIDriverName */
export function validateDriverName(driver: string, path: FieldPath): FieldError[] {
  if (driver === '') return [required(path)];
  return [
    ...(driver.length > 63 ? [tooLong(path, '', 63)] : []),
    ...breaches(path, driver, isDns1123Subdomain(driver.toLowerCase())),
  ];
}
