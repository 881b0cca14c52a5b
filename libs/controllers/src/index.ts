export { type Controller, type ControllerContext, runWorkers, type WorkerOptions } from './shared/controller.ts';
export { replicaSets, replicationControllers } from './replicaset/kinds.ts';
export { ReplicaSetController } from './replicaset/replicaset-controller.ts';
export { DeploymentController } from './deployment/deployment-controller.ts';
export { RootCaPublisher } from './serviceaccount/root-ca-publisher.ts';
export { ServiceAccountController } from './serviceaccount/service-account-controller.ts';
export { GarbageCollector, type GarbageCollectorOptions } from './garbagecollector/garbage-collector.ts';
export { NamespaceController, type NamespaceControllerOptions } from './namespace/namespace-controller.ts';
export { NodeIpamController, type NodeIpamOptions } from './nodeipam/node-ipam-controller.ts';
export {
  NodeLifecycleController,
  type NodeLifecycleOptions,
  defaultNodeLifecycleOptions,
} from './nodelifecycle/node-lifecycle-controller.ts';
export { TaintEvictionController } from './tainteviction/taint-eviction-controller.ts';
export { EndpointsController } from './endpoints/endpoints-controller.ts';
export { EndpointSliceController } from './endpointslice/endpoint-slice-controller.ts';
export { JobController } from './job/job-controller.ts';
export { TtlAfterFinishedController } from './ttlafterfinished/ttl-after-finished-controller.ts';
export { DaemonSetController } from './daemonset/daemonset-controller.ts';
export { StatefulSetController } from './statefulset/statefulset-controller.ts';
export { ResourceQuotaController, type ResourceQuotaOptions } from './resourcequota/resourcequota-controller.ts';
export { CronJobController } from './cronjob/cronjob-controller.ts';
export { PodGcController, type PodGcOptions } from './podgc/podgc-controller.ts';
export { DisruptionController } from './disruption/disruption-controller.ts';
export { EndpointSliceMirroringController } from './endpointslicemirroring/endpoint-slice-mirroring-controller.ts';
export { newCsrApprovingController } from './certificates/csr-approving.ts';
export { CsrCleanerController } from './certificates/csr-cleaner.ts';
export { type CsrSigningOptions, newCsrSigningController } from './certificates/csr-signing.ts';
export { type SignerName, signerNames } from './certificates/signers.ts';
export { BootstrapSigner } from './bootstrap/bootstrap-signer.ts';
export { TokenCleaner } from './bootstrap/token-cleaner.ts';
export { LegacyTokenIssuer } from './serviceaccount/legacy-token.ts';
export { LegacyTokenCleaner } from './serviceaccount/legacy-token-cleaner.ts';
export { TokensController } from './serviceaccount/tokens-controller.ts';
export { ClusterRoleAggregationController } from './clusterroleaggregation/cluster-role-aggregation-controller.ts';
export { ServiceCidrsController } from './servicecidrs/service-cidrs-controller.ts';
export { ValidatingAdmissionPolicyStatusController } from './validatingadmissionpolicystatus/validating-admission-policy-status-controller.ts';
