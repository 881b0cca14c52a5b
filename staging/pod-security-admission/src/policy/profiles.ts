import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';
import type { PodSpec, SELinuxOptions } from '@kubescript/api/core/v1';

import {
  type AnyContainer,
  type Check,
  type CheckPod,
  type Violation,
  allContainers,
  containersText,
  exceptWindows,
  plural,
  quoted,
  settersText,
  sortedSet,
} from './check.ts';

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
const allowedProfiles: readonly string[] = ['RuntimeDefault', 'Localhost'];

/** AppArmor profiles may be chosen, not switched off, by fields or annotations. */
export const appArmorProfile: Check = {
  id: 'appArmorProfile',
  level: 'baseline',
  versions: [{ since: 0, checkPod: hasAppArmor }],
};

function hasAppArmor(spec: DeepReadonly<PodSpec>, metadata: DeepReadonly<ObjectMeta>): Violation | undefined {
  const isBad = (type: string | undefined): boolean => type !== undefined && !allowedProfiles.includes(type);
  const typeOf = ({ securityContext }: AnyContainer): string | undefined => securityContext?.appArmorProfile?.type;
  const podType = spec.securityContext?.appArmorProfile?.type;
  const bad = allContainers(spec).filter((container) => isBad(typeOf(container)));
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAllowedAnnotation(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort();
  const setters = [
    settersText(isBad(podType), bad),
    annotations.length === 0 ? '' : plural('annotation', 'annotations', annotations.length),
  ].filter((text) => text !== '');
  if (setters.length === 0) return undefined;
  const types = sortedSet([podType, ...bad.map(typeOf)].flatMap((type) => (isBad(type) ? [type ?? ''] : [])));
  const values = [...types, ...annotations];
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', values.length),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
}

function isAllowedAnnotation(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/');
}

const seLinuxTypes: readonly string[] = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

/** SELinux types may be chosen among those for containers; users and roles may not be set. */
export const seLinuxOptions: Check = {
  id: 'seLinuxOptions',
  level: 'baseline',
  versions: [
    { since: 0, checkPod: onlySeLinux(seLinuxTypes) },
    { since: 31, checkPod: onlySeLinux([...seLinuxTypes, 'container_engine_t']) },
  ],
};

function onlySeLinux(allowed: readonly string[]): CheckPod {
  type Options = DeepReadonly<SELinuxOptions> | undefined;
  const isBad = (options: Options): boolean =>
    options !== undefined &&
    (!allowed.includes(options.type ?? '') || (options.user ?? '') !== '' || (options.role ?? '') !== '');
  return (spec) => {
    const podOptions = spec.securityContext?.seLinuxOptions;
    const bad = allContainers(spec).filter(({ securityContext }) => isBad(securityContext?.seLinuxOptions));
    const setters = settersText(isBad(podOptions), bad);
    if (setters === '') return undefined;
    const all: Options[] = [podOptions, ...bad.map(({ securityContext }) => securityContext?.seLinuxOptions)];
    const types = sortedSet(all.map((options) => options?.type ?? '').filter((type) => !allowed.includes(type)));
    const problems = [
      ...(types.length === 0 ? [] : [`${plural('type', 'types', types.length)} ${quoted(types)}`]),
      ...(all.some((options) => (options?.user ?? '') !== '') ? ['user may not be set'] : []),
      ...(all.some((options) => (options?.role ?? '') !== '') ? ['role may not be set'] : []),
    ];
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`;
    return { reason: 'seLinuxOptions', detail };
  };
}

const podSeccompAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccompAnnotation = 'container.seccomp.security.alpha.kubernetes.io/';

/** Seccomp may not be switched off; by annotations until there were fields. */
export const seccompBaseline: Check = {
  id: 'seccompProfile_baseline',
  level: 'baseline',
  versions: [
    { since: 0, checkPod: hasSeccompAnnotations },
    { since: 19, checkPod: (spec) => seccompSetters(spec) },
  ],
};

function hasSeccompAnnotations(
  spec: DeepReadonly<PodSpec>,
  { annotations = {} }: DeepReadonly<ObjectMeta>,
): Violation | undefined {
  const keys = [podSeccompAnnotation, ...allContainers(spec).map(({ name }) => `${containerSeccompAnnotation}${name}`)];
  const bad = keys.flatMap((key) => {
    const value = annotations[key];
    return value === undefined || isAllowedSeccomp(value) ? [] : [`${key}=${JSON.stringify(value)}`];
  });
  if (bad.length === 0) return undefined;
  const values = sortedSet(bad);
  const detail = `forbidden ${plural('annotation', 'annotations', values.length)} ${values.join(', ')}`;
  return { reason: 'seccompProfile', detail };
}

function isAllowedSeccomp(value: string): boolean {
  return value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');
}

function seccompTypeOf({ securityContext }: AnyContainer): string | undefined {
  return securityContext?.seccompProfile?.type;
}

/** Who sets a profile that is not allowed. */
function seccompSetters(spec: DeepReadonly<PodSpec>): Violation | undefined {
  const isBad = (type: string | undefined): boolean => type !== undefined && !allowedProfiles.includes(type);
  const podType = spec.securityContext?.seccompProfile?.type;
  const bad = allContainers(spec).filter((container) => isBad(seccompTypeOf(container)));
  const setters = settersText(isBad(podType), bad);
  if (setters === '') return undefined;
  const types = [podType, ...bad.map(seccompTypeOf)].flatMap((type) => (isBad(type) ? [type ?? ''] : []));
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${quoted(sortedSet(types))}`;
  return { reason: 'seccompProfile', detail };
}

/** Seccomp is switched on. */
const hasSeccomp: CheckPod = (spec) => {
  const wrong = seccompSetters(spec);
  if (wrong) return wrong;
  const silent = allContainers(spec).filter((container) => seccompTypeOf(container) === undefined);
  if (spec.securityContext?.seccompProfile !== undefined || silent.length === 0) return undefined;
  const wanted = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: 'seccompProfile', detail: `pod or ${containersText(silent)} ${wanted}` };
};

/** As `hasSeccomp`, but for pods of Windows since pods can say that they are. */
export const seccompRestricted: Check = {
  id: 'seccompProfile_restricted',
  level: 'restricted',
  versions: [
    { since: 19, checkPod: hasSeccomp, overrides: ['seccompProfile_baseline'] },
    { since: 25, checkPod: exceptWindows(hasSeccomp), overrides: ['seccompProfile_baseline'] },
  ],
};
