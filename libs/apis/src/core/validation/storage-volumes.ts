import type {
  CinderVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  inclusiveRangeMessage,
  invalid,
  isDns1123Label,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';

/** Sources of network storage that pods and persistent volumes share. */
type Iscsi = Pick<
  DeepReadonly<ISCSIVolumeSource>,
  'targetPortal' | 'iqn' | 'lun' | 'chapAuthDiscovery' | 'chapAuthSession' | 'initiatorName'
> & { readonly secretRef?: { readonly name?: string } };

/** @go core/validation#validateISCSIVolumeSource */
export function validateIscsi(source: Iscsi, path: FieldPath): FieldError[] {
  return [...nonEmpty(source.targetPortal, path.child('targetPortal')), ...validateIscsiBody(source, 'detailed', path)];
}

/** How exactly a name of the wrong beginning is reported; volumes of pods tell more. */
export type IqnMessages = 'detailed' | 'terse';

/** What follows the portal; persistent volumes have a check of their own between the two. */
export function validateIscsiBody(source: Iscsi, messages: IqnMessages, path: FieldPath): FieldError[] {
  const errors: FieldError[] =
    source.iqn === '' ? [required(path.child('iqn'))] : validateIqn(source.iqn, messages, path.child('iqn'));
  if (source.lun < 0 || source.lun > 255) {
    errors.push(invalid(path.child('lun'), source.lun, inclusiveRangeMessage(0, 255)));
  }
  if ((source.chapAuthDiscovery === true || source.chapAuthSession === true) && source.secretRef === undefined) {
    errors.push(required(path.child('secretRef')));
  }
  if (messages === 'terse' && source.secretRef !== undefined) {
    errors.push(...nonEmpty(source.secretRef.name, path.child('secretRef', 'name')));
  }
  if (source.initiatorName !== undefined) {
    errors.push(...validateIqn(source.initiatorName, messages, path.child('initiatorname')));
  }
  return errors;
}

/** With an initiator, name and portal together have a limit; `blamed` is the field that is reported. */
export function validateInitiatorLength(
  source: Iscsi,
  volumeName: string,
  [path, value]: readonly [FieldPath, string],
): FieldError[] {
  if (source.initiatorName === undefined || `${volumeName}:${source.targetPortal}`.length <= 64) return [];
  const detail =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalid(path, value, detail)];
}

const IQN = /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9\-.]+)(:[^,;*&$|\s]+)$/;
const EUI = /^eui.[a-zA-Z0-9]{16}$/;
const NAA = /^naa.[a-zA-Z0-9]{32}$/;

/** Names of iSCSI targets and initiators. */
function validateIqn(iqn: string, messages: IqnMessages, path: FieldPath): FieldError[] {
  const form = iqn.startsWith('iqn') ? IQN : iqn.startsWith('eui') ? EUI : iqn.startsWith('naa') ? NAA : undefined;
  if (form === undefined) {
    const hint = messages === 'detailed' ? ' starting with iqn, eui, or naa' : '';
    return [invalid(path, iqn, `must be valid format${hint}`)];
  }
  return form.test(iqn) ? [] : [invalid(path, iqn, 'must be valid format')];
}

/** @go core/validation#validateFCVolumeSource */
export function validateFc(source: DeepReadonly<FCVolumeSource>, path: FieldPath): FieldError[] {
  const { targetWWNs = [], wwids = [], lun } = source;
  const errors: FieldError[] = [];
  const place = path.child('targetWWNs');
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.push(required(place, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    errors.push(invalid(place, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'));
  }
  if (targetWWNs.length === 0) return errors;
  if (lun === undefined) errors.push(required(path.child('lun'), 'lun is required if targetWWNs is specified'));
  else if (lun < 0 || lun > 255) errors.push(invalid(path.child('lun'), lun, inclusiveRangeMessage(0, 255)));
  return errors;
}

/** @go core/validation#validateFlockerVolumeSource */
export function validateFlocker(source: DeepReadonly<FlockerVolumeSource>, path: FieldPath): FieldError[] {
  const { datasetName = '', datasetUUID = '' } = source;
  const errors: FieldError[] = [];
  if (datasetName === '' && datasetUUID === '') {
    errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  }
  if (datasetName !== '' && datasetUUID !== '') {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName.includes('/')) errors.push(invalid(path.child('datasetName'), datasetName, "must not contain '/'"));
  return errors;
}

const REGISTRY = 'must be a host:port pair or multiple pairs separated by commas';

/** @go core/validation#validateQuobyteVolumeSource */
export function validateQuobyte(source: DeepReadonly<QuobyteVolumeSource>, path: FieldPath): FieldError[] {
  const { registry, volume, tenant = '' } = source;
  const errors: FieldError[] = [];
  if (registry === '') errors.push(required(path.child('registry'), REGISTRY));
  else if (tenant.length >= 65) {
    errors.push(required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters'));
  } else {
    for (const pair of registry.split(',')) {
      if (!isHostAndPort(pair)) errors.push(invalid(path.child('registry'), registry, REGISTRY));
    }
  }
  return [...errors, ...nonEmpty(volume, path.child('volume'))];
}

/** @go net#SplitHostPort */
function isHostAndPort(text: string): boolean {
  return /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(text);
}

/** @go core/validation#validateCinderVolumeSource */
export function validateCinder(source: DeepReadonly<CinderVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(source.volumeID, path.child('volumeID')),
    ...(source.secretRef === undefined ? [] : nonEmpty(source.secretRef.name, path.child('secretRef', 'name'))),
  ];
}

/** The servers of a Ceph cluster. */
export function validateMonitors(monitors: readonly string[], path: FieldPath): FieldError[] {
  return monitors.length === 0 ? [required(path)] : [];
}

/** @go core/validation#validateFlexVolumeSource */
export function validateFlexVolume(
  { driver, options = {} }: Pick<DeepReadonly<FlexVolumeSource>, 'driver' | 'options'>,
  path: FieldPath,
): FieldError[] {
  const errors = nonEmpty(driver, path.child('driver'));
  for (const option of Object.keys(options)) {
    const namespace = `.${option.split('/', 1)[0] ?? ''}`.toLowerCase();
    if (!namespace.endsWith('.kubernetes.io') && !namespace.endsWith('.k8s.io')) continue;
    const detail = 'kubernetes.io and k8s.io namespaces are reserved';
    errors.push(invalid(path.child('options').key(option), option, detail));
  }
  return errors;
}

/** @go core/validation#validateScaleIOVolumeSource */
export function validateScaleIo(
  source: Pick<DeepReadonly<ScaleIOVolumeSource>, 'gateway' | 'system' | 'volumeName'>,
  path: FieldPath,
): FieldError[] {
  return [
    ...nonEmpty(source.gateway, path.child('gateway')),
    ...nonEmpty(source.system, path.child('system')),
    ...nonEmpty(source.volumeName, path.child('volumeName')),
  ];
}

/** @go core/validation#validateStorageOSVolumeSource */
export function validateStorageOs(
  source: Pick<DeepReadonly<StorageOSVolumeSource>, 'volumeName' | 'volumeNamespace' | 'secretRef'>,
  path: FieldPath,
): FieldError[] {
  const { volumeName = '', volumeNamespace = '', secretRef } = source;
  return [
    ...(volumeName === ''
      ? [required(path.child('volumeName'))]
      : breaches(path.child('volumeName'), volumeName, isDns1123Label(volumeName))),
    ...(volumeNamespace === ''
      ? []
      : breaches(path.child('volumeNamespace'), volumeNamespace, isDns1123Label(volumeNamespace))),
    ...(secretRef === undefined ? [] : nonEmpty(secretRef.name, path.child('secretRef', 'name'))),
  ];
}
