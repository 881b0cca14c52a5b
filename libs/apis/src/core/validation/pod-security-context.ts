import type { PodSecurityContext, PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isValidGroupId,
  isValidUserId,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet } from '../../validation/checks.ts';
import { containersWithPath } from './pod-containers.ts';
import type { PodContext } from './pod-context.ts';
import { validateAppArmor, validateSeccomp } from './security-context.ts';
import { validateWindowsOptions } from './windows-options.ts';

/** @go core/validation#validatePodSpecSecurityContext */
export function validatePodSecurityContext(
  spec: DeepReadonly<PodSpec>,
  podContext: PodContext,
  path: FieldPath,
): FieldError[] {
  const context = spec.securityContext ?? {};
  const { seccompProfile, windowsOptions, appArmorProfile } = context;
  return [
    ...validateIds(context, path),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [invalid(path.child('shareProcessNamespace'), true, 'ShareProcessNamespace and HostPID cannot both be enabled')]
      : []),
    ...validateSysctls(spec, podContext, path.child('sysctls')),
    ...oneOfIfSet(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], path.child('fsGroupChangePolicy')),
    ...(seccompProfile === undefined ? [] : validateSeccomp(seccompProfile, path.child('seccompProfile'))),
    ...(windowsOptions === undefined ? [] : validateWindowsOptions(windowsOptions, path.child('windowsOptions'))),
    ...(appArmorProfile === undefined ? [] : validateAppArmor(appArmorProfile, path.child('appArmorProfile'))),
    ...oneOfIfSet(context.supplementalGroupsPolicy, ['Merge', 'Strict'], path.child('supplementalGroupsPolicy')),
    ...oneOfIfSet(context.seLinuxChangePolicy, ['MountOption', 'Recursive'], path.child('seLinuxChangePolicy')),
  ];
}

function validateIds(context: DeepReadonly<PodSecurityContext>, path: FieldPath): FieldError[] {
  const { fsGroup, runAsUser, runAsGroup, supplementalGroups = [] } = context;
  return [
    ...(fsGroup === undefined ? [] : breaches(path.child('fsGroup'), fsGroup, isValidGroupId(fsGroup))),
    ...(runAsUser === undefined ? [] : breaches(path.child('runAsUser'), runAsUser, isValidUserId(runAsUser))),
    ...(runAsGroup === undefined ? [] : breaches(path.child('runAsGroup'), runAsGroup, isValidGroupId(runAsGroup))),
    ...supplementalGroups.flatMap((group, index) =>
      breaches(path.child('supplementalGroups').index(index), group, isValidGroupId(group)),
    ),
  ];
}

const SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SYSCTL = `^(${SEGMENT}[\\./])*${SEGMENT}$`;
const SYSCTL_REGEX = new RegExp(SYSCTL);
const MAX_SYSCTL = 253;

/** @go core/validation#validateSysctls */
function validateSysctls(spec: DeepReadonly<PodSpec>, { tolerated }: PodContext, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (spec.securityContext?.sysctls ?? []).flatMap(({ name }, index) => {
    const place = path.index(index).child('name');
    const errors: FieldError[] = [];
    if (name === '') errors.push(required(place));
    else if (name.length > MAX_SYSCTL || !SYSCTL_REGEX.test(name)) {
      errors.push(invalid(place, name, `must have at most ${String(MAX_SYSCTL)} characters and match regex ${SYSCTL}`));
    } else if (seen.has(name)) errors.push(duplicate(place, name));
    if (tolerated.hostSysctls !== true) errors.push(...validateHostSysctl(name, spec, place));
    seen.add(name);
    return errors;
  });
}

/** What belongs to a namespace of the host is not a pod's to set. @go core/validation#ValidateHostSysctl */
function validateHostSysctl(name: string, spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const namespace = sysctlNamespace(name);
  if (spec.hostNetwork === true && namespace === 'net') {
    return [invalid(path, name, "may not be specified when 'hostNetwork' is true")];
  }
  if (spec.hostIPC === true && namespace === 'ipc') {
    return [invalid(path, name, "may not be specified when 'hostIPC' is true")];
  }
  return [];
}

/** @go component-helpers/node/util/sysctl#GetNamespace */
function sysctlNamespace(name: string): 'ipc' | 'net' | undefined {
  const dotted = normalizeSysctl(name);
  if (dotted.startsWith('net.')) return 'net';
  const isIpc = dotted === 'kernel.sem' || ['kernel.shm', 'kernel.msg', 'fs.mqueue.'].some((p) => dotted.startsWith(p));
  return isIpc ? 'ipc' : undefined;
}

/** Where a name's first separator is a slash, slashes separate and dots belong to the parts. */
function normalizeSysctl(name: string): string {
  const separator = /[./]/.exec(name)?.[0];
  if (separator !== '/') return name;
  return name.replace(/[./]/g, (char) => (char === '/' ? '.' : '/'));
}

/** @go core/validation#validateHostUsers */
export function validateHostUsers(
  spec: DeepReadonly<PodSpec>,
  { tolerated }: PodContext,
  path: FieldPath,
): FieldError[] {
  if (spec.hostUsers !== false) return [];
  const places = [
    ...(spec.hostNetwork === true ? [path.child('hostNetwork')] : []),
    ...(spec.hostPID === true ? [path.child('HostPID')] : []),
    ...(spec.hostIPC === true ? [path.child('HostIPC')] : []),
    ...(tolerated.volumeDevicesOfUserNamespaces === true ? [] : placesOfDevices(spec, path)),
  ];
  return places.map((place) => forbidden(place, 'when `hostUsers` is false'));
}

function placesOfDevices(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldPath[] {
  return containersWithPath(spec, path)
    .filter(([{ volumeDevices = [] }]) => volumeDevices.length > 0)
    .map(([, place]) => place.child('volumeDevices'));
}
