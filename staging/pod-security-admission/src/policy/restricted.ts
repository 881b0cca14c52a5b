import type { DeepReadonly } from '@kubescript/apimachinery';
import type { PodSpec } from '@kubescript/api/core/v1';

import { maskedProc } from './baseline.ts';
import {
  type AnyContainer,
  type Check,
  type CheckPod,
  type Violation,
  allContainers,
  containersText,
  exceptUserNamespaces,
  exceptWindows,
  plural,
  quoted,
  settersText,
  sortedSet,
} from './check.ts';

const noEscalation: CheckPod = (spec) => {
  const bad = allContainers(spec).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  const detail = `${containersText(bad)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};

/** Processes may not gain privileges. */
export const allowPrivilegeEscalation: Check = {
  id: 'allowPrivilegeEscalation',
  level: 'restricted',
  versions: [
    { since: 8, checkPod: noEscalation },
    { since: 25, checkPod: exceptWindows(noEscalation) },
  ],
};

const dropsCapabilities: CheckPod = (spec) => {
  const extra = ({ securityContext }: AnyContainer): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE');
  const containers = allContainers(spec);
  const keeping = containers.filter(
    ({ securityContext }) => !(securityContext?.capabilities?.drop ?? []).includes('ALL'),
  );
  const adding = containers.filter((container) => extra(container).length > 0);
  const problems: string[] = [];
  if (keeping.length > 0) {
    problems.push(`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`);
  }
  if (adding.length > 0) {
    const names = quoted(sortedSet(adding.flatMap(extra)));
    problems.push(`${containersText(adding)} must not include ${names} in securityContext.capabilities.add`);
  }
  return problems.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: problems.join('; ') };
};

/** All capabilities are dropped; only the one for low ports may be taken back. */
export const capabilitiesRestricted: Check = {
  id: 'capabilities_restricted',
  level: 'restricted',
  versions: [
    { since: 22, checkPod: dropsCapabilities, overrides: ['capabilities_baseline'] },
    { since: 25, checkPod: exceptWindows(dropsCapabilities), overrides: ['capabilities_baseline'] },
  ],
};

/** The usual mask over /proc, in user namespaces too. */
export const procMountRestricted: Check = {
  id: 'procMount_restricted',
  level: 'restricted',
  versions: [{ since: 35, checkPod: maskedProc, overrides: ['procMount'] }],
};

const allowedVolumes: readonly string[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** Only volumes that are the pod's or the cluster's. */
export const restrictedVolumes: Check = {
  id: 'restrictedVolumes',
  level: 'restricted',
  versions: [
    {
      since: 0,
      overrides: ['hostPathVolumes'],
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const sourceOf = (volume: object): string => Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
        const bad = (spec.volumes ?? []).filter((volume) => !allowedVolumes.includes(sourceOf(volume)));
        if (bad.length === 0) return undefined;
        const types = sortedSet(bad.map(sourceOf));
        const names = `${plural('volume', 'volumes', bad.length)} ${quoted(bad.map(({ name }) => name))}`;
        const what = plural('restricted volume type', 'restricted volume types', types.length);
        const detail = `${names} ${plural('uses', 'use', bad.length)} ${what} ${quoted(types)}`;
        return { reason: 'restricted volume types', detail };
      },
    },
  ],
};

const neverRoot: CheckPod = (spec) => {
  const ofPod = spec.securityContext?.runAsNonRoot;
  const containers = allContainers(spec);
  const refusing = containers.filter(({ securityContext }) => securityContext?.runAsNonRoot === false);
  const setters = settersText(ofPod === false, refusing);
  const reason = 'runAsNonRoot != true';
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  const silent = containers.filter(({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (ofPod === true || silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

/** Nothing runs as root. */
export const runAsNonRoot: Check = {
  id: 'runAsNonRoot',
  level: 'restricted',
  versions: [
    { since: 0, checkPod: neverRoot },
    { since: 35, checkPod: exceptUserNamespaces(neverRoot) },
  ],
};

const notUserZero: CheckPod = (spec) => {
  const bad = allContainers(spec).filter(({ securityContext }) => securityContext?.runAsUser === 0);
  const setters = settersText(spec.securityContext?.runAsUser === 0, bad);
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};

/** Nobody chooses to be root. */
export const runAsUser: Check = {
  id: 'runAsUser',
  level: 'restricted',
  versions: [
    { since: 23, checkPod: notUserZero },
    { since: 35, checkPod: exceptUserNamespaces(notUserZero) },
  ],
};
