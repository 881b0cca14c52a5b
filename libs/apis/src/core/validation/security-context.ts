import type { AppArmorProfile, SeccompProfile, SecurityContext } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isValidGroupId,
  isValidUserId,
  notSupported,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { capabilities } from '../capabilities.ts';
import { goSecurityContext } from './go-names.ts';
import { validateDescendingPath } from './paths.ts';
import { validateWindowsOptions } from './windows-options.ts';

const PROC_MOUNTS = ['Default', 'Unmasked'];

/** @go core/validation#ValidateSecurityContext */
export function validateSecurityContext(
  context: DeepReadonly<SecurityContext>,
  hostUsers: boolean,
  path: FieldPath,
): FieldError[] {
  const { runAsUser, runAsGroup, procMount, seccompProfile, appArmorProfile, windowsOptions } = context;
  const errors: FieldError[] = [
    ...(context.privileged === true && !capabilities().allowPrivileged
      ? [forbidden(path.child('privileged'), 'disallowed by cluster policy')]
      : []),
    ...(runAsUser === undefined ? [] : breaches(path.child('runAsUser'), runAsUser, isValidUserId(runAsUser))),
    ...(runAsGroup === undefined ? [] : breaches(path.child('runAsGroup'), runAsGroup, isValidGroupId(runAsGroup))),
  ];
  if (procMount !== undefined && !PROC_MOUNTS.includes(procMount)) {
    errors.push(notSupported(path.child('procMount'), procMount, PROC_MOUNTS));
  }
  if (procMount === 'Unmasked' && hostUsers) {
    errors.push(invalid(path.child('procMount'), procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  if (seccompProfile !== undefined) errors.push(...validateSeccomp(seccompProfile, path.child('seccompProfile')));
  if (context.allowPrivilegeEscalation === false) errors.push(...validateNoEscalation(context, path));
  if (windowsOptions !== undefined) {
    errors.push(...validateWindowsOptions(windowsOptions, path.child('windowsOptions')));
  }
  if (appArmorProfile !== undefined) errors.push(...validateAppArmor(appArmorProfile, path.child('appArmorProfile')));
  return errors;
}

function validateNoEscalation(context: DeepReadonly<SecurityContext>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (context.privileged === true) {
    const detail = 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true';
    errors.push(invalid(path, goSecurityContext(context), detail));
  }
  if (context.capabilities?.add?.includes('CAP_SYS_ADMIN') === true) {
    const detail = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
    errors.push(invalid(path, goSecurityContext(context), detail));
  }
  return errors;
}

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** @go core/validation#validateSeccompProfileField */
export function validateSeccomp(profile: DeepReadonly<SeccompProfile>, path: FieldPath): FieldError[] {
  const { type, localhostProfile } = profile;
  const place = path.child('localhostProfile');
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(path.child('type'), 'type is required when seccompProfile is set'));
  else if (!PROFILE_TYPES.includes(type)) errors.push(notSupported(path.child('type'), type, PROFILE_TYPES));
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return errors;
    const shown = { Type: type, LocalhostProfile: localhostProfile };
    return [...errors, invalid(place, shown, 'can only be set when seccomp type is Localhost')];
  }
  if (localhostProfile === undefined) return [required(place, 'must be set when seccomp type is Localhost')];
  return validateDescendingPath(localhostProfile, place);
}

const MAX_APP_ARMOR_PROFILE = 4095;

/** @go core/validation#ValidateAppArmorProfileField */
export function validateAppArmor(profile: DeepReadonly<AppArmorProfile>, path: FieldPath): FieldError[] {
  const { type, localhostProfile } = profile;
  const place = path.child('localhostProfile');
  if (type === '') return [required(path.child('type'), 'type is required when appArmorProfile is set')];
  if (!PROFILE_TYPES.includes(type)) return [notSupported(path.child('type'), type, PROFILE_TYPES)];
  if (type === 'Localhost') return validateLocalhostProfile(localhostProfile, place);
  if (localhostProfile === undefined) return [];
  return [invalid(place, localhostProfile, 'can only be set when AppArmor type is Localhost')];
}

function validateLocalhostProfile(profile: string | undefined, path: FieldPath): FieldError[] {
  const missing = 'must be set when AppArmor type is Localhost';
  if (profile === undefined) return [required(path, missing)];
  const errors: FieldError[] = [];
  if (profile.trim() !== profile) errors.push(invalid(path, profile, 'must not be padded with whitespace'));
  else if (profile === '') errors.push(required(path, missing));
  if (byteLength(profile) > MAX_APP_ARMOR_PROFILE) errors.push(tooLong(path, '', MAX_APP_ARMOR_PROFILE));
  return errors;
}
