import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';
import type { PodSpec } from '@kubescript/api/core/v1';

import type { LevelVersion } from '../api/levels.ts';
import {
  capabilitiesBaseline,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbes,
  privileged,
  procMount,
  sysctls,
  windowsHostProcess,
} from './baseline.ts';
import type { Check, VersionedCheck, Violation } from './check.ts';
import { appArmorProfile, seLinuxOptions, seccompBaseline, seccompRestricted } from './profiles.ts';
import {
  allowPrivilegeEscalation,
  capabilitiesRestricted,
  procMountRestricted,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
} from './restricted.ts';

/** All checks, in the order in which they are reported within their level. */
const checks: readonly Check[] = [
  allowPrivilegeEscalation,
  appArmorProfile,
  capabilitiesBaseline,
  capabilitiesRestricted,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbes,
  privileged,
  procMount,
  procMountRestricted,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seLinuxOptions,
  seccompBaseline,
  seccompRestricted,
  sysctls,
  windowsHostProcess,
];

/** No check changed after this version. */
const newestVersion = Math.max(...checks.flatMap(({ versions }) => versions.map(({ since }) => since)));

const chosen = new Map<string, readonly VersionedCheck[]>();

/**
 * What the pod does that the level forbids as of its version: first by the baseline, then by what is restricted.
 *
 * @go k8s.io/pod-security-admission/policy#(*checkRegistry).EvaluatePod
 */
export function evaluatePod(
  { level, version }: LevelVersion,
  metadata: DeepReadonly<ObjectMeta>,
  spec: DeepReadonly<PodSpec>,
): readonly Violation[] {
  if (level === 'privileged') return [];
  const minor = version === 'latest' ? newestVersion : Math.min(version, newestVersion);
  return checksFor(level, minor).flatMap(({ checkPod }) => checkPod(spec, metadata) ?? []);
}

function checksFor(level: 'baseline' | 'restricted', minor: number): readonly VersionedCheck[] {
  const key = `${level} ${String(minor)}`;
  const known = chosen.get(key);
  if (known) return known;
  const restricted = level === 'restricted' ? versionsOf('restricted', minor) : [];
  const overridden = restricted.flatMap(({ version }) => version.overrides ?? []);
  const baseline = versionsOf('baseline', minor).filter(({ id }) => !overridden.includes(id));
  const made = [...baseline, ...restricted].map(({ version }) => version);
  chosen.set(key, made);
  return made;
}

/** The version of each check of the level that holds; none for checks that came later. */
function versionsOf(
  level: Check['level'],
  minor: number,
): readonly { readonly id: string; readonly version: VersionedCheck }[] {
  return checks.flatMap(({ id, level: own, versions }) => {
    const version = own === level ? versions.findLast(({ since }) => since <= minor) : undefined;
    return version ? [{ id, version }] : [];
  });
}

/** `privileged, hostPort`: what is wrong, for lists of pods. */
export function forbiddenReason(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ');
}

/** `privileged (container "c" must not …), hostPort (…)`: what is wrong, for one pod. */
export function forbiddenDetail(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}
