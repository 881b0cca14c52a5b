import type { NewStore, ResourceStore, StoreHooks } from '@kubescript/apiserver';
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '@kubescript/api/admissionregistration/v1';
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubescript/api/apps/v1';
import type { HorizontalPodAutoscaler } from '@kubescript/api/autoscaling/v2';
import type { CronJob, Job } from '@kubescript/api/batch/v1';
import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import type { Lease } from '@kubescript/api/coordination/v1';
import type {
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplate,
  RangeAllocation,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';
import type { IPAddress, Ingress, IngressClass, NetworkPolicy, ServiceCIDR } from '@kubescript/api/networking/v1';
import type { RuntimeClass } from '@kubescript/api/node/v1';
import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubescript/api/rbac/v1';
import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '@kubescript/api/resource/v1';
import type { PriorityClass } from '@kubescript/api/scheduling/v1';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '@kubescript/api/storage/v1';

import { mutatingAdmissionPolicyResource } from './admissionregistration/mutatingadmissionpolicy/strategy.ts';
import { mutatingAdmissionPolicyBindingResource } from './admissionregistration/mutatingadmissionpolicybinding/strategy.ts';
import { mutatingWebhookConfigurationResource } from './admissionregistration/mutatingwebhookconfiguration/strategy.ts';
import { validatingAdmissionPolicyResource } from './admissionregistration/validatingadmissionpolicy/strategy.ts';
import { validatingAdmissionPolicyBindingResource } from './admissionregistration/validatingadmissionpolicybinding/strategy.ts';
import { validatingWebhookConfigurationResource } from './admissionregistration/validatingwebhookconfiguration/strategy.ts';
import { controllerRevisionResource } from './apps/controllerrevision/strategy.ts';
import { daemonSetResource } from './apps/daemonset/strategy.ts';
import { deploymentResource } from './apps/deployment/strategy.ts';
import { replicaSetResource } from './apps/replicaset/strategy.ts';
import { statefulSetResource } from './apps/statefulset/strategy.ts';
import { horizontalPodAutoscalerResource } from './autoscaling/horizontalpodautoscaler/strategy.ts';
import { cronJobResource } from './batch/cronjob/strategy.ts';
import { jobResource } from './batch/job/strategy.ts';
import { certificateSigningRequestResource } from './certificates/certificates/strategy.ts';
import { leaseResource } from './coordination/lease/strategy.ts';
import { configMapResource } from './core/configmap/strategy.ts';
import { endpointsResource } from './core/endpoint/strategy.ts';
import { defaultEventTtlSeconds, eventResource } from './core/event/strategy.ts';
import { limitRangeResource } from './core/limitrange/strategy.ts';
import { namespaceResource } from './core/namespace/strategy.ts';
import { nodeResource } from './core/node/strategy.ts';
import { persistentVolumeResource } from './core/persistentvolume/strategy.ts';
import { persistentVolumeClaimResource } from './core/persistentvolumeclaim/strategy.ts';
import { podResource } from './core/pod/strategy.ts';
import { podTemplateResource } from './core/podtemplate/strategy.ts';
import { replicationControllerResource } from './core/replicationcontroller/strategy.ts';
import { resourceQuotaResource } from './core/resourcequota/strategy.ts';
import { secretResource } from './core/secret/strategy.ts';
import { rangeAllocationStore } from './core/service/portallocator/store.ts';
import { serviceResource } from './core/service/strategy.ts';
import { serviceAccountResource } from './core/serviceaccount/strategy.ts';
import { endpointSliceResource } from './discovery/endpointslice/strategy.ts';
import { flowSchemaResource } from './flowcontrol/flowschema/strategy.ts';
import { priorityLevelConfigurationResource } from './flowcontrol/prioritylevelconfiguration/strategy.ts';
import { ingressResource } from './networking/ingress/strategy.ts';
import { ingressClassResource } from './networking/ingressclass/strategy.ts';
import { ipAddressResource } from './networking/ipaddress/strategy.ts';
import { networkPolicyResource } from './networking/networkpolicy/strategy.ts';
import { serviceCIDRResource } from './networking/servicecidr/strategy.ts';
import { runtimeClassResource } from './node/runtimeclass/strategy.ts';
import { podDisruptionBudgetResource } from './policy/poddisruptionbudget/strategy.ts';
import { clusterRoleResource } from './rbac/clusterrole/strategy.ts';
import { clusterRoleBindingResource } from './rbac/clusterrolebinding/strategy.ts';
import { roleResource } from './rbac/role/strategy.ts';
import { roleBindingResource } from './rbac/rolebinding/strategy.ts';
import { deviceClassResource } from './resource/deviceclass/strategy.ts';
import { resourceClaimResource } from './resource/resourceclaim/strategy.ts';
import { resourceClaimTemplateResource } from './resource/resourceclaimtemplate/strategy.ts';
import { resourceSliceResource } from './resource/resourceslice/strategy.ts';
import { priorityClassResource } from './scheduling/priorityclass/strategy.ts';
import { csiDriverResource } from './storage/csidriver/strategy.ts';
import { csiNodeResource } from './storage/csinode/strategy.ts';
import { csiStorageCapacityResource } from './storage/csistoragecapacity/strategy.ts';
import { storageClassResource } from './storage/storageclass/strategy.ts';
import { volumeAttachmentResource } from './storage/volumeattachment/strategy.ts';
import { volumeAttributesClassResource } from './storage/volumeattributesclass/strategy.ts';
import { openStore } from './generic/install.ts';

/** The stores of all resources that are kept, by resource. */
export interface Stores {
  readonly mutatingAdmissionPolicies: ResourceStore<MutatingAdmissionPolicy>;
  readonly mutatingAdmissionPolicyBindings: ResourceStore<MutatingAdmissionPolicyBinding>;
  readonly mutatingWebhookConfigurations: ResourceStore<MutatingWebhookConfiguration>;
  readonly validatingAdmissionPolicies: ResourceStore<ValidatingAdmissionPolicy>;
  readonly validatingAdmissionPolicyBindings: ResourceStore<ValidatingAdmissionPolicyBinding>;
  readonly validatingWebhookConfigurations: ResourceStore<ValidatingWebhookConfiguration>;
  readonly controllerRevisions: ResourceStore<ControllerRevision>;
  readonly daemonSets: ResourceStore<DaemonSet>;
  readonly deployments: ResourceStore<Deployment>;
  readonly replicaSets: ResourceStore<ReplicaSet>;
  readonly statefulSets: ResourceStore<StatefulSet>;
  readonly horizontalPodAutoscalers: ResourceStore<HorizontalPodAutoscaler>;
  readonly cronJobs: ResourceStore<CronJob>;
  readonly jobs: ResourceStore<Job>;
  readonly certificateSigningRequests: ResourceStore<CertificateSigningRequest>;
  readonly leases: ResourceStore<Lease>;
  readonly configMaps: ResourceStore<ConfigMap>;
  readonly endpoints: ResourceStore<Endpoints>;
  readonly events: ResourceStore<Event>;
  readonly limitRanges: ResourceStore<LimitRange>;
  readonly namespaces: ResourceStore<Namespace>;
  readonly nodes: ResourceStore<Node>;
  readonly persistentVolumes: ResourceStore<PersistentVolume>;
  readonly persistentVolumeClaims: ResourceStore<PersistentVolumeClaim>;
  readonly pods: ResourceStore<Pod>;
  readonly podTemplates: ResourceStore<PodTemplate>;
  readonly replicationControllers: ResourceStore<ReplicationController>;
  readonly resourceQuotas: ResourceStore<ResourceQuota>;
  readonly secrets: ResourceStore<Secret>;
  /** What is taken of node ports; not served. */
  readonly rangeAllocations: ResourceStore<RangeAllocation>;
  readonly services: ResourceStore<Service>;
  readonly serviceAccounts: ResourceStore<ServiceAccount>;
  readonly endpointSlices: ResourceStore<EndpointSlice>;
  readonly flowSchemas: ResourceStore<FlowSchema>;
  readonly priorityLevelConfigurations: ResourceStore<PriorityLevelConfiguration>;
  readonly ingresses: ResourceStore<Ingress>;
  readonly ingressClasses: ResourceStore<IngressClass>;
  readonly ipAddresses: ResourceStore<IPAddress>;
  readonly networkPolicies: ResourceStore<NetworkPolicy>;
  readonly serviceCIDRs: ResourceStore<ServiceCIDR>;
  readonly runtimeClasses: ResourceStore<RuntimeClass>;
  readonly podDisruptionBudgets: ResourceStore<PodDisruptionBudget>;
  readonly clusterRoles: ResourceStore<ClusterRole>;
  readonly clusterRoleBindings: ResourceStore<ClusterRoleBinding>;
  readonly roles: ResourceStore<Role>;
  readonly roleBindings: ResourceStore<RoleBinding>;
  readonly deviceClasses: ResourceStore<DeviceClass>;
  readonly resourceClaims: ResourceStore<ResourceClaim>;
  readonly resourceClaimTemplates: ResourceStore<ResourceClaimTemplate>;
  readonly resourceSlices: ResourceStore<ResourceSlice>;
  readonly priorityClasses: ResourceStore<PriorityClass>;
  readonly csiDrivers: ResourceStore<CSIDriver>;
  readonly csiNodes: ResourceStore<CSINode>;
  readonly csiStorageCapacities: ResourceStore<CSIStorageCapacity>;
  readonly storageClasses: ResourceStore<StorageClass>;
  readonly volumeAttachments: ResourceStore<VolumeAttachment>;
  readonly volumeAttributesClasses: ResourceStore<VolumeAttributesClass>;
}

/** What stores need besides their definitions. */
export interface OpenStoresOptions {
  readonly newStore: NewStore;
  /** Allocates addresses and ports of Services. */
  readonly serviceHooks: StoreHooks<Service>;
  /** How long events are kept: 0 is for ever, an hour by default. */
  readonly eventTtlSeconds?: number;
}

/** Opens the stores of all resources. */
export function openStores(options: OpenStoresOptions): Stores {
  const { newStore, serviceHooks, eventTtlSeconds = defaultEventTtlSeconds } = options;
  const deps = { newStore };
  const ttlSeconds = (): number | undefined => (eventTtlSeconds === 0 ? undefined : eventTtlSeconds);
  return {
    mutatingAdmissionPolicies: openStore(deps, mutatingAdmissionPolicyResource),
    mutatingAdmissionPolicyBindings: openStore(deps, mutatingAdmissionPolicyBindingResource),
    mutatingWebhookConfigurations: openStore(deps, mutatingWebhookConfigurationResource),
    validatingAdmissionPolicies: openStore(deps, validatingAdmissionPolicyResource),
    validatingAdmissionPolicyBindings: openStore(deps, validatingAdmissionPolicyBindingResource),
    validatingWebhookConfigurations: openStore(deps, validatingWebhookConfigurationResource),
    controllerRevisions: openStore(deps, controllerRevisionResource),
    daemonSets: openStore(deps, daemonSetResource),
    deployments: openStore(deps, deploymentResource),
    replicaSets: openStore(deps, replicaSetResource),
    statefulSets: openStore(deps, statefulSetResource),
    horizontalPodAutoscalers: openStore(deps, horizontalPodAutoscalerResource),
    cronJobs: openStore(deps, cronJobResource),
    jobs: openStore(deps, jobResource),
    certificateSigningRequests: openStore(deps, certificateSigningRequestResource),
    leases: openStore(deps, leaseResource),
    configMaps: openStore(deps, configMapResource),
    endpoints: openStore(deps, endpointsResource),
    events: openStore(deps, { ...eventResource, ttlSeconds }),
    limitRanges: openStore(deps, limitRangeResource),
    namespaces: openStore(deps, namespaceResource),
    nodes: openStore(deps, nodeResource),
    persistentVolumes: openStore(deps, persistentVolumeResource),
    persistentVolumeClaims: openStore(deps, persistentVolumeClaimResource),
    pods: openStore(deps, podResource),
    podTemplates: openStore(deps, podTemplateResource),
    replicationControllers: openStore(deps, replicationControllerResource),
    resourceQuotas: openStore(deps, resourceQuotaResource),
    secrets: openStore(deps, secretResource),
    rangeAllocations: newStore(rangeAllocationStore),
    services: openStore(deps, { ...serviceResource, hooks: serviceHooks }),
    serviceAccounts: openStore(deps, serviceAccountResource),
    endpointSlices: openStore(deps, endpointSliceResource),
    flowSchemas: openStore(deps, flowSchemaResource),
    priorityLevelConfigurations: openStore(deps, priorityLevelConfigurationResource),
    ingresses: openStore(deps, ingressResource),
    ingressClasses: openStore(deps, ingressClassResource),
    ipAddresses: openStore(deps, ipAddressResource),
    networkPolicies: openStore(deps, networkPolicyResource),
    serviceCIDRs: openStore(deps, serviceCIDRResource),
    runtimeClasses: openStore(deps, runtimeClassResource),
    podDisruptionBudgets: openStore(deps, podDisruptionBudgetResource),
    clusterRoles: openStore(deps, clusterRoleResource),
    clusterRoleBindings: openStore(deps, clusterRoleBindingResource),
    roles: openStore(deps, roleResource),
    roleBindings: openStore(deps, roleBindingResource),
    deviceClasses: openStore(deps, deviceClassResource),
    resourceClaims: openStore(deps, resourceClaimResource),
    resourceClaimTemplates: openStore(deps, resourceClaimTemplateResource),
    resourceSlices: openStore(deps, resourceSliceResource),
    priorityClasses: openStore(deps, priorityClassResource),
    csiDrivers: openStore(deps, csiDriverResource),
    csiNodes: openStore(deps, csiNodeResource),
    csiStorageCapacities: openStore(deps, csiStorageCapacityResource),
    storageClasses: openStore(deps, storageClassResource),
    volumeAttachments: openStore(deps, volumeAttachmentResource),
    volumeAttributesClasses: openStore(deps, volumeAttributesClassResource),
  };
}
