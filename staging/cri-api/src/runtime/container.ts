import {
  bool,
  bytes,
  enumOf,
  int32,
  int64,
  int64s,
  listOf,
  message,
  of,
  string,
  stringMap,
  strings,
  uint32,
} from '../proto/message.ts';
import type { Decoded, Init } from '../proto/message.ts';
import { ImageSpec } from './image.ts';
import {
  IdMapping,
  Int64Value,
  LinuxContainerResources,
  NamespaceOption,
  PodSandboxConfig,
  PodSandboxStatus,
  SecurityProfile,
  SelinuxOption,
} from './sandbox.ts';

/** A path of the host mounted into a container. */
export const Mount = message('Mount', {
  containerPath: string(1),
  hostPath: string(2),
  readonly: bool(3),
  selinuxRelabel: bool(4),
  propagation: enumOf(5, ['PROPAGATION_PRIVATE', 'PROPAGATION_HOST_TO_CONTAINER', 'PROPAGATION_BIDIRECTIONAL']),
  uidMappings: listOf(6, IdMapping),
  gidMappings: listOf(7, IdMapping),
  recursiveReadOnly: bool(8),
  image: of(9, ImageSpec),
  imageSubPath: string(10),
});
export type Mount = Init<typeof Mount>;

/** An environment variable. */
export const KeyValue = message('KeyValue', { key: string(1), value: string(2) });
/** A device of the host in a container. */
export const Device = message('Device', { containerPath: string(1), hostPath: string(2), permissions: string(3) });
/** A device by its CDI name. */
export const CdiDevice = message('CDIDevice', { name: string(1) });
/** Capabilities to add and to drop. */
export const Capability = message('Capability', {
  addCapabilities: strings(1),
  dropCapabilities: strings(2),
  addAmbientCapabilities: strings(3),
});

/** Linux security of a container. */
export const LinuxContainerSecurityContext = message('LinuxContainerSecurityContext', {
  capabilities: of(1, Capability),
  privileged: bool(2),
  namespaceOptions: of(3, NamespaceOption),
  selinuxOptions: of(4, SelinuxOption),
  runAsUser: of(5, Int64Value),
  runAsUsername: string(6),
  readonlyRootfs: bool(7),
  supplementalGroups: int64s(8),
  apparmorProfile: string(9),
  seccompProfilePath: string(10),
  noNewPrivs: bool(11),
  runAsGroup: of(12, Int64Value),
  maskedPaths: strings(13),
  readonlyPaths: strings(14),
  seccomp: of(15, SecurityProfile),
  apparmor: of(16, SecurityProfile),
  supplementalGroupsPolicy: enumOf(17, ['Merge', 'Strict']),
});
export type LinuxContainerSecurityContext = Init<typeof LinuxContainerSecurityContext>;

/** Linux part of a container's configuration. */
export const LinuxContainerConfig = message('LinuxContainerConfig', {
  resources: of(1, LinuxContainerResources),
  securityContext: of(2, LinuxContainerSecurityContext),
});

/** Names a container within its sandbox: the pod's name for it and how often it was started before. */
export const ContainerMetadata = message('ContainerMetadata', { name: string(1), attempt: uint32(2) });

const signals = [
  ...['RUNTIME_DEFAULT', 'SIGABRT', 'SIGALRM', 'SIGBUS', 'SIGCHLD', 'SIGCLD', 'SIGCONT', 'SIGFPE', 'SIGHUP', 'SIGILL'],
  ...['SIGINT', 'SIGIO', 'SIGIOT', 'SIGKILL', 'SIGPIPE', 'SIGPOLL', 'SIGPROF', 'SIGPWR', 'SIGQUIT', 'SIGSEGV'],
  ...['SIGSTKFLT', 'SIGSTOP', 'SIGSYS', 'SIGTERM', 'SIGTRAP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU', 'SIGURG', 'SIGUSR1'],
  ...['SIGUSR2', 'SIGVTALRM', 'SIGWINCH', 'SIGXCPU', 'SIGXFSZ', 'SIGRTMIN'],
  ...Array.from({ length: 15 }, (_, i) => `SIGRTMINPLUS${String(i + 1)}`),
  ...Array.from({ length: 14 }, (_, i) => `SIGRTMAXMINUS${String(14 - i)}`),
  'SIGRTMAX',
] as readonly string[];

/** Everything a container is made from. */
export const ContainerConfig = message('ContainerConfig', {
  metadata: of(1, ContainerMetadata),
  image: of(2, ImageSpec),
  command: strings(3),
  args: strings(4),
  workingDir: string(5),
  envs: listOf(6, KeyValue),
  mounts: listOf(7, Mount),
  devices: listOf(8, Device),
  labels: stringMap(9),
  annotations: stringMap(10),
  logPath: string(11),
  stdin: bool(12),
  stdinOnce: bool(13),
  tty: bool(14),
  linux: of(15, LinuxContainerConfig),
  cdiDevices: listOf(17, CdiDevice),
  stopSignal: enumOf(18, signals),
});
/** What CreateContainer takes. */
export type ContainerConfig = Init<typeof ContainerConfig>;

export const CreateContainerRequest = message('CreateContainerRequest', {
  podSandboxId: string(1),
  config: of(2, ContainerConfig),
  sandboxConfig: of(3, PodSandboxConfig),
});
export const CreateContainerResponse = message('CreateContainerResponse', { containerId: string(1) });
export const StartContainerRequest = message('StartContainerRequest', { containerId: string(1) });
export const StartContainerResponse = message('StartContainerResponse', {});
export const StopContainerRequest = message('StopContainerRequest', { containerId: string(1), timeout: int64(2) });
export const StopContainerResponse = message('StopContainerResponse', {});
export const RemoveContainerRequest = message('RemoveContainerRequest', { containerId: string(1) });
export const RemoveContainerResponse = message('RemoveContainerResponse', {});

const containerStates = ['CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 'CONTAINER_UNKNOWN'] as const;
/** State of a container in the runtime. */
export type ContainerState = (typeof containerStates)[number];

/** A container state that may be absent. */
export const ContainerStateValue = message('ContainerStateValue', { state: enumOf(1, containerStates) });
/** Which containers to list; all members must hold. */
export const ContainerFilter = message('ContainerFilter', {
  id: string(1),
  state: of(2, ContainerStateValue),
  podSandboxId: string(3),
  labelSelector: stringMap(4),
});
export const ListContainersRequest = message('ListContainersRequest', { filter: of(1, ContainerFilter) });
/** A container in a list. */
export const Container = message('Container', {
  id: string(1),
  podSandboxId: string(2),
  metadata: of(3, ContainerMetadata),
  image: of(4, ImageSpec),
  imageRef: string(5),
  state: enumOf(6, containerStates),
  createdAt: int64(7),
  labels: stringMap(8),
  annotations: stringMap(9),
  imageId: string(10),
});
export type Container = Decoded<typeof Container>;
export const ListContainersResponse = message('ListContainersResponse', { containers: listOf(1, Container) });

export const ContainerStatusRequest = message('ContainerStatusRequest', { containerId: string(1), verbose: bool(2) });
/** Resources of a running container. */
export const ContainerResources = message('ContainerResources', { linux: of(1, LinuxContainerResources) });
/** Who the first process of a Linux container runs as. */
export const LinuxContainerUser = message('LinuxContainerUser', {
  uid: int64(1),
  gid: int64(2),
  supplementalGroups: int64s(3),
});
/** Who the first process of a container runs as. */
export const ContainerUser = message('ContainerUser', { linux: of(1, LinuxContainerUser) });
/** What the runtime knows of one container; times are nanoseconds since the epoch, 0 = not yet. */
export const ContainerStatus = message('ContainerStatus', {
  id: string(1),
  metadata: of(2, ContainerMetadata),
  state: enumOf(3, containerStates),
  createdAt: int64(4),
  startedAt: int64(5),
  finishedAt: int64(6),
  exitCode: int32(7),
  image: of(8, ImageSpec),
  imageRef: string(9),
  reason: string(10),
  message: string(11),
  labels: stringMap(12),
  annotations: stringMap(13),
  mounts: listOf(14, Mount),
  logPath: string(15),
  resources: of(16, ContainerResources),
  imageId: string(17),
  user: of(18, ContainerUser),
  stopSignal: enumOf(19, signals),
});
export type ContainerStatus = Decoded<typeof ContainerStatus>;
export const ContainerStatusResponse = message('ContainerStatusResponse', {
  status: of(1, ContainerStatus),
  info: stringMap(2),
});

export const PodSandboxStatusResponse = message('PodSandboxStatusResponse', {
  status: of(1, PodSandboxStatus),
  info: stringMap(2),
  containersStatuses: listOf(3, ContainerStatus),
  timestamp: int64(4),
});

export const UpdateContainerResourcesRequest = message('UpdateContainerResourcesRequest', {
  containerId: string(1),
  linux: of(2, LinuxContainerResources),
  annotations: stringMap(4),
});
export const UpdateContainerResourcesResponse = message('UpdateContainerResourcesResponse', {});
export const ReopenContainerLogRequest = message('ReopenContainerLogRequest', { containerId: string(1) });
export const ReopenContainerLogResponse = message('ReopenContainerLogResponse', {});

export const ExecSyncRequest = message('ExecSyncRequest', {
  containerId: string(1),
  cmd: strings(2),
  timeout: int64(3),
});
export const ExecSyncResponse = message('ExecSyncResponse', { stdout: bytes(1), stderr: bytes(2), exitCode: int32(3) });
export const ExecRequest = message('ExecRequest', {
  containerId: string(1),
  cmd: strings(2),
  tty: bool(3),
  stdin: bool(4),
  stdout: bool(5),
  stderr: bool(6),
  auditRequestId: string(7),
});
export const ExecResponse = message('ExecResponse', { url: string(1) });
export const AttachRequest = message('AttachRequest', {
  containerId: string(1),
  stdin: bool(2),
  tty: bool(3),
  stdout: bool(4),
  stderr: bool(5),
  auditRequestId: string(6),
});
export const AttachResponse = message('AttachResponse', { url: string(1) });

export const GetEventsRequest = message('GetEventsRequest', {});
/** Something happened to a container. */
export const ContainerEventResponse = message('ContainerEventResponse', {
  containerId: string(1),
  containerEventType: enumOf(2, [
    'CONTAINER_CREATED_EVENT',
    'CONTAINER_STARTED_EVENT',
    'CONTAINER_STOPPED_EVENT',
    'CONTAINER_DELETED_EVENT',
  ]),
  createdAt: int64(3),
  podSandboxStatus: of(4, PodSandboxStatus),
  containersStatuses: listOf(5, ContainerStatus),
});
