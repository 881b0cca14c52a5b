import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  WindowsSecurityContextOptions,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isValidGroupId,
  isValidUserId,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet } from '../../validation/checks.ts';

/** @go core/validation#ValidateSecurityContext */
export function validateSecurityContext(
  context: DeepReadonly<SecurityContext>,
  hostUsers: boolean,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [
    ...validateIds(context, path),
    ...validateProfiles(context, path),
    ...oneOfIfSet(context.procMount, ['Default', 'Unmasked'], path.child('procMount')),
  ];
  if (context.procMount === 'Unmasked' && hostUsers) {
    errors.push(invalid(path.child('procMount'), context.procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  if (context.windowsOptions !== undefined) {
    errors.push(...validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')));
  }
  if (context.allowPrivilegeEscalation === false) errors.push(...validateNoEscalation(context, path));
  return errors;
}

function validateNoEscalation(context: DeepReadonly<SecurityContext>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const subject = goSecurityContext(context);
  if (context.privileged === true) {
    errors.push(invalid(path, subject, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'));
  }
  if (context.capabilities?.add?.includes('CAP_SYS_ADMIN') === true) {
    const detail = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    errors.push(invalid(path, subject, detail));
  }
  return errors;
}

/** The reference shows its internal type here, whose members are named as in Go. */
function goSecurityContext(context: DeepReadonly<SecurityContext>): unknown {
  const { capabilities } = context;
  return {
    Capabilities:
      capabilities === undefined ? null : { Add: capabilities.add ?? null, Drop: capabilities.drop ?? null },
    Privileged: context.privileged ?? null,
    SELinuxOptions: context.seLinuxOptions ?? null,
    WindowsOptions: context.windowsOptions ?? null,
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: context.seccompProfile ?? null,
    AppArmorProfile: context.appArmorProfile ?? null,
  };
}

function validateIds(
  ids: { readonly runAsUser?: number; readonly runAsGroup?: number; readonly fsGroup?: number },
  path: FieldPath,
): FieldError[] {
  const { runAsUser, runAsGroup, fsGroup } = ids;
  return [
    ...(runAsUser === undefined ? [] : breaches(path.child('runAsUser'), runAsUser, isValidUserId(runAsUser))),
    ...(runAsGroup === undefined ? [] : breaches(path.child('runAsGroup'), runAsGroup, isValidGroupId(runAsGroup))),
    ...(fsGroup === undefined ? [] : breaches(path.child('fsGroup'), fsGroup, isValidGroupId(fsGroup))),
  ];
}

interface Profiles {
  readonly seccompProfile?: DeepReadonly<SeccompProfile>;
  readonly appArmorProfile?: DeepReadonly<AppArmorProfile>;
}

function validateProfiles({ seccompProfile, appArmorProfile }: Profiles, path: FieldPath): FieldError[] {
  return [
    ...(seccompProfile === undefined ? [] : validateProfile(seccompProfile, 'seccomp', path.child('seccompProfile'))),
    ...(appArmorProfile === undefined
      ? []
      : validateProfile(appArmorProfile, 'AppArmor', path.child('appArmorProfile'))),
  ];
}

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function validateProfile(
  profile: DeepReadonly<SeccompProfile | AppArmorProfile>,
  what: 'seccomp' | 'AppArmor',
  path: FieldPath,
): FieldError[] {
  const field = what === 'seccomp' ? 'seccompProfile' : 'appArmorProfile';
  const place = path.child('localhostProfile');
  if (profile.type === '') return [required(path.child('type'), `type is required when ${field} is set`)];
  if (!PROFILE_TYPES.includes(profile.type)) return [notSupported(path.child('type'), profile.type, PROFILE_TYPES)];
  if (profile.type !== 'Localhost') {
    if (profile.localhostProfile === undefined) return [];
    return [invalid(place, profile.localhostProfile, `can only be set when ${what} type is Localhost`)];
  }
  const name = profile.localhostProfile ?? '';
  if (name.trim() === '') return [required(place, `must be set when ${what} type is Localhost`)];
  if (what === 'AppArmor' && name.trim() !== name) return [invalid(place, name, 'must not be padded with whitespace')];
  return [];
}

function validateWindowsOptions(options: DeepReadonly<WindowsSecurityContextOptions>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (options.runAsUserName === '') {
    errors.push(invalid(path.child('runAsUserName'), options.runAsUserName, 'runAsUserName cannot be an empty string'));
  }
  if (options.gmsaCredentialSpec === '') {
    errors.push(
      invalid(
        path.child('gmsaCredentialSpec'),
        options.gmsaCredentialSpec,
        'gmsaCredentialSpec cannot be an empty string',
      ),
    );
  }
  return errors;
}

/** @go core/validation#ValidatePodSpecificSecurityContext */
export function validatePodSecurityContext(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const place = path.child('securityContext');
  const context = spec.securityContext ?? {};
  const errors: FieldError[] = [
    ...validateHostNamespaces(spec, place),
    ...validateIds(context, place),
    ...(context.supplementalGroups ?? []).flatMap((group, index) =>
      breaches(place.child('supplementalGroups').index(index), group, isValidGroupId(group)),
    ),
    ...oneOfIfSet(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], place.child('fsGroupChangePolicy')),
    ...oneOfIfSet(context.supplementalGroupsPolicy, ['Merge', 'Strict'], place.child('supplementalGroupsPolicy')),
    ...oneOfIfSet(context.seLinuxChangePolicy, ['MountOption', 'Recursive'], place.child('seLinuxChangePolicy')),
    ...validateSysctls(context, spec, place.child('sysctls')),
    ...validateProfiles(context, place),
  ];
  if (context.windowsOptions !== undefined) {
    errors.push(...validateWindowsOptions(context.windowsOptions, place.child('windowsOptions')));
  }
  return errors;
}

function validateHostNamespaces(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    errors.push(
      invalid(path.child('shareProcessNamespace'), true, 'ShareProcessNamespace and HostPID cannot both be enabled'),
    );
  }
  if (spec.hostUsers === false) {
    if (spec.hostNetwork === true) errors.push(forbidden(path.child('hostNetwork'), 'when `hostUsers` is false'));
    if (spec.hostPID === true) errors.push(forbidden(path.child('HostPID'), 'when `hostUsers` is false'));
    if (spec.hostIPC === true) errors.push(forbidden(path.child('HostIPC'), 'when `hostUsers` is false'));
  }
  return errors;
}

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9*]([-_a-z0-9*]*[a-z0-9*])?$/;

function validateSysctls(
  context: DeepReadonly<PodSecurityContext>,
  spec: DeepReadonly<PodSpec>,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (context.sysctls ?? []).flatMap(({ name }, index) => {
    const place = path.index(index).child('name');
    if (name === '') return [required(place)];
    const errors: FieldError[] = [];
    if (name.length > 253 || !SYSCTL.test(name)) {
      const rule = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
      errors.push(invalid(place, name, `must have at most 253 characters and match regex ^${rule}$`));
    }
    if (seen.has(name)) errors.push({ type: 'FieldValueDuplicate', path: String(place), badValue: name, detail: '' });
    seen.add(name);
    if (spec.hostNetwork === true && name.startsWith('net.')) {
      errors.push(invalid(place, name, 'may not be specified when `hostNetwork` is true'));
    }
    return errors;
  });
}

/** Fields that exist on one operating system only. @go core/validation#validateOS */
export function validateOs(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  if (spec.os === undefined) return [];
  const { name } = spec.os;
  if (name === '') return [required(path.child('os'), 'cannot be empty')];
  if (name !== 'linux' && name !== 'windows') return [notSupported(path.child('os'), name, ['linux', 'windows'])];
  return name === 'linux' ? validateLinux(spec, path) : validateWindows(spec, path);
}

function validateLinux(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const detail = 'windows options cannot be set for a linux pod';
  const places = [
    ...(spec.securityContext?.windowsOptions === undefined ? [] : [path.child('securityContext', 'windowsOptions')]),
    ...contextsOf(spec, path).flatMap(([context, place]) =>
      context.windowsOptions === undefined ? [] : [place.child('windowsOptions')],
    ),
  ];
  return places.map((place) => forbidden(place, detail));
}

const LINUX_POD_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
] as const;

const LINUX_CONTAINER_FIELDS = [
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

function validateWindows(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const podContext = spec.securityContext ?? {};
  const places = [
    ...(spec.hostPID === true ? [path.child('hostPID')] : []),
    ...(spec.hostIPC === true ? [path.child('hostIPC')] : []),
    ...(spec.hostUsers === undefined ? [] : [path.child('hostUsers')]),
    ...(spec.shareProcessNamespace === undefined ? [] : [path.child('shareProcessNamespace')]),
    ...LINUX_POD_FIELDS.filter((field) => podContext[field] !== undefined).map((field) =>
      path.child('securityContext', field),
    ),
    ...contextsOf(spec, path).flatMap(([context, place]) =>
      LINUX_CONTAINER_FIELDS.filter((field) => context[field] !== undefined).map((field) => place.child(field)),
    ),
  ];
  return places.map((place) => forbidden(place, 'cannot be set for a windows pod'));
}

function contextsOf(
  spec: DeepReadonly<PodSpec>,
  path: FieldPath,
): readonly (readonly [DeepReadonly<SecurityContext>, FieldPath])[] {
  return (['containers', 'initContainers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) =>
      securityContext === undefined
        ? []
        : [[securityContext, path.child(list).index(index).child('securityContext')] as const],
    ),
  );
}
