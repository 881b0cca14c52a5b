import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { TaskGroup } from '@kubescript/apimachinery';
import {
  type Client,
  ClientSet,
  EventRecorder,
  LeaderElector,
  type Transport,
  newSharedInformerFactory,
} from '@kubescript/client';
import {
  HealthChecks,
  type LeaderElectionOptions,
  type Logger,
  MetricsRegistry,
  type SecureServingOptions,
  addProcessMetrics,
  delegatedAuthorizer,
  newLogger,
  serveComponent,
  servingCertificate,
} from '@kubescript/component-base';
import type { KubeSchedulerConfiguration } from '@kubescript/kube-scheduler';
import { Scheduler, completeProfiles, inTreePlugins, newSchedulerMetrics } from '@kubescript/lib-scheduler';

/** What a scheduler needs to run. */
export interface SchedulerRun {
  /** The way to the API server, with the identity of the scheduler. The caller disposes it. */
  readonly transport: Transport;
  /** Profiles and back-off; by default one profile with the default plugins. */
  readonly configuration?: KubeSchedulerConfiguration;
  /** Without it the scheduler works at once. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Where health and metrics are served; by default nowhere. */
  readonly serving?: SecureServingOptions;
  /** Paths that anybody may read; by default the health checks. */
  readonly alwaysAllowPaths?: readonly string[];
  readonly logger?: Logger;
  readonly maxUnschedulableMs?: number;
}

/**
 * Runs kube-scheduler until the signal; resolves when nothing is under way any more. Rejects if the lease is lost or
 * the address to serve on is taken.
 */
export async function runScheduler(run: SchedulerRun, signal: AbortSignal): Promise<void> {
  const logger = run.logger ?? newLogger('scheduler');
  const client = new ClientSet(run.transport);
  const metrics = new MetricsRegistry();
  addProcessMetrics(metrics);
  await using _server = await serve(run, metrics);
  const work = (working: AbortSignal): Promise<void> => schedule(run, { client, metrics, logger }, working);
  if (run.leaderElection?.leaderElect !== true) {
    await work(signal);
    return;
  }
  await electorFor(client, run.leaderElection, logger).run(work, signal);
}

interface Parts {
  readonly client: Client;
  readonly metrics: MetricsRegistry;
  readonly logger: Logger;
}

/** Runs informers and the scheduler, as the leader or alone. */
async function schedule(run: SchedulerRun, { client, metrics, logger }: Parts, signal: AbortSignal): Promise<void> {
  const { configuration = {} } = run;
  const informers = newSharedInformerFactory(client, {
    onError: (err, { resource }) => {
      logger.warn('Watching failed, trying again', { resource, err });
    },
  });
  const recorders: EventRecorder[] = [];
  const recorderFor = (component: string): EventRecorder => {
    const onError = (err: unknown): void => {
      logger.warn('Could not write an event', { err });
    };
    const recorder = new EventRecorder({ client, component, onError });
    recorders.push(recorder);
    return recorder;
  };
  const { podInitialBackoffSeconds = 1, podMaxBackoffSeconds = 10, percentageOfNodesToScore = 0 } = configuration;
  const scheduler = new Scheduler({
    client,
    informers,
    registry: inTreePlugins,
    profiles: completeProfiles(configuration),
    recorderFor,
    logger,
    metrics: newSchedulerMetrics(metrics),
    percentageOfNodesToScore,
    backoff: { initialMs: podInitialBackoffSeconds * 1000, maxMs: podMaxBackoffSeconds * 1000 },
    ...(run.maxUnschedulableMs === undefined ? {} : { maxUnschedulableMs: run.maxUnschedulableMs }),
  });
  const tasks = new TaskGroup(signal);
  tasks.spawn('informers', (working) => informers.run(working));
  tasks.spawn('scheduler', (working) => scheduler.run(working));
  await tasks.wait();
  await Promise.all(recorders.map((recorder) => recorder.flush()));
}

function electorFor(client: Client, options: LeaderElectionOptions, logger: Logger): LeaderElector {
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

async function serve(run: SchedulerRun, metrics: MetricsRegistry): Promise<AsyncDisposable> {
  const { serving: options, alwaysAllowPaths } = run;
  if (options === undefined || options.securePort === 0) return { [Symbol.asyncDispose]: () => Promise.resolve() };
  const hosts = [hostname(), 'localhost', '127.0.0.1'];
  return serveComponent({
    bindAddress: options.bindAddress,
    port: options.securePort,
    tls: await servingCertificate({ ...options, hosts }),
    healthz: new HealthChecks('healthz'),
    livez: new HealthChecks('livez'),
    readyz: new HealthChecks('readyz'),
    metrics,
    authorize: delegatedAuthorizer(new ClientSet(run.transport)),
    ...(alwaysAllowPaths === undefined ? {} : { alwaysAllowPaths }),
  });
}
