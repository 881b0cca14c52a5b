import { type Transport, transportFromKubeconfig } from '@kubescript/client';
import { type App, configureLogging, userAgent } from '@kubescript/component-base';

import {
  type CompletedSchedulerOptions,
  type SchedulerOptions,
  addFlags,
  completeOptions,
  typedOptions,
  validateOptions,
} from './options.ts';
import { type SchedulerRun, runScheduler } from './run.ts';

/** The opened configuration of kube-scheduler. */
export interface SchedulerConfig extends SchedulerRun, AsyncDisposable {}

/** What a larger program supplies in place of flags. */
export interface AppOverrides {
  /** The way to the API server, in place of a kubeconfig; whoever supplies it disposes it. */
  readonly transport?: Transport;
}

/** kube-scheduler: gives pods nodes. */
export function newKubeScheduler(
  overrides: AppOverrides = {},
): App<SchedulerOptions, CompletedSchedulerOptions, SchedulerConfig> {
  return {
    name: 'kube-scheduler',
    addFlags,
    options: (cmd) => ({ ...typedOptions(cmd), ...overrides }),
    complete: completeOptions,
    validate: validateOptions,
    config: openConfig,
    run: runScheduler,
  };
}

/** The app as its binary runs it. */
export const kubeScheduler = newKubeScheduler();

export { type SchedulerOptions } from './options.ts';
export { type SchedulerRun, runScheduler } from './run.ts';

async function openConfig(options: CompletedSchedulerOptions): Promise<SchedulerConfig> {
  const own = options.transport === undefined ? await openTransport(options) : undefined;
  if (own !== undefined) configureLogging({ format: options.logging.loggingFormat, verbosity: options.logging.v });
  const transport = options.transport ?? own;
  if (transport === undefined) throw new Error('no way to an API server');
  return {
    transport,
    configuration: options.file,
    leaderElection: options.leaderElection,
    serving: options.serving,
    alwaysAllowPaths: options.authentication.authorizationAlwaysAllowPaths,
    maxUnschedulableMs: options.scheduler.podMaxInUnschedulablePodsDuration,
    [Symbol.asyncDispose]: async () => {
      await own?.[Symbol.asyncDispose]();
    },
  };
}

function openTransport({ connection }: CompletedSchedulerOptions): Promise<Transport> {
  const overrides = connection.master === '' ? {} : { server: connection.master };
  return transportFromKubeconfig(connection.kubeconfig, {
    userAgent: userAgent('kube-scheduler'),
    overrides,
    rate: { qps: connection.kubeApiQps, burst: connection.kubeApiBurst },
  });
}
