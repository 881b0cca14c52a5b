import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';
import type { PodSpec, SELinuxOptions } from '@kubescript/api/core/v1';

import { allContainers, containersText, plural, quoted } from './words.ts';

/** What a pod does that a level forbids: `privileged (container "c" must not …)`; undefined if it does not. */
export type Check = (spec: DeepReadonly<PodSpec>, metadata: DeepReadonly<ObjectMeta>) => string | undefined;

const defaultCapabilities: readonly string[] = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];

const safeSysctls: readonly string[] = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_wmem',
];

const seLinuxTypes: readonly string[] = [
  '',
  'container_t',
  'container_init_t',
  'container_kvm_t',
  'container_engine_t',
];
const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';

/** AppArmor profiles may be chosen, not switched off. */
export const appArmorProfile: Check = (spec, metadata) => {
  const problems: string[] = [];
  if (isUnconfined(spec.securityContext?.appArmorProfile?.type)) {
    problems.push('pod must not set AppArmor profile type to "Unconfined"');
  }
  const bad = allContainers(spec).filter(({ securityContext }) => isUnconfined(securityContext?.appArmorProfile?.type));
  if (bad.length > 0) problems.push(`${containersText(bad)} must not set AppArmor profile type to "Unconfined"`);
  const annotations = Object.entries(metadata.annotations ?? {}).filter(
    ([key, value]) => key.startsWith(appArmorPrefix) && value === 'unconfined',
  );
  if (annotations.length > 0) {
    const list = annotations.map(([key, value]) => `"${key}="${value}""`).sort();
    problems.push(`${plural('annotation', 'annotations', list.length)} ${list.join(', ')}`);
  }
  if (problems.length === 0) return undefined;
  return `${plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', problems.length)} (${problems.join(', ')})`;
};

function isUnconfined(type: string | undefined): boolean {
  return type === 'Unconfined';
}

/** No capabilities beyond those that containers get anyway. */
export const baselineCapabilities: Check = (spec) => {
  const added = (names: readonly string[] | undefined): readonly string[] =>
    (names ?? []).filter((name) => !defaultCapabilities.includes(name));
  const bad = allContainers(spec).filter(({ securityContext }) => added(securityContext?.capabilities?.add).length > 0);
  if (bad.length === 0) return undefined;
  const names = [...new Set(bad.flatMap(({ securityContext }) => added(securityContext?.capabilities?.add)))].sort();
  return `non-default capabilities (${containersText(bad)} must not include ${quoted(names)} in securityContext.capabilities.add)`;
};

/** Namespaces of the host stay the host's. */
export const hostNamespaces: Check = (spec) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name] === true);
  return shared.length === 0 ? undefined : `host namespaces (${shared.map((name) => `${name}=true`).join(', ')})`;
};

/** No directories of the host. */
export const hostPathVolumes: Check = (spec) => {
  const bad = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
  return bad.length === 0 ? undefined : `hostPath volumes (${plural('volume', 'volumes', bad.length)} ${quoted(bad)})`;
};

/** No ports of the host. */
export const hostPorts: Check = (spec) => {
  const bad = allContainers(spec).filter(({ ports = [] }) => ports.some(({ hostPort }) => hostPort));
  if (bad.length === 0) return undefined;
  const ports = [...new Set(bad.flatMap((container) => (container.ports ?? []).map(({ hostPort }) => hostPort ?? 0)))]
    .filter((port) => port !== 0)
    .sort((a, b) => a - b);
  const word = plural('hostPort', 'hostPorts', ports.length);
  return `${word} (${containersText(bad)} ${plural('uses', 'use', bad.length)} ${word} ${ports.join(', ')})`;
};

/** No privileged containers. */
export const privileged: Check = (spec) => {
  const bad = allContainers(spec).filter(({ securityContext }) => securityContext?.privileged === true);
  if (bad.length === 0) return undefined;
  return `privileged (${containersText(bad)} must not set securityContext.privileged=true)`;
};

/** The usual mask over /proc. */
export const procMount: Check = (spec) => {
  const type = ({ procMount: mount }: { readonly procMount?: string } = {}): string => mount ?? 'Default';
  const bad = allContainers(spec).filter(({ securityContext }) => type(securityContext) !== 'Default');
  if (bad.length === 0) return undefined;
  const types = [...new Set(bad.map(({ securityContext }) => type(securityContext)))].sort();
  return `procMount (${containersText(bad)} must not set securityContext.procMount to ${quoted(types)})`;
};

/** SELinux types may be chosen among those for containers; users and roles may not be set. */
export const seLinuxOptions: Check = (spec) => {
  const setters: string[] = [];
  const complaints: string[] = [];
  const podProblems = seLinuxProblems(spec.securityContext?.seLinuxOptions);
  if (podProblems.length > 0) setters.push('pod');
  complaints.push(...podProblems);
  const bad = allContainers(spec).filter(
    ({ securityContext }) => seLinuxProblems(securityContext?.seLinuxOptions).length > 0,
  );
  if (bad.length > 0) setters.push(containersText(bad));
  complaints.push(...bad.flatMap(({ securityContext }) => seLinuxProblems(securityContext?.seLinuxOptions)));
  if (setters.length === 0) return undefined;
  const details = [...new Set(complaints)].join('; ');
  return `seLinuxOptions (${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${details})`;
};

function seLinuxProblems(options: DeepReadonly<SELinuxOptions> | undefined): readonly string[] {
  if (!options) return [];
  return [
    ...(seLinuxTypes.includes(options.type ?? '') ? [] : [`type "${options.type ?? ''}"`]),
    ...((options.user ?? '') === '' ? [] : ['user may not be set']),
    ...((options.role ?? '') === '' ? [] : ['role may not be set']),
  ];
}

/** Seccomp may not be switched off. */
export const baselineSeccomp: Check = (spec) => {
  const problems: string[] = [];
  if (isUnconfined(spec.securityContext?.seccompProfile?.type)) {
    problems.push('pod must not set securityContext.seccompProfile.type to "Unconfined"');
  }
  const bad = allContainers(spec).filter(({ securityContext }) => isUnconfined(securityContext?.seccompProfile?.type));
  if (bad.length > 0) {
    problems.push(`${containersText(bad)} must not set securityContext.seccompProfile.type to "Unconfined"`);
  }
  return problems.length === 0 ? undefined : `seccompProfile (${problems.join('; ')})`;
};

/** Only sysctls that affect nothing but the pod. */
export const sysctls: Check = (spec) => {
  const bad = (spec.securityContext?.sysctls ?? [])
    .map(({ name }) => name)
    .filter((name) => !safeSysctls.includes(name));
  return bad.length === 0 ? undefined : `forbidden sysctls (${bad.join(', ')})`;
};

/** No containers that are processes of a Windows host. */
export const windowsHostProcess: Check = (spec) => {
  const problems: string[] = [];
  if (spec.securityContext?.windowsOptions?.hostProcess === true) problems.push('pod');
  const bad = allContainers(spec).filter(
    ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true,
  );
  if (bad.length > 0) problems.push(containersText(bad));
  if (problems.length === 0) return undefined;
  return `hostProcess (${problems.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true)`;
};
