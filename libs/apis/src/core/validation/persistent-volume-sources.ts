import type { CSIPersistentVolumeSource, PersistentVolume, SecretReference } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';
import { validateAzureDisk, validateAzureFile, validatePartition } from './cloud-volumes.ts';
import { validateNoBacksteps } from './paths.ts';
import {
  validateCinder,
  validateFc,
  validateFlexVolume,
  validateFlocker,
  validateInitiatorLength,
  validateIscsiBody,
  validateMonitors,
  validateQuobyte,
  validateScaleIo,
  validateStorageOs,
} from './storage-volumes.ts';
import { validateDriverName, validateHostPath, validateNfs } from './volume-sources.ts';
import { type SourceRule, sourceRules } from './source-rule.ts';

type Spec = DeepReadonly<PersistentVolume>['spec'];

const rule = sourceRules<Spec>();

/** Checks of the sources of a persistent volume, in upstream's order. */
export function persistentVolumeRules(volumeName: string): readonly SourceRule<Spec>[] {
  return [
    ...FIRST_RULES,
    rule('iscsi', (source, path) => [
      ...nonEmpty(source.targetPortal, path.child('targetPortal')),
      ...validateInitiatorLength(source, volumeName, [path.child('targetportal'), source.targetPortal]),
      ...validateIscsiBody(source, 'terse', path),
    ]),
    ...LAST_RULES,
  ];
}

const FIRST_RULES: readonly SourceRule<Spec>[] = [
  rule('hostPath', validateHostPath),
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
  rule('glusterfs', ({ endpoints, path: volume, endpointsNamespace }, path) => [
    ...nonEmpty(endpoints, path.child('endpoints')),
    ...nonEmpty(volume, path.child('path')),
    ...validateEndpointsNamespace(endpointsNamespace, path.child('endpointsNamespace')),
  ]),
  rule('flocker', validateFlocker),
  rule('nfs', validateNfs),
  rule('rbd', ({ monitors, image }, path) => [
    ...validateMonitors(monitors, path.child('monitors')),
    ...nonEmpty(image, path.child('image')),
  ]),
  rule('quobyte', validateQuobyte),
  rule('cephfs', ({ monitors }, path) => validateMonitors(monitors, path.child('monitors')), {
    placeOfSecond: 'cephFS',
  }),
];

const LAST_RULES: readonly SourceRule<Spec>[] = [
  rule('cinder', (source, path) => [
    ...validateCinder(source, path),
    ...validateSecretNamespace(source.secretRef, path),
  ]),
  rule('fc', validateFc),
  rule('flexVolume', validateFlexVolume),
  rule('azureFile', (source, path) => [
    ...validateAzureFile(source, path),
    ...(source.secretNamespace === undefined ? [] : nonEmpty(source.secretNamespace, path.child('secretNamespace'))),
  ]),
  rule('vsphereVolume', ({ volumePath }, path) => nonEmpty(volumePath, path.child('volumePath'))),
  rule('photonPersistentDisk', ({ pdID }, path) => nonEmpty(pdID, path.child('pdID'))),
  rule('portworxVolume', ({ volumeID }, path) => nonEmpty(volumeID, path.child('volumeID'))),
  rule('azureDisk', validateAzureDisk),
  rule('scaleIO', validateScaleIo),
  {
    member: 'local',
    check: ({ local, nodeAffinity }, path, specPath) => [
      ...validateLocal(local?.path ?? '', path.child('path')),
      ...(nodeAffinity === undefined
        ? [required(specPath.child('nodeAffinity'), 'Local volume requires node affinity')]
        : []),
    ],
  },
  rule('storageos', (source, path) => [
    ...validateStorageOs(source, path),
    ...validateSecretNamespace(source.secretRef, path),
  ]),
  rule('csi', validateCsi),
];

function validateEndpointsNamespace(namespace: string | undefined, path: FieldPath): FieldError[] {
  if (namespace === undefined) return [];
  const detail = 'if the endpointnamespace is set, it must be a valid namespace name';
  return namespace === '' ? [invalid(path, namespace, detail)] : breaches(path, namespace, isDns1123Label(namespace));
}

function validateSecretNamespace(ref: { readonly namespace?: string } | undefined, path: FieldPath): FieldError[] {
  return ref === undefined ? [] : nonEmpty(ref.namespace, path.child('secretRef', 'namespace'));
}

/** @go core/validation#validateLocalVolumeSource */
function validateLocal(target: string, path: FieldPath): FieldError[] {
  return target === '' ? [required(path)] : validateNoBacksteps(target, path);
}

const SECRET_REFS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

/** @go core/validation#validateCSIPersistentVolumeSource */
function validateCsi(csi: DeepReadonly<CSIPersistentVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...validateDriverName(csi.driver, path.child('driver')),
    ...nonEmpty(csi.volumeHandle, path.child('volumeHandle')),
    ...SECRET_REFS.flatMap((member) => {
      const ref = csi[member];
      return ref === undefined ? [] : validateSecretReference(ref, path.child(member));
    }),
  ];
}

/** @go core/validation#validatePVSecretReference */
function validateSecretReference(
  { name = '', namespace = '' }: DeepReadonly<SecretReference>,
  path: FieldPath,
): FieldError[] {
  return [
    ...(name === '' ? [required(path.child('name'))] : breaches(path.child('name'), name, isDns1123Subdomain(name))),
    ...(namespace === ''
      ? [required(path.child('namespace'))]
      : breaches(path.child('namespace'), namespace, isDns1123Label(namespace))),
  ];
}
