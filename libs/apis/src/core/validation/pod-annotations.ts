import type { AppArmorProfile, PodSpec, SeccompProfile, Toleration } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type ObjectMeta,
} from '@kubescript/apimachinery';

import { validateDescendingPath } from './paths.ts';
import { containersWithPath } from './pod-containers.ts';
import type { ToleratedFaults } from './pod-context.ts';
import { validateTolerations } from './scheduling.ts';

type Annotations = Readonly<Record<string, string>>;

/** Pods that kubelets made from files of their nodes carry this. */
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const APPARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';

/** @go core/validation#ValidatePodSpecificAnnotations */
export function validatePodAnnotations(
  annotations: Annotations,
  { spec, tolerated }: { readonly spec: DeepReadonly<PodSpec>; readonly tolerated: ToleratedFaults },
  path: FieldPath,
): FieldError[] {
  const mirror = annotations[MIRROR_ANNOTATION];
  const errors: FieldError[] = [];
  if (mirror !== undefined && (spec.nodeName ?? '') === '') {
    const detail = 'must set spec.nodeName if mirror pod annotation is set';
    errors.push(invalid(path.key(MIRROR_ANNOTATION), mirror, detail));
  }
  errors.push(...validateTolerationAnnotation(annotations, path));
  if (tolerated.deletionCost !== true && hasInvalidDeletionCost(annotations)) {
    errors.push(invalid(path.key(DELETION_COST), annotations[DELETION_COST], 'must be a 32bit integer'));
  }
  for (const [key, value] of Object.entries(annotations)) {
    if (key === SECCOMP || key.startsWith(SECCOMP_PREFIX)) errors.push(...validateSeccompText(value, path.child(key)));
    if (key.startsWith(APPARMOR_PREFIX)) errors.push(...validateAppArmorAnnotation(key, value, spec, path));
  }
  return errors;
}

function validateTolerationAnnotation(annotations: Annotations, path: FieldPath): FieldError[] {
  const text = annotations[TOLERATIONS] ?? '';
  if (text === '') return [];
  try {
    return validateTolerations(JSON.parse(text) as Toleration[], path.child(TOLERATIONS));
  } catch (err) {
    return [invalid(path, TOLERATIONS, err instanceof Error ? err.message : String(err))];
  }
}

/** True if the cost that steers which pod of a ReplicaSet goes first is no number. */
export function hasInvalidDeletionCost(annotations: Annotations): boolean {
  const text = annotations[DELETION_COST];
  if (text === undefined) return false;
  const isNumber = /^(?:0|[1-9]\d*|-\d+)$/.test(text);
  return !isNumber || Number(text) < -(2 ** 31) || Number(text) > 2 ** 31 - 1;
}

/** @go core/validation#ValidateSeccompProfile */
function validateSeccompText(profile: string, path: FieldPath): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  const localhost = 'localhost/';
  if (profile.startsWith(localhost)) return validateDescendingPath(profile.slice(localhost.length), path);
  return [invalid(path, profile, 'must be a valid seccomp profile')];
}

/** @go core/validation#ValidateAppArmorPodAnnotations */
function validateAppArmorAnnotation(
  key: string,
  value: string,
  spec: DeepReadonly<PodSpec>,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const name = key.slice(APPARMOR_PREFIX.length);
  if (!containersWithPath(spec, path).some(([container]) => container.name === name)) {
    errors.push(invalid(path.key(key), name, 'container not found'));
  }
  const isProfile = value === '' || value === 'runtime/default' || value === 'unconfined';
  if (!isProfile && !value.startsWith('localhost/')) {
    errors.push(invalid(path.key(key), value, `invalid AppArmor profile name: "${value}"`));
  }
  return errors;
}

/** Annotations that may neither come, nor go, nor change. @go core/validation#ValidatePodSpecificAnnotationUpdates */
export function validateAnnotationsKept(annotations: Annotations, old: Annotations, path: FieldPath): FieldError[] {
  const frozen = (key: string): string | undefined => {
    if (key.startsWith(APPARMOR_PREFIX)) return 'AppArmor annotations';
    return key === MIRROR_ANNOTATION ? 'mirror pod annotation' : undefined;
  };
  const changed = Object.keys(old).filter((key) => annotations[key] !== old[key]);
  const added = Object.keys(annotations).filter((key) => old[key] === undefined);
  const errorsOf = (keys: readonly string[], verb: string): FieldError[] =>
    keys.flatMap((key) => {
      const what = frozen(key);
      return what === undefined ? [] : [forbidden(path.key(key), `may not ${verb} ${what}`)];
    });
  return [...errorsOf(changed, 'remove or update'), ...errorsOf(added, 'add')];
}

/** What annotations say of profiles must be what the fields say. */
export function validateProfileAnnotations(
  { annotations = {} }: Pick<DeepReadonly<ObjectMeta>, 'annotations'>,
  spec: DeepReadonly<PodSpec>,
  path: FieldPath,
): FieldError[] {
  return [...validateSeccompMatches(annotations, spec, path), ...validateAppArmorMatches(annotations, spec, path)];
}

/** @go core/validation#validateSeccompAnnotationsAndFields */
function validateSeccompMatches(annotations: Annotations, spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const check = (
    text: string | undefined,
    profile: DeepReadonly<SeccompProfile> | undefined,
    place: FieldPath,
  ): FieldError[] =>
    text === undefined || profile === undefined
      ? []
      : validateMatch(profile, text, { what: 'seccomp', defaults: ['runtime/default', 'docker/default'] }, place);
  return [
    ...check(
      annotations[SECCOMP],
      spec.securityContext?.seccompProfile,
      path.child('securityContext', 'seccompProfile'),
    ),
    ...containersWithPath(spec, path).flatMap(([{ name, securityContext }, place]) =>
      check(
        annotations[`${SECCOMP_PREFIX}${name}`],
        securityContext?.seccompProfile,
        place.child('securityContext', 'seccompProfile'),
      ),
    ),
  ];
}

/** @go core/validation#validateAppArmorAnnotationsAndFieldsMatchOnCreate */
function validateAppArmorMatches(annotations: Annotations, spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  if (spec.os?.name === 'windows') return [];
  return containersWithPath(spec, path).flatMap(([{ name, securityContext }, place]) => {
    const profile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    const text = annotations[`${APPARMOR_PREFIX}${name}`];
    if (profile === undefined || text === undefined) return [];
    const at = place.child('securityContext', 'appArmorProfile');
    return validateMatch(profile, text, { what: 'apparmor', defaults: ['runtime/default'] }, at);
  });
}

interface ProfileTexts {
  readonly what: 'seccomp' | 'apparmor';
  readonly defaults: readonly string[];
}

function validateMatch(
  { type, localhostProfile }: DeepReadonly<SeccompProfile | AppArmorProfile>,
  text: string,
  { what, defaults }: ProfileTexts,
  path: FieldPath,
): FieldError[] {
  const mismatch = [forbidden(path.child('type'), `${what} type in annotation and field must match`)];
  switch (type) {
    case 'Unconfined':
      return text === 'unconfined' ? [] : mismatch;
    case 'RuntimeDefault':
      return defaults.includes(text) ? [] : mismatch;
    case 'Localhost': {
      if (!text.startsWith('localhost/')) return mismatch;
      if (text.slice('localhost/'.length) === localhostProfile) return [];
      return [forbidden(path.child('localhostProfile'), `${what} profile in annotation and field must match`)];
    }
    default:
      return [];
  }
}
