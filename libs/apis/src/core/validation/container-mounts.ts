import type { Container, EphemeralContainer, Volume, VolumeDevice, VolumeMount } from '@kubescript/api/core/v1';
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

type Volumes = ReadonlyMap<string, DeepReadonly<Volume>>;
type Mounting = Pick<
  DeepReadonly<Container | EphemeralContainer>,
  'volumeMounts' | 'volumeDevices' | 'securityContext'
>;

/** Names and paths that are taken already; of a volume that is used twice, the last path. */
interface Taken {
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

function takenBy(entries: readonly (readonly [name: string, path: string])[]): Taken {
  const byName = new Map(entries);
  return { names: new Set(byName.keys()), paths: new Set(byName.values()) };
}

/** @go core/validation#ValidateVolumeMounts */
export function validateVolumeMounts(container: Mounting, volumes: Volumes, path: FieldPath): FieldError[] {
  const mounts = container.volumeMounts ?? [];
  if (mounts.length === 0) return [];
  const seen = new Set<string>();
  const devices = takenBy((container.volumeDevices ?? []).map(({ name, devicePath }) => [name, devicePath]));
  const privileged = container.securityContext?.privileged === true;
  return mounts.flatMap((mount, index) => {
    const place = path.index(index);
    const errors = validatePlaceOf(mount, { volumes, seen, devices }, place);
    errors.push(...validateSubPaths(mount, path, place));
    errors.push(...validatePropagation(mount, privileged, path.child('mountPropagation')));
    errors.push(...validateRecursiveReadOnly(mount, path.child('recursiveReadOnly')));
    return errors;
  });
}

interface MountContext {
  readonly volumes: Volumes;
  readonly seen: Set<string>;
  readonly devices: Taken;
}

function validatePlaceOf(
  { name, mountPath }: DeepReadonly<VolumeMount>,
  { volumes, seen, devices }: MountContext,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const place = path.child('mountPath');
  if (name === '') errors.push(required(path.child('name')));
  if (!volumes.has(name)) errors.push(notFoundField(path.child('name'), name));
  if (mountPath === '') errors.push(required(place));
  if (seen.has(mountPath)) errors.push(invalid(place, mountPath, 'must be unique'));
  seen.add(mountPath);
  if (devices.names.has(name)) {
    errors.push(invalid(path.child('name'), name, 'must not already exist in volumeDevices'));
  }
  if (devices.paths.has(mountPath)) {
    errors.push(invalid(place, mountPath, 'must not already exist as a path in volumeDevices'));
  }
  return errors;
}

/** Upstream names the list, not the element, where a path climbs. */
function validateSubPaths(mount: DeepReadonly<VolumeMount>, list: FieldPath, element: FieldPath): FieldError[] {
  const { subPath = '', subPathExpr = '' } = mount;
  return [
    ...(subPath === '' ? [] : validateDescendingPath(subPath, list.child('subPath'))),
    ...(subPathExpr === '' || subPath === ''
      ? []
      : [invalid(element.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive')]),
    ...(subPathExpr === '' ? [] : validateDescendingPath(subPathExpr, list.child('subPathExpr'))),
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
  const devices = container.volumeDevices ?? [];
  if (devices.length === 0) return [];
  const names = new Set<string>();
  const paths = new Set<string>();
  const mounts = takenBy((container.volumeMounts ?? []).map(({ name, mountPath }) => [name, mountPath]));
  return devices.flatMap((device, index) => {
    const errors = validateDevice(device, { names, paths, mounts, volumes }, path.index(index));
    if (device.name !== '') names.add(device.name);
    return errors;
  });
}

interface DeviceContext {
  readonly names: ReadonlySet<string>;
  readonly paths: Set<string>;
  readonly mounts: Taken;
  readonly volumes: Volumes;
}

function validateDevice(device: DeepReadonly<VolumeDevice>, context: DeviceContext, path: FieldPath): FieldError[] {
  const { name, devicePath } = device;
  const errors: FieldError[] = [];
  const namePath = path.child('name');
  const place = path.child('devicePath');
  if (name === '') errors.push(required(namePath));
  if (context.names.has(name)) errors.push(invalid(namePath, name, 'must be unique'));
  const volume = context.volumes.get(name);
  if (volume === undefined) errors.push(notFoundField(namePath, name));
  else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
    const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
    errors.push(invalid(namePath, name, detail));
  }
  if (devicePath === '') errors.push(required(place));
  if (context.paths.has(devicePath)) errors.push(invalid(place, devicePath, 'must be unique'));
  if (devicePath !== '' && validateNoBacksteps(devicePath, place).length > 0) {
    errors.push(invalid(place, devicePath, "can not contain backsteps ('..')"));
  } else context.paths.add(devicePath);
  if (context.mounts.names.has(name)) {
    errors.push(invalid(namePath, name, 'must not already exist in volumeMounts'));
  }
  if (context.mounts.paths.has(devicePath)) {
    errors.push(invalid(place, devicePath, 'must not already exist as a path in volumeMounts'));
  }
  return errors;
}
