import type { PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { containersWithPath } from './pod-containers.ts';

const SYSTEMS = ['linux', 'windows'];

/** Fields that exist on one operating system only. @go core/validation#validateOS */
export function validateOs(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  if (spec.os === undefined) return [];
  const { name } = spec.os;
  if (name === '') return [required(path.child('os', 'name'))];
  if (!SYSTEMS.includes(name)) return [notSupported(path.child('os'), spec.os.name, SYSTEMS)];
  return name === 'linux' ? validateLinux(spec, path) : validateWindows(spec, path);
}

/** @go core/validation#validateLinux */
function validateLinux(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions === undefined ? [] : [path.child('securityContext')];
  const ofContainers = containersWithPath(spec, path)
    .filter(([{ securityContext }]) => securityContext?.windowsOptions !== undefined)
    .map(([, place]) => place.child('securityContext'));
  return [...ofPod, ...ofContainers].map((place) =>
    forbidden(place.child('windowsOptions'), 'windows options cannot be set for a linux pod'),
  );
}

const POD_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
] as const;

const CONTAINER_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

/** @go core/validation#validateWindows */
function validateWindows(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const context = spec.securityContext ?? {};
  const place = path.child('securityContext');
  const places = [
    ...POD_FIELDS.filter((field) => context[field] !== undefined).map((field) => place.child(field)),
    ...((context.sysctls ?? []).length > 0 ? [place.child('sysctls')] : []),
    ...(['hostUsers', 'shareProcessNamespace'] as const)
      .filter((field) => spec[field] !== undefined)
      .map((field) => path.child(field)),
    ...(['hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true).map((field) => path.child(field)),
    ...containersWithPath(spec, path).flatMap(([{ securityContext = {} }, at]) =>
      CONTAINER_FIELDS.filter((field) => securityContext[field] !== undefined).map((field) =>
        at.child('securityContext', field),
      ),
    ),
  ];
  return places.map((field) => forbidden(field, 'cannot be set for a windows pod'));
}
