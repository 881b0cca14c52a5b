export {
  installGroups,
  openGroupStores,
  type GroupDeps,
  type InstalledGroups,
  type OpenedStores,
} from './install-groups.ts';
export { bootstrapHooks, type BootstrapDeps, type PostStartHook } from './bootstrap/bootstrap.ts';
export { type ClusterAuthentication, runClusterAuthentication } from './bootstrap/cluster-authentication.ts';
export { repairServiceAllocators, runAllocatorRepair, type AllocatorDeps } from './bootstrap/repair-allocators.ts';
export { KubernetesEndpoints } from './bootstrap/kubernetes-endpoints.ts';
export { kubernetesServiceIp, type KubernetesServiceOptions } from './bootstrap/kubernetes-service.ts';
export { digestFlowControl, runFlowControl } from './flow-control/config-consumer.ts';
export { bootstrapClusterRoles } from './rbac/reconcile.ts';
export { apiServicePriority } from './aggregator/api-service-priorities.ts';
export { connectFactories } from './connect.ts';
export { parseRuntimeConfig } from './resource-config.ts';
export { ServerIdentity } from './bootstrap/identity.ts';
