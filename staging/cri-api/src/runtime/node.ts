import { bool, enumOf, int64, listOf, message, of, string, stringMap } from '../proto/message.ts';
import type { Decoded } from '../proto/message.ts';
import { ContainerMetadata } from './container.ts';
import { FilesystemUsage } from './image.ts';
import { PodSandboxMetadata, UInt64Value } from './sandbox.ts';

export const VersionRequest = message('VersionRequest', { version: string(1) });
export const VersionResponse = message('VersionResponse', {
  version: string(1),
  runtimeName: string(2),
  runtimeVersion: string(3),
  runtimeApiVersion: string(4),
});

/** A condition of the runtime (`RuntimeReady`, `NetworkReady`). */
export const RuntimeCondition = message('RuntimeCondition', {
  type: string(1),
  status: bool(2),
  reason: string(3),
  message: string(4),
});
/** Conditions of the runtime. */
export const RuntimeStatus = message('RuntimeStatus', { conditions: listOf(1, RuntimeCondition) });
/** What a runtime handler can do. */
export const RuntimeHandlerFeatures = message('RuntimeHandlerFeatures', {
  recursiveReadOnlyMounts: bool(1),
  userNamespaces: bool(2),
});
/** A runtime handler by name; '' is the default one. */
export const RuntimeHandler = message('RuntimeHandler', { name: string(1), features: of(2, RuntimeHandlerFeatures) });
/** What the CRI implementation can do. */
export const RuntimeFeatures = message('RuntimeFeatures', {
  supplementalGroupsPolicy: bool(1),
  userNamespacesHostNetwork: bool(2),
});
export const StatusRequest = message('StatusRequest', { verbose: bool(1) });
export const StatusResponse = message('StatusResponse', {
  status: of(1, RuntimeStatus),
  info: stringMap(2),
  runtimeHandlers: listOf(3, RuntimeHandler),
  features: of(4, RuntimeFeatures),
});

export const RuntimeConfigRequest = message('RuntimeConfigRequest', {});
/** Linux settings of the runtime. */
export const LinuxRuntimeConfiguration = message('LinuxRuntimeConfiguration', {
  cgroupDriver: enumOf(1, ['SYSTEMD', 'CGROUPFS']),
});
export const RuntimeConfigResponse = message('RuntimeConfigResponse', { linux: of(1, LinuxRuntimeConfiguration) });
/** Network of the node's pods. */
export const NetworkConfig = message('NetworkConfig', { podCidr: string(1) });
/** Settings that the kubelet hands to the runtime. */
export const RuntimeConfig = message('RuntimeConfig', { networkConfig: of(1, NetworkConfig) });
export const UpdateRuntimeConfigRequest = message('UpdateRuntimeConfigRequest', {
  runtimeConfig: of(1, RuntimeConfig),
});
export const UpdateRuntimeConfigResponse = message('UpdateRuntimeConfigResponse', {});

/** CPU use of a container. */
export const CpuUsage = message('CpuUsage', {
  timestamp: int64(1),
  usageCoreNanoSeconds: of(2, UInt64Value),
  usageNanoCores: of(3, UInt64Value),
});
/** Memory use of a container. */
export const MemoryUsage = message('MemoryUsage', {
  timestamp: int64(1),
  workingSetBytes: of(2, UInt64Value),
  availableBytes: of(3, UInt64Value),
  usageBytes: of(4, UInt64Value),
  rssBytes: of(5, UInt64Value),
  pageFaults: of(6, UInt64Value),
  majorPageFaults: of(7, UInt64Value),
});
/** Names the container that statistics are of. */
export const ContainerAttributes = message('ContainerAttributes', {
  id: string(1),
  metadata: of(2, ContainerMetadata),
  labels: stringMap(3),
  annotations: stringMap(4),
});
/** Resource use of one container. */
export const ContainerStats = message('ContainerStats', {
  attributes: of(1, ContainerAttributes),
  cpu: of(2, CpuUsage),
  memory: of(3, MemoryUsage),
  writableLayer: of(4, FilesystemUsage),
});
export type ContainerStats = Decoded<typeof ContainerStats>;
/** Which containers to measure. */
export const ContainerStatsFilter = message('ContainerStatsFilter', {
  id: string(1),
  podSandboxId: string(2),
  labelSelector: stringMap(3),
});
export const ContainerStatsRequest = message('ContainerStatsRequest', { containerId: string(1) });
export const ContainerStatsResponse = message('ContainerStatsResponse', { stats: of(1, ContainerStats) });
export const ListContainerStatsRequest = message('ListContainerStatsRequest', { filter: of(1, ContainerStatsFilter) });
export const ListContainerStatsResponse = message('ListContainerStatsResponse', { stats: listOf(1, ContainerStats) });

/** Use of one network interface. */
export const NetworkInterfaceUsage = message('NetworkInterfaceUsage', {
  name: string(1),
  rxBytes: of(2, UInt64Value),
  rxErrors: of(3, UInt64Value),
  txBytes: of(4, UInt64Value),
  txErrors: of(5, UInt64Value),
});
/** Network use of a sandbox. */
export const NetworkUsage = message('NetworkUsage', {
  timestamp: int64(1),
  defaultInterface: of(2, NetworkInterfaceUsage),
  interfaces: listOf(3, NetworkInterfaceUsage),
});
/** Processes of a sandbox. */
export const ProcessUsage = message('ProcessUsage', { timestamp: int64(1), processCount: of(2, UInt64Value) });
/** Names the sandbox that statistics are of. */
export const PodSandboxAttributes = message('PodSandboxAttributes', {
  id: string(1),
  metadata: of(2, PodSandboxMetadata),
  labels: stringMap(3),
  annotations: stringMap(4),
});
/** Linux resource use of a sandbox. */
export const LinuxPodSandboxStats = message('LinuxPodSandboxStats', {
  cpu: of(1, CpuUsage),
  memory: of(2, MemoryUsage),
  network: of(3, NetworkUsage),
  process: of(4, ProcessUsage),
  containers: listOf(5, ContainerStats),
});
/** Resource use of one sandbox. */
export const PodSandboxStats = message('PodSandboxStats', {
  attributes: of(1, PodSandboxAttributes),
  linux: of(2, LinuxPodSandboxStats),
});
/** Which sandboxes to measure. */
export const PodSandboxStatsFilter = message('PodSandboxStatsFilter', { id: string(1), labelSelector: stringMap(2) });
export const ListPodSandboxStatsRequest = message('ListPodSandboxStatsRequest', {
  filter: of(1, PodSandboxStatsFilter),
});
export const ListPodSandboxStatsResponse = message('ListPodSandboxStatsResponse', {
  stats: listOf(1, PodSandboxStats),
});
