import { hostname } from 'node:os';

import { TaskGroup, realClock } from '@kubescript/apimachinery';
import { runCompactor } from '@kubescript/apiserver';
import { aggregatorHooks } from '@kubescript/kube-aggregator';
import {
  KubernetesEndpoints,
  type PostStartHook,
  ServerIdentity,
  bootstrapHooks,
  repairServiceAllocators,
  digestFlowControl,
  runAllocatorRepair,
  runFlowControl,
  runClusterAuthentication,
} from '@kubescript/lib-controlplane';

import type { ApiserverConfig } from './config.ts';
import { featureGateOf } from './flags/features.ts';
import { addHealthChecks, addHookCheck } from './health.ts';
import { inReferenceOrder } from './hook-order.ts';

/** Told once, when the server is ready. */
export type OnReady = () => void;

/**
 * Serves until the signal: listens, makes the objects that every cluster has, reports ready, and at the end lets
 * running requests finish.
 *
 * @go k8s.io/kubernetes/cmd/kube-apiserver/app#Run
 */
export async function serve(
  config: ApiserverConfig,
  signal: AbortSignal,
  onReady: OnReady = () => undefined,
): Promise<void> {
  addHealthChecks(config);
  await repairServiceAllocators(config.installed, realClock, signal);
  const address = await listen(config);
  const tasks = new TaskGroup(signal);
  const { etcdCompactionInterval } = config.options.storage;
  if (etcdCompactionInterval > 0) {
    tasks.spawn('compactor', (taskSignal) =>
      runCompactor(config.backend, taskSignal, { intervalMs: etcdCompactionInterval }),
    );
  }
  const endpoints = endpointsOf(config, address.port);
  const { encryption, flowControl, tracing } = config;
  if (tracing) tasks.spawn('tracing', (taskSignal) => tracing.run(taskSignal));
  if (encryption) tasks.spawn('encryption-config', (taskSignal) => encryption.transformers.run(taskSignal));
  try {
    tasks.spawn('apiextensions', (taskSignal) =>
      config.apiExtensions.run(config.server.transport(loopbackUser, 'kube-apiserver'), taskSignal),
    );
    tasks.spawn('serving-certificates', (taskSignal) =>
      config.servingCertificates.run(config.listener, {
        logger: config.logger,
        clock: realClock,
        signal: taskSignal,
      }),
    );
    tasks.spawn('aggregator', (taskSignal) => config.aggregator.run(taskSignal));
    const identity = identityOf(config, address.port);
    const hasIdentity = featureGateOf(config.options.features).enabled('APIServerIdentity');
    await runHooks(
      config,
      inReferenceOrder([
        ...hooksOf(config, address.port, endpoints),
        ...(hasIdentity ? identity.hooks() : []),
        ...aggregatorHooks(config.aggregator),
      ]),
      signal,
    );
    if (hasIdentity) tasks.spawn('identity', (taskSignal) => identity.run(taskSignal));
    tasks.spawn('kubernetes-endpoints', (taskSignal) => endpoints.run(taskSignal));
    tasks.spawn('service-allocator-repair', (taskSignal) =>
      runAllocatorRepair(config.installed, realClock, taskSignal),
    );
    tasks.spawn('cluster-authentication', (taskSignal) =>
      runClusterAuthentication(config.installed.stores, config.clusterAuthentication, {
        clock: realClock,
        signal: taskSignal,
      }),
    );
    if (flowControl) {
      tasks.spawn('flow-control', (taskSignal) =>
        runFlowControl(config.installed.stores, flowControl, realClock, taskSignal),
      );
    }
    config.logger.info('ready', { address: `https://${address.address}:${String(address.port)}` });
    onReady();
    await aborted(signal);
  } finally {
    await endpoints.leave();
    await config.lifecycle.shutdown(() => config.listener.stopListening());
    tasks.stop();
    await config.listener.close();
    await tasks.wait();
  }
}

function identityOf(config: ApiserverConfig, securePort: number): ServerIdentity {
  const { installed, backend, advertiseAddress, options } = config;
  return new ServerIdentity({
    stores: installed.stores,
    backend,
    clock: realClock,
    hostname: hostname(),
    advertiseAddress,
    securePort,
    storageRoot: options.storage.etcdPrefix,
  });
}

/** Only an etcd may have other servers. */
function endpointsOf(config: ApiserverConfig, securePort: number): KubernetesEndpoints {
  const { installed, backend, advertiseAddress, options } = config;
  const { etcdServers, etcdPrefix } = options.storage;
  return new KubernetesEndpoints({
    ...{ stores: installed.stores, clock: realClock, advertiseAddress, securePort },
    ...(etcdServers.length > 0 && { shared: { backend, root: etcdPrefix } }),
  });
}

function hooksOf(
  config: ApiserverConfig,
  securePort: number,
  kubernetesEndpoints: KubernetesEndpoints,
): readonly PostStartHook[] {
  const bootstrap = bootstrapHooks({
    ...config.installed,
    clock: realClock,
    kubernetesService: {
      securePort,
      clusterIpRanges: config.options.cluster.serviceClusterIpRange,
    },
    kubernetesEndpoints,
    authentication: config.clusterAuthentication,
  });
  const synced = (hookSignal: AbortSignal): Promise<void> => config.apiExtensions.whenSynced(hookSignal);
  const apiExtensions = ['start-apiextensions-informers', 'start-apiextensions-controllers', 'crd-informer-synced'];
  return [
    ...bootstrap,
    ...apiExtensions.map((name) => ({ name, run: synced })),
    ...startedHooks.map((name) => ({ name, run: () => Promise.resolve() })),
    ...flowControlHooks(config),
  ];
}

/** What runs as soon as the server is put together, its stores are open and its allocators are repaired. */
const startedHooks = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'storage-object-count-tracker-hook',
  'storage-readiness',
  'start-service-ip-repair-controllers',
];

function flowControlHooks({ flowControl, installed }: ApiserverConfig): readonly PostStartHook[] {
  if (!flowControl) return [];
  return [
    {
      name: 'priority-and-fairness-config-consumer',
      run: (hookSignal) => digestFlowControl(installed.stores, flowControl, realClock, hookSignal),
    },
    { name: 'priority-and-fairness-filter', run: () => Promise.resolve() },
  ];
}

/** In-process components that are part of the server itself. */
const loopbackUser = { name: 'system:apiserver', groups: ['system:masters'] };

async function listen({ listener, options }: ApiserverConfig): Promise<Awaited<ReturnType<typeof listener.listen>>> {
  try {
    return await listener.listen();
  } catch (error) {
    const { bindAddress, securePort } = options.serving;
    const where = `${bindAddress}:${String(securePort)}`;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `port ${String(securePort)} on ${bindAddress} is in use: stop what listens there, or choose another with --secure-port`,
        { cause: undefined },
      );
    }
    throw new Error(`cannot listen on ${where}: ${message}; check --bind-address and --secure-port`, { cause: error });
  }
}

/** Runs all hooks at once; each is a health check that holds once it succeeded. */
async function runHooks(config: ApiserverConfig, hooks: readonly PostStartHook[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    hooks.map(async function runHook(hook) {
      let done = false;
      const check = {
        name: hook.check ?? `poststarthook/${hook.name}`,
        check: () => {
          if (!done) throw new Error('not finished');
        },
      };
      addHookCheck(config, check);
      try {
        await hook.run(signal);
        done = true;
      } catch (error) {
        signal.throwIfAborted();
        config.logger.error('a post-start hook failed', { hook: hook.name, error });
        throw new Error(`post-start hook ${hook.name} failed: ${(error as Error).message}`, { cause: error });
      }
    }),
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}
