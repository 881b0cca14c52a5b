import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';
import type { PodSpec } from '@kubescript/api/core/v1';

import {
  appArmorProfile,
  baselineCapabilities,
  baselineSeccomp,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
  type Check,
} from './baseline.ts';
import {
  allowPrivilegeEscalation,
  restrictedCapabilities,
  restrictedSeccomp,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
} from './restricted.ts';

/** How much a namespace allows its pods. */
export const levels = ['privileged', 'baseline', 'restricted'] as const;

/** A level by name. */
export type Level = (typeof levels)[number];

/** A level and the version of Kubernetes that it is meant as of. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: string;
}

const baselineChecks: readonly Check[] = [
  appArmorProfile,
  baselineCapabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  baselineSeccomp,
  sysctls,
  windowsHostProcess,
];

/** Where the restricted level has a stricter check of its own, the one of baseline says nothing new. */
const overridden: readonly Check[] = [baselineCapabilities, hostPathVolumes, baselineSeccomp];

const restrictedChecks: readonly Check[] = [
  ...baselineChecks.filter((check) => !overridden.includes(check)),
  allowPrivilegeEscalation,
  restrictedCapabilities,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  restrictedSeccomp,
];

const checksOf: Readonly<Record<Level, readonly Check[]>> = {
  privileged: [],
  baseline: baselineChecks,
  restricted: restrictedChecks,
};

/**
 * What a pod does that the level forbids; '' if nothing. The checks are those of the newest version.
 *
 * @go k8s.io/pod-security-admission/policy#(*checkRegistry).EvaluatePod
 */
export function violations(level: Level, metadata: DeepReadonly<ObjectMeta>, spec: DeepReadonly<PodSpec>): string {
  return checksOf[level].flatMap((check) => check(spec, metadata) ?? []).join(', ');
}
