import type { Check } from './baseline.ts';
import { allContainers, containersText, plural, quoted } from './words.ts';

const allowedVolumeTypes: readonly string[] = [
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

const allowedSeccompTypes: readonly string[] = ['RuntimeDefault', 'Localhost'];

/** Processes may not gain privileges. */
export const allowPrivilegeEscalation: Check = (spec) => {
  const bad = allContainers(spec).filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  return `allowPrivilegeEscalation != false (${containersText(bad)} must set securityContext.allowPrivilegeEscalation=false)`;
};

/** All capabilities are dropped; only the one for low ports may be taken back. */
export const restrictedCapabilities: Check = (spec) => {
  const keeping = allContainers(spec).filter(
    ({ securityContext }) => !(securityContext?.capabilities?.drop ?? []).includes('ALL'),
  );
  const extra = (names: readonly string[] = []): readonly string[] =>
    names.filter((name) => name !== 'NET_BIND_SERVICE');
  const adding = allContainers(spec).filter(
    ({ securityContext }) => extra(securityContext?.capabilities?.add).length > 0,
  );
  const problems: string[] = [];
  if (keeping.length > 0) {
    problems.push(`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`);
  }
  if (adding.length > 0) {
    const names = [
      ...new Set(adding.flatMap(({ securityContext }) => extra(securityContext?.capabilities?.add))),
    ].sort();
    problems.push(`${containersText(adding)} must not include ${quoted(names)} in securityContext.capabilities.add`);
  }
  return problems.length === 0 ? undefined : `unrestricted capabilities (${problems.join('; ')})`;
};

/** Only volumes that are the pod's or the cluster's. */
export const restrictedVolumes: Check = (spec) => {
  const typeOf = (volume: object): string => Object.keys(volume).find((key) => key !== 'name') ?? 'emptyDir';
  const bad = (spec.volumes ?? []).filter((volume) => !allowedVolumeTypes.includes(typeOf(volume)));
  if (bad.length === 0) return undefined;
  const types = [...new Set(bad.map(typeOf))].sort();
  const names = quoted(bad.map(({ name }) => name));
  const words = `${plural('volume', 'volumes', bad.length)} ${names} ${plural('uses', 'use', bad.length)}`;
  return `restricted volume types (${words} restricted volume ${plural('type', 'types', types.length)} ${quoted(types)})`;
};

/** Nothing runs as root. */
export const runAsNonRoot: Check = (spec) => {
  const ofPod = spec.securityContext?.runAsNonRoot;
  const containers = allContainers(spec);
  const refusing = containers.filter(({ securityContext }) => securityContext?.runAsNonRoot === false);
  const silent = containers.filter(({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  const problems: string[] = [];
  const bad = [...(ofPod === false ? ['pod'] : []), ...(refusing.length > 0 ? [containersText(refusing)] : [])];
  if (bad.length > 0) problems.push(`${bad.join(' and ')} must not set securityContext.runAsNonRoot=false`);
  if (bad.length === 0 && ofPod !== true && silent.length > 0) {
    problems.push(`pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true`);
  }
  return problems.length === 0 ? undefined : `runAsNonRoot != true (${problems.join('; ')})`;
};

/** Nobody chooses to be root. */
export const runAsUser: Check = (spec) => {
  const bad = allContainers(spec).filter(({ securityContext }) => securityContext?.runAsUser === 0);
  const setters = [
    ...(spec.securityContext?.runAsUser === 0 ? ['pod'] : []),
    ...(bad.length > 0 ? [containersText(bad)] : []),
  ];
  return setters.length === 0 ? undefined : `runAsUser=0 (${setters.join(' and ')} must not set runAsUser=0)`;
};

/** Seccomp is switched on. */
export const restrictedSeccomp: Check = (spec) => {
  const podType = spec.securityContext?.seccompProfile?.type;
  const isBad = (type: string | undefined): boolean => type !== undefined && !allowedSeccompTypes.includes(type);
  const containers = allContainers(spec);
  const bad = containers.filter(({ securityContext }) => isBad(securityContext?.seccompProfile?.type));
  const silent = containers.filter(({ securityContext }) => securityContext?.seccompProfile?.type === undefined);
  const problems: string[] = [];
  const setters = [...(isBad(podType) ? ['pod'] : []), ...(bad.length > 0 ? [containersText(bad)] : [])];
  if (setters.length > 0) {
    const types = [podType, ...bad.map(({ securityContext }) => securityContext?.seccompProfile?.type)];
    const names = [...new Set(types.flatMap((type) => (isBad(type) ? [type ?? ''] : [])))].sort();
    problems.push(`${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${quoted(names)}`);
  }
  if (setters.length === 0 && podType === undefined && silent.length > 0) {
    const wanted = 'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
    problems.push(`pod or ${containersText(silent)} must set ${wanted}`);
  }
  return problems.length === 0 ? undefined : `seccompProfile (${problems.join('; ')})`;
};
