import type {
  CephFSVolumeSource,
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  FCVolumeSource,
  HostPathVolumeSource,
  ISCSIVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  SecretVolumeSource,
  Volume,
  VolumeProjection,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty, oneOfIfSet } from '../../validation/checks.ts';
import { validateClaimTemplate } from './claim-template.ts';
import { validateFieldRef, validateResourceFieldRef } from './container-env.ts';
import { validateNoBacksteps, validateNonReservedPath } from './paths.ts';
import { nonNegativeQuantity } from './resources.ts';

/** The member that holds a source, and the check of it. */
export type SourceRules<T> = readonly [keyof T, (volume: T, path: FieldPath) => FieldError[]];

type PodVolume = DeepReadonly<Volume>;

/** Checks of the sources of a pod's volume, in upstream's order. @go core/validation#validateVolumeSource */
export function volumeSourceRules(podName: string): readonly SourceRules<PodVolume>[] {
  const rule = <K extends keyof PodVolume>(
    name: K,
    check: (source: NonNullable<PodVolume[K]>, path: FieldPath) => FieldError[] = () => [],
  ): SourceRules<PodVolume> => [
    name,
    (volume, path) => {
      const source = volume[name];
      return source === undefined ? [] : check(source, path);
    },
  ];
  return [
    rule('emptyDir', ({ sizeLimit }, path) => validateSizeLimit(sizeLimit, path.child('sizeLimit'))),
    rule('hostPath', validateHostPath),
    rule('gitRepo', ({ repository, directory = '' }, path) => [
      ...nonEmpty(repository, path.child('repository')),
      ...validateNoBacksteps(directory, path.child('directory')),
    ]),
    rule('gcePersistentDisk', ({ pdName, partition }, path) => [
      ...nonEmpty(pdName, path.child('pdName')),
      ...validatePartition(partition, path.child('partition')),
    ]),
    rule('awsElasticBlockStore', ({ volumeID, partition }, path) => [
      ...nonEmpty(volumeID, path.child('volumeID')),
      ...validatePartition(partition, path.child('partition')),
    ]),
    rule('secret', validateSecretSource),
    rule('nfs', ({ server, path: folder }, path) => [
      ...nonEmpty(server, path.child('server')),
      ...nonEmpty(folder, path.child('path')),
      ...(folder.startsWith('/') ? [] : [invalid(path.child('path'), folder, 'must be an absolute path')]),
    ]),
    rule('iscsi', validateIscsi),
    rule('glusterfs', ({ endpoints, path: volume }, path) => [
      ...nonEmpty(endpoints, path.child('endpoints')),
      ...nonEmpty(volume, path.child('path')),
    ]),
    rule('flocker', ({ datasetName = '', datasetUUID = '' }, path) => {
      if (datasetName === '' && datasetUUID === '')
        return [required(path, 'one of datasetName and datasetUUID is required')];
      if (datasetName !== '' && datasetUUID !== '') {
        return [invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')];
      }
      return [];
    }),
    rule('persistentVolumeClaim', ({ claimName }, path) => nonEmpty(claimName, path.child('claimName'))),
    rule('rbd', ({ monitors, image }, path) => [
      ...(monitors.length === 0 ? [required(path.child('monitors'))] : []),
      ...nonEmpty(image, path.child('image')),
    ]),
    rule('cinder', ({ volumeID }, path) => nonEmpty(volumeID, path.child('volumeID'))),
    rule('cephfs', validateCephFs),
    rule('quobyte', ({ registry, volume }, path) => [
      ...nonEmpty(registry, path.child('registry')),
      ...nonEmpty(volume, path.child('volume')),
    ]),
    rule('downwardAPI', ({ defaultMode, items = [] }, path) => [
      ...validateMode(defaultMode, path.child('defaultMode')),
      ...items.flatMap((item) => validateDownwardFile(item, path)),
    ]),
    rule('fc', validateFc),
    rule('flexVolume', ({ driver }, path) => nonEmpty(driver, path.child('driver'))),
    rule('configMap', validateConfigMapSource),
    rule('azureFile', ({ secretName, shareName }, path) => [
      ...nonEmpty(secretName, path.child('secretName')),
      ...nonEmpty(shareName, path.child('shareName')),
    ]),
    rule('vsphereVolume', ({ volumePath }, path) => nonEmpty(volumePath, path.child('volumePath'))),
    rule('photonPersistentDisk', ({ pdID }, path) => nonEmpty(pdID, path.child('pdID'))),
    rule('portworxVolume', ({ volumeID }, path) => nonEmpty(volumeID, path.child('volumeID'))),
    rule('azureDisk', ({ diskName, diskURI, cachingMode, kind }, path) => [
      ...nonEmpty(diskName, path.child('diskName')),
      ...nonEmpty(diskURI, path.child('diskURI')),
      ...oneOfIfSet(cachingMode, ['None', 'ReadOnly', 'ReadWrite'], path.child('cachingMode')),
      ...oneOfIfSet(kind, ['Dedicated', 'Managed', 'Shared'], path.child('kind')),
    ]),
    rule('storageos'),
    rule('projected', validateProjected),
    rule('scaleIO', ({ gateway, system, volumeName }, path) => [
      ...nonEmpty(gateway, path.child('gateway')),
      ...nonEmpty(system, path.child('system')),
      ...nonEmpty(volumeName, path.child('volumeName')),
    ]),
    rule('csi', ({ driver, nodePublishSecretRef }, path) => [
      ...validateDriverName(driver, path.child('driver')),
      ...(nodePublishSecretRef === undefined
        ? []
        : nonEmpty(nodePublishSecretRef.name, path.child('nodePublishSecretRef', 'name'))),
    ]),
    [
      'ephemeral',
      (volume, path) => [
        ...(volume.ephemeral?.volumeClaimTemplate === undefined
          ? [required(path.child('volumeClaimTemplate'))]
          : validateClaimTemplate(volume.ephemeral.volumeClaimTemplate, path.child('volumeClaimTemplate'))),
        ...validateGeneratedClaimName(podName, volume.name, path),
      ],
    ],
    rule('image', ({ reference, pullPolicy }, path) => [
      ...nonEmpty(reference, path.child('reference')),
      ...oneOfIfSet(pullPolicy, ['Always', 'IfNotPresent', 'Never'], path.child('pullPolicy')),
    ]),
  ];
}

function validateSizeLimit(limit: string | undefined, path: FieldPath): FieldError[] {
  if (limit === undefined || nonNegativeQuantity(limit, path).length === 0) return [];
  return [forbidden(path, 'SizeLimit field must be a valid resource quantity')];
}

function validatePartition(partition: number | undefined, path: FieldPath): FieldError[] {
  if (partition === undefined || (partition >= 0 && partition <= 255)) return [];
  return [invalid(path, partition, 'must be between 0 and 255, inclusive')];
}

/** The claim of an ephemeral volume is named after pod and volume, and must be a name itself. */
function validateGeneratedClaimName(podName: string, volumeName: string, path: FieldPath): FieldError[] {
  if (podName === '') return [];
  const name = `${podName}-${volumeName}`;
  const broken = isDns1123Subdomain(name);
  return broken.map((message) =>
    invalid(path.child('name'), volumeName, `PVC name "${name}" derived from volume name: ${message}`),
  );
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

function validateMode(mode: number | undefined, path: FieldPath): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return [];
  return [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

function validateSecretSource(source: DeepReadonly<SecretVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(source.secretName, path.child('secretName')),
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...validateItems(source.items, path.child('items')),
  ];
}

function validateConfigMapSource(source: DeepReadonly<ConfigMapVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(source.name, path.child('name')),
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...validateItems(source.items, path.child('items')),
  ];
}

function validateItems(items: DeepReadonly<KeyToPath[]> | undefined, path: FieldPath): FieldError[] {
  return (items ?? []).flatMap(({ key, path: target, mode }, index) => {
    const place = path.index(index);
    return [
      ...nonEmpty(key, place.child('key')),
      ...(target === '' ? [required(place.child('path'))] : validateNonReservedPath(target, place.child('path'))),
      ...validateMode(mode, place.child('mode')),
    ];
  });
}

const VOLUME_FIELD_PATHS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

function validateDownwardFile(file: DeepReadonly<DownwardAPIVolumeFile>, path: FieldPath): FieldError[] {
  const errors = nonEmpty(file.path, path.child('path'));
  if (file.path !== '') errors.push(...validateNonReservedPath(file.path, path.child('path')));
  if (file.fieldRef !== undefined) {
    errors.push(...validateFieldRef(file.fieldRef, VOLUME_FIELD_PATHS, path.child('fieldRef')));
    if (file.resourceFieldRef !== undefined) {
      errors.push(invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (file.resourceFieldRef !== undefined) {
    errors.push(...validateResourceFieldRef(file.resourceFieldRef, true, path.child('resourceFieldRef')));
  } else {
    errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  }
  errors.push(...validateMode(file.mode, path.child('mode')));
  return errors;
}

/** @go core/validation#validateProjectedVolumeSource */
function validateProjected(source: DeepReadonly<ProjectedVolumeSource>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return [
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...(source.sources ?? []).flatMap((projection, index) => [
      ...validateProjection(projection, path.child('sources').index(index)),
      ...projectedPaths(projection).flatMap(([target, shown]) => {
        if (seen.has(target)) return [invalid(path, shown, 'conflicting duplicate paths')];
        seen.add(target);
        return [];
      }),
    ]),
  ];
}

/** Every path that a projection makes, and what messages call it. */
function projectedPaths(projection: DeepReadonly<VolumeProjection>): readonly (readonly [string, string])[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = projection;
  const named = [secret, configMap].flatMap((source) =>
    (source?.items ?? []).map((item) => [item.path, source?.name ?? ''] as const),
  );
  const own = [...(downwardAPI?.items ?? []), serviceAccountToken, clusterTrustBundle].flatMap((item) =>
    item === undefined ? [] : [[item.path, item.path] as const],
  );
  return [...named, ...own].filter(([target]) => target !== '');
}

function validateProjection(projection: DeepReadonly<VolumeProjection>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const given = Object.keys(projection);
  for (const name of given.slice(1))
    errors.push(forbidden(path.child(name), 'may not specify more than 1 volume type'));
  if (given.length === 0) errors.push(required(path, 'must specify one of projections'));
  const { secret, configMap, downwardAPI, serviceAccountToken } = projection;
  for (const [name, source] of Object.entries({ secret, configMap })) {
    if (source === undefined) continue;
    errors.push(...nonEmpty(source.name, path.child(name, 'name')));
    errors.push(...validateItems(source.items, path.child(name, 'items')));
  }
  for (const file of downwardAPI?.items ?? []) errors.push(...validateDownwardFile(file, path.child('downwardAPI')));
  if (serviceAccountToken !== undefined) {
    errors.push(...validateTokenProjection(serviceAccountToken, path.child('serviceAccountToken')));
  }
  return errors;
}

function validateTokenProjection(
  { expirationSeconds = 3600, path: target }: NonNullable<DeepReadonly<VolumeProjection>['serviceAccountToken']>,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (expirationSeconds < 600) {
    errors.push(
      invalid(path.child('expirationSeconds'), expirationSeconds, 'may not specify a duration less than 10 minutes'),
    );
  }
  if (expirationSeconds > 2 ** 32) {
    errors.push(
      invalid(
        path.child('expirationSeconds'),
        expirationSeconds,
        'may not specify a duration larger than 2^32 seconds',
      ),
    );
  }
  if (target === '') errors.push(required(path.child('path')));
  else errors.push(...validateNonReservedPath(target, path.child('path')));
  return errors;
}

function validateIscsi(source: DeepReadonly<ISCSIVolumeSource>, path: FieldPath): FieldError[] {
  const errors = [
    ...nonEmpty(source.targetPortal, path.child('targetPortal')),
    ...(source.iqn === '' ? [required(path.child('iqn'))] : validateIqn(source.iqn, path.child('iqn'))),
  ];
  if (source.lun < 0 || source.lun > 255) {
    errors.push(invalid(path.child('lun'), source.lun, 'must be between 0 and 255, inclusive'));
  }
  if ((source.chapAuthDiscovery === true || source.chapAuthSession === true) && source.secretRef === undefined) {
    errors.push(required(path.child('secretRef')));
  }
  return errors;
}

/** Names of iSCSI targets. */
export function validateIqn(iqn: string, path: FieldPath): FieldError[] {
  if (!/^(?:iqn|eui|naa)/.test(iqn)) return [invalid(path, iqn, 'must be valid format starting with iqn, eui, or naa')];
  const valid =
    /^iqn\.\d{4}-\d{2}\.([a-z0-9]+(-[a-z0-9]+)*\.)*[a-z0-9]+(-[a-z0-9]+)*(:.*)?$/i.test(iqn) ||
    /^eui\.[a-f0-9]{16}$/i.test(iqn) ||
    /^naa\.[a-f0-9]{32}$/i.test(iqn);
  return valid ? [] : [invalid(path, iqn, 'must be valid format')];
}

function validateFc(source: DeepReadonly<FCVolumeSource>, path: FieldPath): FieldError[] {
  const { targetWWNs = [], wwids = [], lun } = source;
  if (targetWWNs.length === 0 && wwids.length === 0) {
    return [required(path.child('targetWWNs'), 'must specify either targetWWNs or wwids, but not both')];
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    return [invalid(path.child('targetWWNs'), targetWWNs, 'targetWWNs and wwids can not be specified simultaneously')];
  }
  if (targetWWNs.length === 0) return [];
  if (lun === undefined) return [required(path.child('lun'), 'lun is required if targetWWNs is specified')];
  return lun < 0 || lun > 255 ? [invalid(path.child('lun'), lun, 'must be between 0 and 255, inclusive')] : [];
}

function validateCephFs(source: DeepReadonly<CephFSVolumeSource>, path: FieldPath): FieldError[] {
  return source.monitors.length === 0 ? [required(path.child('monitors'))] : [];
}

/** @go core/validation#ValidateCSIDriverName */
export function validateDriverName(driver: string, path: FieldPath): FieldError[] {
  if (driver === '') return [required(path)];
  const errors: FieldError[] = [];
  if (driver.length > 63) {
    errors.push({
      type: 'FieldValueTooLong',
      path: String(path),
      badValue: driver,
      detail: 'may not be more than 63 bytes',
    });
  }
  errors.push(...breaches(path, driver, isDns1123Subdomain(driver.toLowerCase())));
  return errors;
}
