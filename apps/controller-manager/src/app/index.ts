import { readFile } from 'node:fs/promises';

import { ClientSet, type Transport, clientConfig, loadKubeconfig, transportFromKubeconfig } from '@kubescript/client';
import { type App, configureLogging, userAgent } from '@kubescript/component-base';

import {
  type ControllerClientBuilder,
  controllerGroups,
  controllerUser,
  serviceAccountClients,
} from './client-builder.ts';
import { readCredentials } from './credentials.ts';
import {
  addFlags,
  type CompletedControllerManagerOptions,
  completeOptions,
  type ControllerManagerOptions,
  typedOptions,
  validateOptions,
} from './options.ts';
import { type ControllerManagerConfig, runControllerManager } from './run.ts';

export type { ControllerManagerOptions } from './options.ts';
export { type ControllerManagerConfig, runControllerManager } from './run.ts';

/** kube-controller-manager as an App. */
export type ControllerManagerApp = App<
  ControllerManagerOptions,
  CompletedControllerManagerOptions,
  ControllerManagerConfig & AsyncDisposable
>;

/** What a program that holds the controller manager in its own process may give it. */
export interface ControllerManagerOverrides {
  /** The way to the API server, as the controller manager. */
  readonly transport?: Transport;
  /** The same as another user: `--use-service-account-credentials` then needs no tokens. */
  readonly transportFor?: (user: { readonly name: string; readonly groups: readonly string[] }) => Transport;
}

/**
 * kube-controller-manager: the control loops of the cluster. With a transport it needs no kubeconfig, and leaves the
 * settings of the process alone.
 */
export function newKubeControllerManager(overrides: ControllerManagerOverrides = {}): ControllerManagerApp {
  return {
    name: 'kube-controller-manager',
    addFlags,
    options: (cmd) => typedOptions(cmd, overrides.transport),
    complete: completeOptions,
    validate: validateOptions,
    config: (options) => openConfig(options, overrides),
    run: runControllerManager,
  };
}

/** kube-controller-manager as a program of its own. */
export const kubeControllerManager: ControllerManagerApp = newKubeControllerManager();

async function openConfig(
  options: CompletedControllerManagerOptions,
  { transportFor }: ControllerManagerOverrides,
): Promise<ControllerManagerConfig & AsyncDisposable> {
  const { controllers, credentials, leaderElection, serving, authentication, logging } = options;
  const rootCa = controllers.rootCaFile === '' ? '' : await readRootCa(controllers.rootCaFile);
  const read = await readCredentials(credentials);
  const own = options.transport === undefined ? await openTransport(options) : undefined;
  if (own !== undefined) configureLogging({ format: logging.loggingFormat, verbosity: logging.v });
  const transport = options.transport ?? own;
  if (transport === undefined) throw new Error('there is no way to an API server');
  const clients = controllers.useServiceAccountCredentials
    ? await openClients(options, transport, transportFor)
    : undefined;
  return {
    transport,
    ...(clients === undefined ? {} : { clients }),
    options: controllers,
    rootCa,
    credentials: read,
    leaderElection,
    serving: { ...serving, alwaysAllowPaths: authentication.authorizationAlwaysAllowPaths },
    [Symbol.asyncDispose]: async () => {
      await clients?.[Symbol.asyncDispose]();
      await own?.[Symbol.asyncDispose]();
    },
  };
}

/** The clients by which controllers act as their service accounts: in process directly, else with tokens. */
async function openClients(
  options: CompletedControllerManagerOptions,
  transport: Transport,
  transportFor: ControllerManagerOverrides['transportFor'],
): Promise<ControllerClientBuilder & AsyncDisposable> {
  if (transportFor === undefined) {
    const { kubeconfig, master } = options.connection;
    const overrides = master === '' ? {} : { server: master };
    const { namespace: _, ...connection } = await clientConfig(await loadKubeconfig(kubeconfig), overrides);
    return serviceAccountClients(new ClientSet(transport), connection);
  }
  const open: Transport[] = [];
  return {
    clientFor: (account) => {
      const own = transportFor({ name: controllerUser(account), groups: controllerGroups });
      open.push(own);
      return new ClientSet(own);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(open.map((own) => own[Symbol.asyncDispose]()));
    },
  };
}

async function readRootCa(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`--root-ca-file: cannot read ${path}: ${(err as Error).message}`, { cause: err });
  }
}

function openTransport({ connection }: CompletedControllerManagerOptions): Promise<Transport> {
  const overrides = connection.master === '' ? {} : { server: connection.master };
  return transportFromKubeconfig(connection.kubeconfig, {
    userAgent: userAgent('kube-controller-manager'),
    overrides,
    rate: { qps: connection.kubeApiQps, burst: connection.kubeApiBurst },
  });
}
