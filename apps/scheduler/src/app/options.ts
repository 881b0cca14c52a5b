import type { Transport } from '@kubescript/client';
import {
  type AuthenticationOptions,
  type ClientConnectionOptions,
  FlagGroup,
  type LeaderElectionOptions,
  type LoggingOptions,
  type SecureServingOptions,
  authenticationFlags,
  clientConnectionFlags,
  durationFlag,
  leaderElectionFlags,
  loggingFlags,
  readConfigFile,
  secureServingFlags,
  stringFlag,
} from '@kubescript/component-base';
import type { KubeSchedulerConfiguration } from '@kubescript/kube-scheduler';
import { schedulerConfigType, validateSchedulerConfig } from '@kubescript/lib-scheduler';
import type { Command } from 'commander';

/** Flags that only the scheduler has. */
interface SchedulerFlags {
  readonly config: string;
  readonly podMaxInUnschedulablePodsDuration: number;
}

const flags = {
  scheduler: new FlagGroup<SchedulerFlags>('Scheduler', {
    config: stringFlag('', 'file of kind KubeSchedulerConfiguration'),
    podMaxInUnschedulablePodsDuration: durationFlag(300_000, 'pods that waited this long are tried again'),
  }),
  serving: secureServingFlags({ port: 10259 }),
  authentication: authenticationFlags(),
  leaderElection: leaderElectionFlags('kube-scheduler'),
  connection: clientConnectionFlags({ qps: 50, burst: 100 }),
  logging: loggingFlags(),
};

/** What the user typed. */
export interface SchedulerOptions {
  readonly scheduler: Partial<SchedulerFlags>;
  readonly serving: Partial<SecureServingOptions>;
  readonly authentication: Partial<AuthenticationOptions>;
  readonly leaderElection: Partial<LeaderElectionOptions>;
  readonly connection: Partial<ClientConnectionOptions>;
  readonly logging: Partial<LoggingOptions>;
  /** Used in place of a kubeconfig by whoever runs the scheduler inside of a larger program. */
  readonly transport?: Transport;
}

declare const completed: unique symbol;

/** Options with the defaults and the configuration file applied; made by `completeOptions` alone. */
export interface CompletedSchedulerOptions {
  readonly [completed]: true;
  readonly file: KubeSchedulerConfiguration;
  readonly scheduler: SchedulerFlags;
  readonly serving: SecureServingOptions;
  readonly authentication: AuthenticationOptions;
  readonly leaderElection: LeaderElectionOptions;
  readonly connection: ClientConnectionOptions;
  readonly logging: LoggingOptions;
  readonly transport?: Transport;
}

/** Declares the flags of kube-scheduler. */
export function addFlags(cmd: Command): void {
  for (const group of Object.values(flags)) group.addFlags(cmd);
}

/** The flags that were typed. */
export function typedOptions(cmd: Command): SchedulerOptions {
  return {
    scheduler: flags.scheduler.typed(cmd),
    serving: flags.serving.typed(cmd),
    authentication: flags.authentication.typed(cmd),
    leaderElection: flags.leaderElection.typed(cmd),
    connection: flags.connection.typed(cmd),
    logging: flags.logging.typed(cmd),
  };
}

/** Reads the configuration file and lays the typed flags over it. */
export async function completeOptions(options: SchedulerOptions): Promise<CompletedSchedulerOptions> {
  const path = options.scheduler.config ?? '';
  const file = path === '' ? {} : await readConfigFile(path, schedulerConfigType);
  const values = {
    file,
    scheduler: flags.scheduler.complete(options.scheduler),
    serving: flags.serving.complete(options.serving),
    authentication: flags.authentication.complete(options.authentication),
    leaderElection: flags.leaderElection.complete(leaderElectionOf(file), options.leaderElection),
    connection: flags.connection.complete(connectionOf(file), options.connection),
    logging: flags.logging.complete(options.logging),
  };
  return (
    options.transport === undefined ? values : { ...values, transport: options.transport }
  ) as CompletedSchedulerOptions;
}

/** All problems of the options and of the configuration file. */
export function validateOptions(options: CompletedSchedulerOptions): readonly Error[] {
  const problems = [
    ...flags.serving.validate(options.serving),
    ...flags.leaderElection.validate(options.leaderElection),
    ...validateSchedulerConfig(options.file),
  ];
  const hasServer = options.transport !== undefined || options.connection.kubeconfig !== '';
  if (!hasServer) problems.push(new Error('--kubeconfig: required, unless --config has clientConnection.kubeconfig'));
  return problems;
}

function leaderElectionOf({ leaderElection = {} }: KubeSchedulerConfiguration): Partial<LeaderElectionOptions> {
  const { leaderElect, leaseDuration, renewDeadline, retryPeriod, resourceName, resourceNamespace } = leaderElection;
  return defined({
    leaderElect,
    leaderElectLeaseDuration: leaseDuration,
    leaderElectRenewDeadline: renewDeadline,
    leaderElectRetryPeriod: retryPeriod,
    leaderElectResourceName: resourceName,
    leaderElectResourceNamespace: resourceNamespace,
  });
}

function connectionOf({ clientConnection = {} }: KubeSchedulerConfiguration): Partial<ClientConnectionOptions> {
  const { kubeconfig, qps, burst } = clientConnection;
  return defined({ kubeconfig, kubeApiQps: qps, kubeApiBurst: burst });
}

/** The members that are there. */
function defined<T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
