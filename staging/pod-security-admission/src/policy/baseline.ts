import type { DeepReadonly } from '@kubescript/apimachinery';
import type { LifecycleHandler, PodSpec, Probe } from '@kubescript/api/core/v1';

import {
  type AnyContainer,
  type Check,
  type CheckPod,
  type Violation,
  allContainers,
  containersText,
  exceptUserNamespaces,
  plural,
  quoted,
  settersText,
  sortedSet,
} from './check.ts';

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

/** No capabilities beyond those that containers get anyway. */
export const capabilitiesBaseline: Check = {
  id: 'capabilities_baseline',
  level: 'baseline',
  versions: [{ since: 0, checkPod: addsNoCapabilities }],
};

function addsNoCapabilities(spec: Parameters<CheckPod>[0]): ReturnType<CheckPod> {
  const added = ({ securityContext }: AnyContainer): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !defaultCapabilities.includes(name));
  const bad = allContainers(spec).filter((container) => added(container).length > 0);
  if (bad.length === 0) return undefined;
  const names = quoted(sortedSet(bad.flatMap(added)));
  const detail = `${containersText(bad)} must not include ${names} in securityContext.capabilities.add`;
  return { reason: 'non-default capabilities', detail };
}

/** Namespaces of the host stay the host's. */
export const hostNamespaces: Check = {
  id: 'hostNamespaces',
  level: 'baseline',
  versions: [
    {
      since: 0,
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name] === true);
        if (shared.length === 0) return undefined;
        return { reason: 'host namespaces', detail: shared.map((name) => `${name}=true`).join(', ') };
      },
    },
  ],
};

/** No directories of the host. */
export const hostPathVolumes: Check = {
  id: 'hostPathVolumes',
  level: 'baseline',
  versions: [
    {
      since: 0,
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const bad = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
        if (bad.length === 0) return undefined;
        return { reason: 'hostPath volumes', detail: `${plural('volume', 'volumes', bad.length)} ${quoted(bad)}` };
      },
    },
  ],
};

/** No ports of the host. */
export const hostPorts: Check = {
  id: 'hostPorts',
  level: 'baseline',
  versions: [
    {
      since: 0,
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const portsOf = ({ ports = [] }: AnyContainer): readonly string[] =>
          ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]));
        const bad = allContainers(spec).filter((container) => portsOf(container).length > 0);
        if (bad.length === 0) return undefined;
        const ports = sortedSet(bad.flatMap(portsOf));
        const uses = `${containersText(bad)} ${plural('uses', 'use', bad.length)}`;
        const detail = `${uses} ${plural('hostPort', 'hostPorts', ports.length)} ${ports.join(', ')}`;
        return { reason: 'hostPort', detail };
      },
    },
  ],
};

/** Probes and hooks ask the pod itself, not others on behalf of the node. */
export const hostProbes: Check = {
  id: 'hostProbesAndHostLifecycle',
  level: 'baseline',
  versions: [
    {
      since: 34,
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const bad = allContainers(spec).filter((container) => askedHosts(container).length > 0);
        if (bad.length === 0) return undefined;
        const hosts = sortedSet(bad.flatMap(askedHosts));
        const names = sortedSet(bad.map(({ name }) => name));
        const who = `${plural('container', 'containers', names.length)} ${quoted(names)}`;
        const what = plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length);
        const detail = `${who} ${plural('uses', 'use', names.length)} ${what} ${quoted(hosts)}`;
        return { reason: 'probe or lifecycle host', detail };
      },
    },
  ],
};

function askedHosts({ livenessProbe, readinessProbe, startupProbe, lifecycle }: AnyContainer): readonly string[] {
  const handlers: readonly DeepReadonly<Probe | LifecycleHandler | undefined>[] = [
    livenessProbe,
    readinessProbe,
    startupProbe,
    lifecycle?.postStart,
    lifecycle?.preStop,
  ];
  return handlers
    .flatMap((handler) => [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''])
    .filter((host) => host !== '');
}

/** No privileged containers. */
export const privileged: Check = {
  id: 'privileged',
  level: 'baseline',
  versions: [
    {
      since: 0,
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const bad = allContainers(spec).filter(({ securityContext }) => securityContext?.privileged === true);
        if (bad.length === 0) return undefined;
        return { reason: 'privileged', detail: `${containersText(bad)} must not set securityContext.privileged=true` };
      },
    },
  ],
};

/** The usual mask over /proc. */
export const maskedProc: CheckPod = (spec) => {
  const typeOf = ({ securityContext }: AnyContainer): string => securityContext?.procMount ?? 'Default';
  const bad = allContainers(spec).filter((container) => typeOf(container) !== 'Default');
  if (bad.length === 0) return undefined;
  const types = quoted(sortedSet(bad.map(typeOf)));
  return { reason: 'procMount', detail: `${containersText(bad)} must not set securityContext.procMount to ${types}` };
};

/** As `maskedProc`, in user namespaces only until they were there for all. */
export const procMount: Check = {
  id: 'procMount',
  level: 'baseline',
  versions: [
    { since: 0, checkPod: maskedProc },
    { since: 35, checkPod: exceptUserNamespaces(maskedProc) },
  ],
};

const originalSysctls: readonly string[] = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctls27 = [...originalSysctls, 'net.ipv4.ip_local_reserved_ports'];
const sysctls29 = [
  ...sysctls27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

/** Only sysctls that affect nothing but the pod. */
export const sysctls: Check = {
  id: 'sysctls',
  level: 'baseline',
  versions: [
    { since: 0, checkPod: onlySysctls(originalSysctls) },
    { since: 27, checkPod: onlySysctls(sysctls27) },
    { since: 29, checkPod: onlySysctls(sysctls29) },
    { since: 32, checkPod: onlySysctls(sysctls32) },
  ],
};

function onlySysctls(allowed: readonly string[]): CheckPod {
  return (spec) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name);
    const bad = names.filter((name) => !allowed.includes(name));
    return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
  };
}

/** No containers that are processes of a Windows host. */
export const windowsHostProcess: Check = {
  id: 'windowsHostProcess',
  level: 'baseline',
  versions: [
    {
      since: 0,
      checkPod(spec: DeepReadonly<PodSpec>): Violation | undefined {
        const bad = allContainers(spec).filter(
          ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true,
        );
        const setters = settersText(spec.securityContext?.windowsOptions?.hostProcess === true, bad);
        if (setters === '') return undefined;
        const detail = `${setters} must not set securityContext.windowsOptions.hostProcess=true`;
        return { reason: 'hostProcess', detail };
      },
    },
  ],
};
