import type { Transport } from '@kubescript/client';
import {
  type AuthenticationOptions,
  authenticationFlags,
  boolFlag,
  type ClientConnectionOptions,
  clientConnectionFlags,
  durationFlag,
  FlagGroup,
  floatFlag,
  intFlag,
  type LeaderElectionOptions,
  leaderElectionFlags,
  listFlag,
  type LoggingOptions,
  loggingFlags,
  type SecureServingOptions,
  secureServingFlags,
  stringFlag,
} from '@kubescript/component-base';
import type { Command } from 'commander';

import { controllerNames } from './controller-table.ts';
import { type CredentialOptions, credentialFlags } from './credentials.ts';

/** What the controllers are told; times in milliseconds. */
export interface ControllerOptions {
  readonly controllers: readonly string[];
  readonly allocateNodeCidrs: boolean;
  readonly clusterCidr: string;
  readonly nodeCidrMaskSize: number;
  readonly nodeCidrMaskSizeIpv4: number;
  readonly nodeCidrMaskSizeIpv6: number;
  readonly rootCaFile: string;
  readonly nodeMonitorPeriod: number;
  readonly nodeMonitorGracePeriod: number;
  readonly nodeStartupGracePeriod: number;
  readonly nodeEvictionRate: number;
  readonly secondaryNodeEvictionRate: number;
  readonly largeClusterSizeThreshold: number;
  readonly unhealthyZoneThreshold: number;
  readonly enableGarbageCollector: boolean;
  readonly useServiceAccountCredentials: boolean;
  readonly maxEndpointsPerSlice: number;
  readonly concurrentDeploymentSyncs: number;
  readonly concurrentReplicasetSyncs: number;
  readonly concurrentRcSyncs: number;
  readonly concurrentEndpointSyncs: number;
  readonly concurrentServiceEndpointSyncs: number;
  readonly concurrentNamespaceSyncs: number;
  readonly concurrentGcSyncs: number;
  readonly concurrentDaemonsetSyncs: number;
  readonly concurrentStatefulsetSyncs: number;
  readonly concurrentResourceQuotaSyncs: number;
  readonly resourceQuotaSyncPeriod: number;
  readonly concurrentCronJobSyncs: number;
  readonly terminatedPodGcThreshold: number;
  readonly concurrentJobSyncs: number;
  readonly concurrentTtlAfterFinishedSyncs: number;
  readonly concurrentValidatingAdmissionPolicyStatusSyncs: number;
}

/** What the user typed, and the transport that replaces a kubeconfig where the API server is in the same process. */
export interface ControllerManagerOptions {
  readonly transport?: Transport;
  readonly typed: {
    readonly controllers: Partial<ControllerOptions>;
    readonly credentials: Partial<CredentialOptions>;
    readonly connection: Partial<ClientConnectionOptions>;
    readonly leaderElection: Partial<LeaderElectionOptions>;
    readonly serving: Partial<SecureServingOptions>;
    readonly authentication: Partial<AuthenticationOptions>;
    readonly logging: Partial<LoggingOptions>;
  };
}

declare const completed: unique symbol;

/** Everything decided; only `completeOptions` makes one. */
export interface CompletedControllerManagerOptions {
  readonly [completed]: true;
  readonly transport?: Transport;
  readonly controllers: ControllerOptions;
  readonly credentials: CredentialOptions;
  readonly connection: ClientConnectionOptions;
  readonly leaderElection: LeaderElectionOptions;
  readonly serving: SecureServingOptions;
  readonly authentication: AuthenticationOptions;
  readonly logging: LoggingOptions;
}

const controllers = new FlagGroup<ControllerOptions>(
  'Controllers',
  {
    controllers: listFlag(
      ['*'],
      'controllers to run: * is all that are on by default, foo adds one, -foo leaves it out',
    ),
    allocateNodeCidrs: boolFlag(false, 'give every node a range of pod addresses'),
    clusterCidr: stringFlag('', 'ranges of pod addresses, one per IP family; needs --allocate-node-cidrs'),
    nodeCidrMaskSize: intFlag(0, 'prefix length of the range of a node; 0 is 24 for IPv4 and 64 for IPv6'),
    nodeCidrMaskSizeIpv4: intFlag(0, 'the same for IPv4 in a dual-stack cluster'),
    nodeCidrMaskSizeIpv6: intFlag(0, 'the same for IPv6 in a dual-stack cluster'),
    rootCaFile: stringFlag('', 'file with the certificate authority that is published in every namespace'),
    nodeMonitorPeriod: durationFlag(5_000, 'how often the state of nodes is looked at'),
    nodeMonitorGracePeriod: durationFlag(50_000, 'how long a node may be silent before it is taken for gone'),
    nodeStartupGracePeriod: durationFlag(60_000, 'the same for a node that was never heard of'),
    nodeEvictionRate: floatFlag(0.1, 'nodes per second whose pods are evicted in a healthy zone'),
    secondaryNodeEvictionRate: floatFlag(0.01, 'the same in an unhealthy zone of a large cluster'),
    largeClusterSizeThreshold: intFlag(50, 'nodes from which on a cluster is large'),
    unhealthyZoneThreshold: floatFlag(0.55, 'share of silent nodes from which on a zone is unhealthy'),
    useServiceAccountCredentials: boolFlag(false, 'let every controller act as a service account of its own'),
    enableGarbageCollector: boolFlag(true, 'delete objects whose owners are gone'),
    maxEndpointsPerSlice: intFlag(100, 'endpoints in one EndpointSlice at most'),
    concurrentDeploymentSyncs: intFlag(5, 'deployments worked on at a time'),
    concurrentReplicasetSyncs: intFlag(5, 'replica sets worked on at a time'),
    concurrentRcSyncs: intFlag(5, 'replication controllers worked on at a time'),
    concurrentEndpointSyncs: intFlag(5, 'services whose endpoints are worked on at a time'),
    concurrentServiceEndpointSyncs: intFlag(5, 'services whose endpoint slices are worked on at a time'),
    concurrentNamespaceSyncs: intFlag(10, 'namespaces emptied at a time'),
    concurrentGcSyncs: intFlag(20, 'objects collected at a time'),
    concurrentDaemonsetSyncs: intFlag(2, 'daemon sets worked on at a time'),
    concurrentStatefulsetSyncs: intFlag(5, 'stateful sets worked on at a time'),
    concurrentResourceQuotaSyncs: intFlag(5, 'resource quotas worked on at a time'),
    resourceQuotaSyncPeriod: durationFlag(300_000, 'how often the usage of quotas is counted anew'),
    concurrentCronJobSyncs: intFlag(5, 'cron jobs worked on at a time'),
    terminatedPodGcThreshold: intFlag(12_500, 'finished pods that are kept; 0 keeps all'),
    concurrentJobSyncs: intFlag(5, 'jobs worked on at a time'),
    concurrentTtlAfterFinishedSyncs: intFlag(5, 'finished jobs worked on at a time'),
    concurrentValidatingAdmissionPolicyStatusSyncs: intFlag(5, 'admission policies checked at a time'),
  },
  validateControllers,
);
const credentials = credentialFlags();
const connection = clientConnectionFlags({ qps: 20, burst: 30 });
const leaderElection = leaderElectionFlags('kube-controller-manager');
const serving = secureServingFlags({ port: 10257 });
const authentication = authenticationFlags();
const logging = loggingFlags();

/** Declares the flags of kube-controller-manager. */
export function addFlags(cmd: Command): void {
  for (const group of [controllers, credentials, connection, leaderElection, serving, authentication, logging])
    group.addFlags(cmd);
}

/** What the user typed. */
export function typedOptions(cmd: Command, transport?: Transport): ControllerManagerOptions {
  const typed = {
    controllers: controllers.typed(cmd),
    credentials: credentials.typed(cmd),
    connection: connection.typed(cmd),
    leaderElection: leaderElection.typed(cmd),
    serving: serving.typed(cmd),
    authentication: authentication.typed(cmd),
    logging: logging.typed(cmd),
  };
  return transport === undefined ? { typed } : { typed, transport };
}

/** Fills in the defaults. */
export function completeOptions({
  typed,
  transport,
}: ControllerManagerOptions): Promise<CompletedControllerManagerOptions> {
  const options = {
    controllers: controllers.complete(typed.controllers),
    credentials: credentials.complete(typed.credentials),
    connection: connection.complete(typed.connection),
    leaderElection: leaderElection.complete(typed.leaderElection),
    serving: serving.complete(typed.serving),
    authentication: authentication.complete(typed.authentication),
    logging: logging.complete(typed.logging),
  };
  const all = transport === undefined ? options : { ...options, transport };
  return Promise.resolve(all as CompletedControllerManagerOptions);
}

/** All that is wrong. */
export function validateOptions(options: CompletedControllerManagerOptions): readonly Error[] {
  const missing =
    options.transport === undefined && options.connection.kubeconfig === ''
      ? [new Error('--kubeconfig is required: it names the API server and the credentials to use')]
      : [];
  return [
    ...missing,
    ...controllers.validate(options.controllers),
    ...credentials.validate(options.credentials),
    ...leaderElection.validate(options.leaderElection),
    ...serving.validate(options.serving),
  ];
}

function validateControllers(values: ControllerOptions): readonly Error[] {
  const problems: Error[] = [];
  for (const choice of values.controllers) {
    const name = choice.replace(/^-/, '');
    if (name !== '*' && !controllerNames.has(name)) {
      problems.push(new Error(`--controllers: ${name} is not one of ${[...controllerNames].sort().join(', ')}`));
    }
  }
  if (values.allocateNodeCidrs && values.clusterCidr === '') {
    problems.push(new Error('--allocate-node-cidrs needs --cluster-cidr'));
  }
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith('concurrent') && (value as number) < 1) {
      const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      problems.push(new Error(`--${flag} must be at least 1`));
    }
  }
  return problems;
}
