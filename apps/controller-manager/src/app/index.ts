import { readFile } from 'node:fs/promises';

import { type Transport, transportFromKubeconfig } from '@kubescript/client';
import { type App, configureLogging, userAgent } from '@kubescript/component-base';

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

/**
 * kube-controller-manager: the control loops of the cluster. With a transport it needs no kubeconfig, and leaves the
 * settings of the process alone.
 */
export function newKubeControllerManager(overrides: { readonly transport?: Transport } = {}): ControllerManagerApp {
  return {
    name: 'kube-controller-manager',
    addFlags,
    options: (cmd) => typedOptions(cmd, overrides.transport),
    complete: completeOptions,
    validate: validateOptions,
    config: openConfig,
    run: runControllerManager,
  };
}

/** kube-controller-manager as a program of its own. */
export const kubeControllerManager: ControllerManagerApp = newKubeControllerManager();

async function openConfig(
  options: CompletedControllerManagerOptions,
): Promise<ControllerManagerConfig & AsyncDisposable> {
  const { controllers, leaderElection, serving, authentication, logging } = options;
  const rootCa = controllers.rootCaFile === '' ? '' : await readRootCa(controllers.rootCaFile);
  const own = options.transport === undefined ? await openTransport(options) : undefined;
  if (own !== undefined) configureLogging({ format: logging.loggingFormat, verbosity: logging.v });
  const transport = options.transport ?? own;
  if (transport === undefined) throw new Error('there is no way to an API server');
  return {
    transport,
    options: controllers,
    rootCa,
    leaderElection,
    serving: { ...serving, alwaysAllowPaths: authentication.authorizationAlwaysAllowPaths },
    [Symbol.asyncDispose]: async () => {
      await own?.[Symbol.asyncDispose]();
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
