import { corev1 } from '@kubescript/client';
import {
  BootstrapSigner,
  type Controller,
  type ControllerContext,
  CronJobController,
  CsrCleanerController,
  DaemonSetController,
  DeploymentController,
  DisruptionController,
  EndpointsController,
  EndpointSliceController,
  EndpointSliceMirroringController,
  GarbageCollector,
  JobController,
  LegacyTokenCleaner,
  NamespaceController,
  newCsrApprovingController,
  newCsrSigningController,
  NodeIpamController,
  NodeLifecycleController,
  PodGcController,
  ReplicaSetController,
  replicaSets,
  replicationControllers,
  ResourceQuotaController,
  RootCaPublisher,
  ServiceAccountController,
  StatefulSetController,
  TaintEvictionController,
  TokenCleaner,
  TokensController,
  TtlAfterFinishedController,
  ClusterRoleAggregationController,
  ServiceCidrsController,
  ValidatingAdmissionPolicyStatusController,
} from '@kubescript/lib-controllers';

import type { Credentials } from './credentials.ts';
import type { ControllerOptions } from './options.ts';

/** What a controller is made from besides the context. */
export interface ControllerInputs {
  readonly options: ControllerOptions;
  /** PEM; '' if none was given. */
  readonly rootCa: string;
  readonly credentials: Credentials;
}

/** In place of a service account: the controller manager itself. */
export const ownAccount = '';

/** How a controller is made; undefined if it has nothing to do in this configuration. */
type Make = (context: ControllerContext, inputs: ControllerInputs) => Pick<Controller, 'run'> | undefined;

interface ControllerEntry {
  /** The short name that `--controllers` understands too. */
  readonly alias: string;
  /** The service account that the controller acts as; the RBAC bootstrap policy has a role for it. */
  readonly account: string;
  readonly make: Make;
  /** Runs only where `--controllers` names it. */
  readonly isOffByDefault?: boolean;
}

/** Every controller by its name in `--controllers`, and the short name that is understood too. */
const table: Readonly<Record<string, ControllerEntry>> = {
  'deployment-controller': {
    alias: 'deployment',
    account: 'deployment-controller',
    make: (context, { options }) => new DeploymentController(context, { workers: options.concurrentDeploymentSyncs }),
  },
  'replicaset-controller': {
    alias: 'replicaset',
    account: 'replicaset-controller',
    make: (context, { options }) =>
      new ReplicaSetController(context, replicaSets, { workers: options.concurrentReplicasetSyncs }),
  },
  'replicationcontroller-controller': {
    alias: 'replicationcontroller',
    account: 'replication-controller',
    make: (context, { options }) =>
      new ReplicaSetController(context, replicationControllers, { workers: options.concurrentRcSyncs }),
  },
  'endpoints-controller': {
    alias: 'endpoint',
    account: 'endpoint-controller',
    make: (context, { options }) => new EndpointsController(context, { workers: options.concurrentEndpointSyncs }),
  },
  'endpointslice-controller': {
    alias: 'endpointslice',
    account: 'endpointslice-controller',
    make: (context, { options }) =>
      new EndpointSliceController(context, {
        workers: options.concurrentServiceEndpointSyncs,
        maxPerSlice: options.maxEndpointsPerSlice,
      }),
  },
  'endpointslice-mirroring-controller': {
    alias: 'endpointslicemirroring',
    account: 'endpointslicemirroring-controller',
    make: (context) => new EndpointSliceMirroringController(context),
  },
  'daemonset-controller': {
    alias: 'daemonset',
    account: 'daemon-set-controller',
    make: (context, { options }) => new DaemonSetController(context, { workers: options.concurrentDaemonsetSyncs }),
  },
  'statefulset-controller': {
    alias: 'statefulset',
    account: 'statefulset-controller',
    make: (context, { options }) => new StatefulSetController(context, { workers: options.concurrentStatefulsetSyncs }),
  },
  'resourcequota-controller': {
    alias: 'resourcequota',
    account: 'resourcequota-controller',
    make: (context, { options }) =>
      new ResourceQuotaController(context, {
        workers: options.concurrentResourceQuotaSyncs,
        syncPeriod: options.resourceQuotaSyncPeriod,
      }),
  },
  'cronjob-controller': {
    alias: 'cronjob',
    account: 'cronjob-controller',
    make: (context, { options }) => new CronJobController(context, { workers: options.concurrentCronJobSyncs }),
  },
  'pod-garbage-collector-controller': {
    alias: 'podgc',
    account: 'pod-garbage-collector',
    make: (context, { options }) =>
      new PodGcController(context, { terminatedPodThreshold: options.terminatedPodGcThreshold }),
  },
  'disruption-controller': {
    alias: 'disruption',
    account: 'disruption-controller',
    make: (context) => new DisruptionController(context),
  },
  'job-controller': {
    alias: 'job',
    account: 'job-controller',
    make: (context, { options }) => new JobController(context, { workers: options.concurrentJobSyncs }),
  },
  'clusterrole-aggregation-controller': {
    alias: 'clusterrole-aggregation',
    account: 'clusterrole-aggregation-controller',
    make: (context) => new ClusterRoleAggregationController(context),
  },
  'service-cidr-controller': {
    alias: 'service-cidr',
    account: 'service-cidrs-controller',
    make: (context) => new ServiceCidrsController(context),
  },
  'validatingadmissionpolicy-status-controller': {
    alias: 'validatingadmissionpolicy-status',
    account: 'validatingadmissionpolicy-status-controller',
    make: (context, { options }) =>
      new ValidatingAdmissionPolicyStatusController(context, {
        workers: options.concurrentValidatingAdmissionPolicyStatusSyncs,
      }),
  },
  'ttl-after-finished-controller': {
    alias: 'ttl-after-finished',
    account: 'ttl-after-finished-controller',
    make: (context, { options }) =>
      new TtlAfterFinishedController(context, { workers: options.concurrentTtlAfterFinishedSyncs }),
  },
  'node-ipam-controller': {
    alias: 'nodeipam',
    account: 'node-controller',
    make: (context, { options }) => (options.allocateNodeCidrs ? newNodeIpam(context, options) : undefined),
  },
  'node-lifecycle-controller': {
    alias: 'nodelifecycle',
    account: 'node-controller',
    make: (context, { options }) =>
      new NodeLifecycleController(context, {
        monitorPeriod: options.nodeMonitorPeriod,
        monitorGracePeriod: options.nodeMonitorGracePeriod,
        startupGracePeriod: options.nodeStartupGracePeriod,
        limits: {
          rate: options.nodeEvictionRate,
          secondaryRate: options.secondaryNodeEvictionRate,
          largeClusterThreshold: options.largeClusterSizeThreshold,
          unhealthyZoneThreshold: options.unhealthyZoneThreshold,
        },
      }),
  },
  'taint-eviction-controller': {
    alias: 'taint-eviction',
    account: 'node-controller',
    make: (context) => new TaintEvictionController(context),
  },
  'serviceaccount-controller': {
    alias: 'serviceaccount',
    account: 'service-account-controller',
    make: (context) => new ServiceAccountController(context),
  },
  'root-ca-certificate-publisher-controller': {
    alias: 'root-ca-cert-publisher',
    account: 'root-ca-cert-publisher',
    make: (context, { rootCa }) => (rootCa === '' ? undefined : new RootCaPublisher(context, { rootCa })),
  },
  'serviceaccount-token-controller': {
    alias: 'serviceaccount-token',
    account: ownAccount,
    make: (context, { rootCa, credentials: { tokenIssuer: issuer, tokenWorkers: workers } }) =>
      issuer === undefined ? undefined : new TokensController(context, { issuer, rootCa, workers }),
  },
  'legacy-serviceaccount-token-cleaner-controller': {
    alias: 'legacy-service-account-token-cleaner',
    account: 'legacy-service-account-token-cleaner',
    make: (context, { credentials }) => new LegacyTokenCleaner(context, { period: credentials.legacyTokenPeriod }),
  },
  'certificatesigningrequest-approving-controller': {
    alias: 'csrapproving',
    account: 'certificate-controller',
    make: (context) => newCsrApprovingController(context),
  },
  'certificatesigningrequest-signing-controller': {
    alias: 'csrsigning',
    account: 'certificate-controller',
    make: (context, { credentials: { signing } }) =>
      Object.keys(signing.authorities).length === 0 ? undefined : newCsrSigningController(context, signing),
  },
  'certificatesigningrequest-cleaner-controller': {
    alias: 'csrcleaner',
    account: 'certificate-controller',
    make: (context) => new CsrCleanerController(context),
  },
  'bootstrap-signer-controller': {
    alias: 'bootstrapsigner',
    account: 'bootstrap-signer',
    make: (context) => new BootstrapSigner(context),
    isOffByDefault: true,
  },
  'token-cleaner-controller': {
    alias: 'tokencleaner',
    account: 'token-cleaner',
    make: (context) => new TokenCleaner(context),
    isOffByDefault: true,
  },
  'namespace-controller': {
    alias: 'namespace',
    account: 'namespace-controller',
    make: ({ client, discovery, informers, clock, newLogger }, { options }) =>
      new NamespaceController({
        client,
        discovery,
        namespaces: informers.for(corev1.namespaces),
        logger: newLogger('namespace-controller'),
        clock,
        workers: options.concurrentNamespaceSyncs,
      }),
  },
  'garbage-collector-controller': {
    alias: 'garbagecollector',
    account: 'generic-garbage-collector',
    make: ({ client, discovery, clock, newLogger }, { options }) =>
      options.enableGarbageCollector
        ? new GarbageCollector({
            client,
            discovery,
            logger: newLogger('garbage-collector-controller'),
            clock,
            workers: options.concurrentGcSyncs,
          })
        : undefined,
  },
};

function newNodeIpam(context: ControllerContext, options: ControllerOptions): NodeIpamController {
  return new NodeIpamController(context, {
    clusterCidrs: options.clusterCidr.split(','),
    maskSizeIpv4: options.nodeCidrMaskSizeIpv4 || options.nodeCidrMaskSize || 24,
    maskSizeIpv6: options.nodeCidrMaskSizeIpv6 || options.nodeCidrMaskSize || 64,
  });
}

/** All names that `--controllers` understands. */
export const controllerNames: ReadonlySet<string> = new Set(
  Object.entries(table).flatMap(([name, { alias }]) => [name, alias]),
);

/**
 * Makes the controllers that are chosen, by name, each with the context of its service account.
 *
 * @go k8s.io/controller-manager/pkg/app#IsControllerEnabled
 */
export function makeControllers(
  contextFor: (serviceAccount: string) => ControllerContext,
  inputs: ControllerInputs,
): ReadonlyMap<string, Pick<Controller, 'run'>> {
  const made = new Map<string, Pick<Controller, 'run'>>();
  for (const [name, { alias, account, make, isOffByDefault }] of Object.entries(table)) {
    if (!isEnabled(inputs.options.controllers, { name, alias, isOffByDefault })) continue;
    const controller = make(contextFor(account), inputs);
    if (controller !== undefined) made.set(name, controller);
  }
  return made;
}

/** The first mention of a controller decides; without one, `*` does, for those that are on by default. */
export function isEnabled(
  choices: readonly string[],
  controller: { readonly name: string; readonly alias: string; readonly isOffByDefault?: boolean | undefined },
): boolean {
  const { name, alias, isOffByDefault = false } = controller;
  for (const choice of choices) {
    if (choice === name || choice === alias) return true;
    if (choice === `-${name}` || choice === `-${alias}`) return false;
  }
  return !isOffByDefault && choices.includes('*');
}
