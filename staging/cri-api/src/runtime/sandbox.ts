import {
  bool,
  enumOf,
  int32,
  int32s,
  int64,
  int64s,
  listOf,
  message,
  of,
  string,
  stringMap,
  strings,
  uint32,
  uint64,
} from '../proto/message.ts';
import type { Decoded, Init } from '../proto/message.ts';

/** Optional int64. */
export const Int64Value = message('Int64Value', { value: int64(1) });
/** Optional uint64. */
export const UInt64Value = message('UInt64Value', { value: uint64(1) });

/** DNS servers, search domains and options of a sandbox. */
export const DnsConfig = message('DNSConfig', { servers: strings(1), searches: strings(2), options: strings(3) });

/** A port of the sandbox that the host opens. */
export const PortMapping = message('PortMapping', {
  protocol: enumOf(1, ['TCP', 'UDP', 'SCTP']),
  containerPort: int32(2),
  hostPort: int32(3),
  hostIp: string(4),
});

/** A range of ids of the host and the ids they have in the container. */
export const IdMapping = message('IDMapping', { hostId: uint32(1), containerId: uint32(2), length: uint32(3) });

const namespaceModes = ['POD', 'CONTAINER', 'NODE', 'TARGET'] as const;
/** Whose namespace of a type a container lives in. */
export type NamespaceMode = (typeof namespaceModes)[number];

/** User namespace of a sandbox. */
export const UserNamespace = message('UserNamespace', {
  mode: enumOf(1, namespaceModes),
  uids: listOf(2, IdMapping),
  gids: listOf(3, IdMapping),
});

/** Namespaces of a sandbox or container. */
export const NamespaceOption = message('NamespaceOption', {
  network: enumOf(1, namespaceModes),
  pid: enumOf(2, namespaceModes),
  ipc: enumOf(3, namespaceModes),
  targetId: string(4),
  usernsOptions: of(5, UserNamespace),
});

/** SELinux label. */
export const SelinuxOption = message('SELinuxOption', {
  user: string(1),
  role: string(2),
  type: string(3),
  level: string(4),
});

/** Seccomp or AppArmor profile. */
export const SecurityProfile = message('SecurityProfile', {
  profileType: enumOf(1, ['RuntimeDefault', 'Unconfined', 'Localhost']),
  localhostRef: string(2),
});

/** A limit of huge pages of one size. */
export const HugepageLimit = message('HugepageLimit', { pageSize: string(1), limit: uint64(2) });

/** Linux resources of a container or sandbox; 0 and '' mean "not specified". */
export const LinuxContainerResources = message('LinuxContainerResources', {
  cpuPeriod: int64(1),
  cpuQuota: int64(2),
  cpuShares: int64(3),
  memoryLimitInBytes: int64(4),
  oomScoreAdj: int64(5),
  cpusetCpus: string(6),
  cpusetMems: string(7),
  hugepageLimits: listOf(8, HugepageLimit),
  unified: stringMap(9),
  memorySwapLimitInBytes: int64(10),
});

/** Linux security of a sandbox. */
export const LinuxSandboxSecurityContext = message('LinuxSandboxSecurityContext', {
  namespaceOptions: of(1, NamespaceOption),
  selinuxOptions: of(2, SelinuxOption),
  runAsUser: of(3, Int64Value),
  readonlyRootfs: bool(4),
  supplementalGroups: int64s(5),
  privileged: bool(6),
  seccompProfilePath: string(7),
  runAsGroup: of(8, Int64Value),
  seccomp: of(9, SecurityProfile),
  apparmor: of(10, SecurityProfile),
  supplementalGroupsPolicy: enumOf(11, ['Merge', 'Strict']),
});

/** Linux part of a sandbox's configuration. */
export const LinuxPodSandboxConfig = message('LinuxPodSandboxConfig', {
  cgroupParent: string(1),
  securityContext: of(2, LinuxSandboxSecurityContext),
  sysctls: stringMap(3),
  overhead: of(4, LinuxContainerResources),
  resources: of(5, LinuxContainerResources),
});

/** Names a sandbox: pod name, uid, namespace, and how many sandboxes the pod had before. */
export const PodSandboxMetadata = message('PodSandboxMetadata', {
  name: string(1),
  uid: string(2),
  namespace: string(3),
  attempt: uint32(4),
});

/** Everything a sandbox is made from. */
export const PodSandboxConfig = message('PodSandboxConfig', {
  metadata: of(1, PodSandboxMetadata),
  hostname: string(2),
  logDirectory: string(3),
  dnsConfig: of(4, DnsConfig),
  portMappings: listOf(5, PortMapping),
  labels: stringMap(6),
  annotations: stringMap(7),
  linux: of(8, LinuxPodSandboxConfig),
});
/** What RunPodSandbox takes. */
export type PodSandboxConfig = Init<typeof PodSandboxConfig>;

export const RunPodSandboxRequest = message('RunPodSandboxRequest', {
  config: of(1, PodSandboxConfig),
  runtimeHandler: string(2),
});
export const RunPodSandboxResponse = message('RunPodSandboxResponse', { podSandboxId: string(1) });
export const StopPodSandboxRequest = message('StopPodSandboxRequest', { podSandboxId: string(1) });
export const StopPodSandboxResponse = message('StopPodSandboxResponse', {});
export const RemovePodSandboxRequest = message('RemovePodSandboxRequest', { podSandboxId: string(1) });
export const RemovePodSandboxResponse = message('RemovePodSandboxResponse', {});
export const PodSandboxStatusRequest = message('PodSandboxStatusRequest', {
  podSandboxId: string(1),
  verbose: bool(2),
});

/** One more IP of a pod. */
export const PodIp = message('PodIP', { ip: string(1) });
/** IPs of a sandbox. */
export const PodSandboxNetworkStatus = message('PodSandboxNetworkStatus', {
  ip: string(1),
  additionalIps: listOf(2, PodIp),
});
/** Namespaces of a running sandbox. */
export const Namespace = message('Namespace', { options: of(2, NamespaceOption) });
/** Linux part of a sandbox's status. */
export const LinuxPodSandboxStatus = message('LinuxPodSandboxStatus', { namespaces: of(1, Namespace) });

const sandboxStates = ['SANDBOX_READY', 'SANDBOX_NOTREADY'] as const;
/** State of a sandbox. */
export type PodSandboxState = (typeof sandboxStates)[number];

/** What the runtime knows of one sandbox. */
export const PodSandboxStatus = message('PodSandboxStatus', {
  id: string(1),
  metadata: of(2, PodSandboxMetadata),
  state: enumOf(3, sandboxStates),
  createdAt: int64(4),
  network: of(5, PodSandboxNetworkStatus),
  linux: of(6, LinuxPodSandboxStatus),
  labels: stringMap(7),
  annotations: stringMap(8),
  runtimeHandler: string(9),
});
export type PodSandboxStatus = Decoded<typeof PodSandboxStatus>;

/** A sandbox state that may be absent. */
export const PodSandboxStateValue = message('PodSandboxStateValue', { state: enumOf(1, sandboxStates) });
/** Which sandboxes to list; all members must hold. */
export const PodSandboxFilter = message('PodSandboxFilter', {
  id: string(1),
  state: of(2, PodSandboxStateValue),
  labelSelector: stringMap(3),
});
export const ListPodSandboxRequest = message('ListPodSandboxRequest', { filter: of(1, PodSandboxFilter) });
/** A sandbox in a list. */
export const PodSandbox = message('PodSandbox', {
  id: string(1),
  metadata: of(2, PodSandboxMetadata),
  state: enumOf(3, sandboxStates),
  createdAt: int64(4),
  labels: stringMap(5),
  annotations: stringMap(6),
  runtimeHandler: string(7),
});
export type PodSandbox = Decoded<typeof PodSandbox>;
export const ListPodSandboxResponse = message('ListPodSandboxResponse', { items: listOf(1, PodSandbox) });

export const PortForwardRequest = message('PortForwardRequest', { podSandboxId: string(1), port: int32s(2) });
export const PortForwardResponse = message('PortForwardResponse', { url: string(1) });
