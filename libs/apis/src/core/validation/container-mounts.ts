import type { Container, EphemeralContainer, VolumeDevice, VolumeMount } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notFoundField,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { validateDescendingPath, validateNoBacksteps } from './paths.ts';

type Volumes = ReadonlyMap<string, readonly string[]>;
type Mounting = Pick<
  DeepReadonly<Container | EphemeralContainer>,
  'volumeMounts' | 'volumeDevices' | 'securityContext'
>;

/** @go core/validation#ValidateVolumeMounts */
export function validateVolumeMounts(container: Mounting, volumes: Volumes, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  const devices = new Set((container.volumeDevices ?? []).map(({ devicePath }) => devicePath));
  return (container.volumeMounts ?? []).flatMap((mount, index) => {
    const place = path.index(index);
    const errors: FieldError[] = [];
    if (mount.name === '') errors.push(required(place.child('name')));
    if (mount.mountPath === '') errors.push(required(place.child('mountPath')));
    if (!volumes.has(mount.name)) errors.push(notFoundField(place.child('name'), mount.name));
    if (seen.has(mount.mountPath)) errors.push(invalid(place.child('mountPath'), mount.mountPath, 'must be unique'));
    seen.add(mount.mountPath);
    if (devices.has(mount.mountPath)) {
      errors.push(
        invalid(place.child('mountPath'), mount.mountPath, 'must not already exist as a path in volumeDevices'),
      );
    }
    errors.push(...validateSubPaths(mount, place));
    const privileged = container.securityContext?.privileged === true;
    errors.push(...validatePropagation(mount, privileged, path.child('mountPropagation')));
    errors.push(...validateRecursiveReadOnly(mount, place.child('recursiveReadOnly')));
    return errors;
  });
}

function validateSubPaths(mount: DeepReadonly<VolumeMount>, path: FieldPath): FieldError[] {
  const { subPath = '', subPathExpr = '' } = mount;
  return [
    ...(subPath === '' ? [] : validateDescendingPath(subPath, path.child('subPath'))),
    ...(subPathExpr === '' || subPath === ''
      ? []
      : [invalid(path.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive')]),
    ...(subPathExpr === '' ? [] : validateDescendingPath(subPathExpr, path.child('subPathExpr'))),
  ];
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

function validatePropagation(mount: DeepReadonly<VolumeMount>, privileged: boolean, path: FieldPath): FieldError[] {
  const { mountPropagation } = mount;
  if (mountPropagation === undefined) return [];
  if (!PROPAGATIONS.includes(mountPropagation)) return [notSupported(path, mountPropagation, PROPAGATIONS)];
  if (mountPropagation !== 'Bidirectional' || privileged) return [];
  return [forbidden(path, 'Bidirectional mount propagation is available only to privileged containers')];
}

function validateRecursiveReadOnly(mount: DeepReadonly<VolumeMount>, path: FieldPath): FieldError[] {
  const { recursiveReadOnly, readOnly, mountPropagation } = mount;
  switch (recursiveReadOnly) {
    case undefined:
    case 'Disabled':
      return [];
    case 'Enabled':
    case 'IfPossible': {
      const errors: FieldError[] = [];
      if (readOnly !== true) errors.push(forbidden(path, 'may only be specified when readOnly is true'));
      if (mountPropagation !== undefined && mountPropagation !== 'None') {
        errors.push(forbidden(path, 'may only be specified when mountPropagation is None or not specified'));
      }
      return errors;
    }
    default:
      return [notSupported(path, recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'])];
  }
}

/** @go core/validation#ValidateVolumeDevices */
export function validateVolumeDevices(container: Mounting, volumes: Volumes, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  const paths = new Set<string>();
  const mounts = new Set((container.volumeMounts ?? []).map(({ mountPath }) => mountPath));
  return (container.volumeDevices ?? []).flatMap((device, index) => {
    const errors = validateDevice(device, { names, paths, mounts, volumes }, path.index(index));
    names.add(device.name);
    paths.add(device.devicePath);
    return errors;
  });
}

interface DeviceContext {
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly mounts: ReadonlySet<string>;
  readonly volumes: Volumes;
}

function validateDevice(device: DeepReadonly<VolumeDevice>, context: DeviceContext, path: FieldPath): FieldError[] {
  const { name, devicePath } = device;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(path.child('name')));
  if (context.names.has(name)) errors.push(invalid(path.child('name'), name, 'must be unique'));
  const sources = context.volumes.get(name);
  if (sources === undefined) errors.push(notFoundField(path.child('name'), name));
  else if (!sources.some((source) => source === 'persistentVolumeClaim' || source === 'ephemeral')) {
    const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
    errors.push(invalid(path.child('name'), name, detail));
  }
  const place = path.child('devicePath');
  if (devicePath === '') errors.push(required(place));
  if (context.paths.has(devicePath)) errors.push(invalid(place, devicePath, 'must be unique'));
  if (validateNoBacksteps(devicePath, place).length > 0) {
    errors.push(invalid(place, devicePath, "can not contain backsteps ('..')"));
  } else if (context.mounts.has(devicePath)) {
    errors.push(invalid(place, devicePath, 'must not already exist as a path in volumeMounts'));
  }
  return errors;
}
