import { type Transport, transportFromKubeconfig } from '@kubescript/client';
import { type App, configureLogging, userAgent } from '@kubescript/component-base';

import {
  type CompletedProxyOptions,
  type ProxyOptions,
  addFlags,
  completeOptions,
  typedOptions,
  validateOptions,
} from './options.ts';
import { type ProxyRun, cleanupRules, runProxy } from './run.ts';

/** The opened configuration of kube-proxy: either a run, or an order to clean up. */
export interface ProxyConfig extends AsyncDisposable {
  readonly work: ProxyRun | 'cleanup';
}

/** What a larger program supplies in place of flags. */
export interface AppOverrides {
  /** The way to the API server, in place of a kubeconfig; whoever supplies it disposes it. */
  readonly transport?: Transport;
}

/** kube-proxy: makes services reachable on a node. */
export function newKubeProxy(overrides: AppOverrides = {}): App<ProxyOptions, CompletedProxyOptions, ProxyConfig> {
  return {
    name: 'kube-proxy',
    addFlags,
    options: (cmd) => ({ ...typedOptions(cmd), ...overrides }),
    complete: completeOptions,
    validate: validateOptions,
    config: openConfig,
    run: ({ work }, signal) => (work === 'cleanup' ? cleanupRules() : runProxy(work, signal)),
  };
}

/** The app as its binary runs it. */
export const kubeProxy = newKubeProxy();

export { type ProxyFlags, type ProxyOptions } from './options.ts';
export { type ProxyRun, cleanupRules, runProxy } from './run.ts';

async function openConfig(options: CompletedProxyOptions): Promise<ProxyConfig> {
  if (options.proxy.cleanup) return { work: 'cleanup', [Symbol.asyncDispose]: () => Promise.resolve() };
  const own = options.transport === undefined ? await openTransport(options) : undefined;
  if (own !== undefined) configureLogging({ format: options.logging.loggingFormat, verbosity: options.logging.v });
  const transport = options.transport ?? own;
  if (transport === undefined) throw new Error('no way to an API server');
  return {
    work: { transport, flags: options.proxy },
    [Symbol.asyncDispose]: async () => {
      await own?.[Symbol.asyncDispose]();
    },
  };
}

function openTransport({ connection }: CompletedProxyOptions): Promise<Transport> {
  const overrides = connection.master === '' ? {} : { server: connection.master };
  return transportFromKubeconfig(connection.kubeconfig, {
    userAgent: userAgent('kube-proxy'),
    overrides,
    rate: { qps: connection.kubeApiQps, burst: connection.kubeApiBurst },
  });
}
