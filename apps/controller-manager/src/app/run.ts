import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { realClock, TaskGroup } from '@kubescript/apimachinery';
import {
  ClientSet,
  DiscoveryClient,
  EventRecorder,
  LeaderElector,
  newSharedInformerFactory,
  OpenApiClient,
  type SharedInformerFactory,
  type Transport,
} from '@kubescript/client';
import {
  addProcessMetrics,
  delegatedAuthorizer,
  HealthChecks,
  type LeaderElectionOptions,
  type Logger,
  MetricsRegistry,
  newLogger,
  type SecureServingOptions,
  serveComponent,
  servingCertificate,
} from '@kubescript/component-base';
import type { ControllerContext } from '@kubescript/lib-controllers';

import type { ControllerClientBuilder } from './client-builder.ts';
import { makeControllers, ownAccount } from './controller-table.ts';
import type { Credentials } from './credentials.ts';
import type { ControllerOptions } from './options.ts';

/** What a controller manager needs to run. */
export interface ControllerManagerConfig {
  /** The way to the API server, with the identity of the controller manager. The caller disposes it. */
  readonly transport: Transport;
  /** The clients of the controllers; without it all work through `transport`. */
  readonly clients?: ControllerClientBuilder;
  readonly options: ControllerOptions;
  /** The certificate authority to publish (PEM); '' for none. */
  readonly rootCa: string;
  /** The keys that controllers sign with. */
  readonly credentials: Credentials;
  /** Without it the controllers work at once. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Where health and metrics are served; by default nowhere. */
  readonly serving?: SecureServingOptions & { readonly alwaysAllowPaths?: readonly string[] };
  readonly logger?: Logger;
}

/**
 * Runs the controllers until the signal; resolves when nothing is under way any more. Rejects if the lease is lost or
 * the address to serve on is taken.
 *
 * @go k8s.io/kubernetes/cmd/kube-controller-manager/app#Run
 */
export async function runControllerManager(config: ControllerManagerConfig, signal: AbortSignal): Promise<void> {
  const logger = config.logger ?? newLogger('controller-manager');
  const client = new ClientSet(config.transport);
  await using _server = await serve(config.serving, client);
  const work = (working: AbortSignal): Promise<void> => runControllers({ config, client, logger }, working);
  if (config.leaderElection?.leaderElect !== true) await work(signal);
  else await electorFor(client, config.leaderElection, logger).run(work, signal);
}

interface Parts {
  readonly config: ControllerManagerConfig;
  readonly client: ClientSet;
  readonly logger: Logger;
}

/** Runs the informers and every chosen controller, as the leader or alone. */
async function runControllers({ config, client, logger }: Parts, signal: AbortSignal): Promise<void> {
  const informers = newSharedInformerFactory(client, {
    onError: (err, { resource }) => {
      logger.warn('Watching failed, trying again', { resource, err });
    },
  });
  const contexts = new Map<string, ReturnType<typeof newContext>>();
  const clientOf = (account: string): ClientSet =>
    account === ownAccount ? client : (config.clients?.clientFor(account) ?? client);
  const contextFor = (account: string): ControllerContext => {
    const known = contexts.get(account) ?? newContext(clientOf(account), informers, logger);
    contexts.set(account, known);
    return known.context;
  };
  const controllers = makeControllers(contextFor, config);
  const tasks = new TaskGroup(signal);
  tasks.spawn('informers', (working) => informers.run(working));
  for (const [name, controller] of controllers) tasks.spawn(name, (working) => controller.run(working));
  logger.info('Started controllers', { controllers: [...controllers.keys()] });
  await tasks.wait();
  await Promise.all([...contexts.values()].map(({ flush }) => flush()));
}

function newContext(
  client: ClientSet,
  informers: SharedInformerFactory,
  logger: Logger,
): { readonly context: ControllerContext; readonly flush: () => Promise<void> } {
  const recorders: EventRecorder[] = [];
  const context: ControllerContext = {
    client,
    informers,
    discovery: new DiscoveryClient(client.transport),
    openApi: new OpenApiClient(client.transport),
    clock: realClock,
    newLogger,
    newRecorder: (component) => {
      const onError = (err: unknown): void => {
        logger.warn('Could not write an event', { component, err });
      };
      const recorder = new EventRecorder({ client, component, onError });
      recorders.push(recorder);
      return recorder;
    },
  };
  return {
    context,
    flush: async () => {
      await Promise.all(recorders.map((recorder) => recorder.close()));
    },
  };
}

function electorFor(client: ClientSet, options: LeaderElectionOptions, logger: Logger): LeaderElector {
  return new LeaderElector({
    client,
    lock: { namespace: options.leaderElectResourceNamespace, name: options.leaderElectResourceName },
    identity: `${hostname()}_${randomUUID()}`,
    leaseDuration: options.leaderElectLeaseDuration,
    renewDeadline: options.leaderElectRenewDeadline,
    retryPeriod: options.leaderElectRetryPeriod,
    onNewLeader: (leader) => {
      logger.info('New leader elected', { leader });
    },
    onError: (err) => {
      logger.warn('Could not renew the lease', { err });
    },
  });
}

async function serve(options: ControllerManagerConfig['serving'], client: ClientSet): Promise<AsyncDisposable> {
  if (options === undefined || options.securePort === 0) return { [Symbol.asyncDispose]: () => Promise.resolve() };
  const metrics = new MetricsRegistry();
  addProcessMetrics(metrics);
  return serveComponent({
    bindAddress: options.bindAddress,
    port: options.securePort,
    tls: await servingCertificate({ ...options, hosts: [hostname(), 'localhost', '127.0.0.1'] }),
    healthz: new HealthChecks('healthz'),
    livez: new HealthChecks('livez'),
    readyz: new HealthChecks('readyz'),
    metrics,
    authorize: delegatedAuthorizer(client),
    ...(options.alwaysAllowPaths === undefined ? {} : { alwaysAllowPaths: options.alwaysAllowPaths }),
  });
}
