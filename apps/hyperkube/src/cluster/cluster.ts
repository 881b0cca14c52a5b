import { hostname } from 'node:os';

import { TaskGroup, realClock } from '@kubescript/apimachinery';
import { newLogger } from '@kubescript/component-base';

import type { StartOptions } from '../app/start-options.ts';
import {
  type ClusterPlan,
  apiserverArguments,
  controllerManagerArguments,
  identities,
  kubeletArguments,
  nodeIdentity,
  proxyArguments,
  schedulerArguments,
} from './components.ts';
import { type RunningEtcd, startEtcd } from './etcd.ts';
import type { Launcher } from './launcher.ts';
import { ClusterLayout } from './layout.ts';
import { nodeAddress } from './node-address.ts';
import { waitForNode } from './node-condition.ts';
import { type NodeRuntime, startNodeRuntime } from './node-runtime.ts';
import { pickClusterCidr, readRoutes } from './pod-network.ts';
import type { Progress } from './progress.ts';
import type { RuntimePlan } from './runtime-detection.ts';
import { readClusterFile, writeClusterFile } from './state.ts';

/** How long components may take to end, in milliseconds. */
const patienceMs = 10_000;

/** What a cluster is made of. */
export interface ClusterParts {
  readonly options: StartOptions;
  readonly layout: ClusterLayout;
  readonly runtimePlan: RuntimePlan;
  readonly launcher: Launcher;
  readonly progress: Progress;
}

/**
 * All components of one cluster on this machine, started in the order in which they need each other. `start` resolves
 * when every node is Ready; `stop` ends everything and takes away what was made for it on the machine.
 */
export class Cluster {
  readonly #parts: ClusterParts;
  readonly #components: TaskGroup;
  readonly #stopping: AbortSignal;
  readonly #apiserver = new AbortController();
  readonly #runtimes: NodeRuntime[] = [];
  #apiserverEnded: Promise<void> = Promise.resolve();
  #etcd: RunningEtcd | undefined;
  #port = 0;

  constructor(parts: ClusterParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#components = new TaskGroup(signal);
    this.#stopping = signal;
  }

  /** The nodes, once started. */
  get nodes(): readonly NodeRuntime['node'][] {
    return this.#runtimes.map(({ node }) => node);
  }

  /** Port of the API server, once started. */
  get port(): number {
    return this.#port;
  }

  /** Starts everything; `onRuntimes` is called when the runtimes run, `onServing` when the API server is ready. */
  async start(
    onRuntimes: (nodes: readonly NodeRuntime['node'][]) => Promise<void>,
    onServing: () => Promise<void>,
  ): Promise<void> {
    const { launcher, progress, options } = this.#parts;
    const names = ClusterLayout.nodeNames(hostname(), options.nodes);
    const runtimes = this.#startRuntimes(names).then(() => onRuntimes(this.nodes));
    runtimes.catch(() => undefined); // awaited below, after the API server
    const plan = await this.#plan();
    progress.step('API server');
    const apiserver = await launcher.startApiserver(apiserverArguments(plan), this.#apiserver.signal).catch(inOurWords);
    this.#apiserverEnded = apiserver.ended;
    this.#components.spawn('kube-apiserver', (groupSignal) => endOrAbort(apiserver.ended, groupSignal));
    this.#port = apiserver.port;
    await onServing();
    progress.done(`API server on port ${apiserver.port}`);
    this.#runControlLoops({ ...plan, port: apiserver.port }, names[0] ?? '');
    progress.step(`nodes ${names.join(', ')}`);
    await runtimes;
    await Promise.all(this.#runtimes.map((runtime) => this.#joinNode({ ...plan, port: apiserver.port }, runtime)));
    progress.done(`${names.length === 1 ? 'node' : 'nodes'} ${names.join(', ')} ready`);
  }

  /** Resolves when the components are told to end; rejects as soon as one fails or ends by itself. */
  async failure(): Promise<void> {
    const { signal } = this.#components;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    if (!this.#stopping.aborted) throw signal.reason;
  }

  /**
   * Ends the components, nodes first, then the API server, and removes what the runtimes made. Everything is tried;
   * the first failure is thrown at the end.
   */
  async stop(): Promise<void> {
    this.#components.stop();
    await this.#componentsEnded();
    const removed = await Promise.allSettled([this.#removeRules(), ...this.#runtimes.map((runtime) => runtime.stop())]);
    this.#apiserver.abort(new Error('the cluster stops'));
    const closed = await Promise.allSettled([this.#apiserverEnded]);
    const etcd = await Promise.allSettled([this.#etcd?.stop()]);
    const failed = [...removed, ...closed, ...etcd].find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Waits for the components, but not for ever: one that does not end must not keep the rest from being cleaned up. */
  async #componentsEnded(): Promise<void> {
    const ended = this.#components.wait().catch(() => undefined); // reported by `ended`
    const patience = new AbortController();
    const late = realClock.sleep(patienceMs, patience.signal).then(
      () => {
        newLogger('hyperkube').warn('Components do not end, going on without them', {
          components: this.#components.running,
        });
      },
      () => undefined,
    );
    await Promise.race([ended, late]);
    patience.abort(new Error('they ended'));
  }

  async #plan(): Promise<ClusterPlan> {
    const { options, layout } = this.#parts;
    const known = await readClusterFile(layout);
    if (known !== undefined && known.storage !== options.storage) {
      throw new Error(`this cluster was made with --storage ${known.storage}: use that, or another --data-dir`);
    }
    const clusterCidr = known?.clusterCidr ?? pickClusterCidr(await readRoutes());
    if (known === undefined) await writeClusterFile(layout, { clusterCidr, storage: options.storage });
    if (options.storage === 'etcd' && options.etcdServers.length === 0) this.#etcd = await startEtcd(layout.etcd);
    const etcdServers = this.#etcd === undefined ? options.etcdServers : [this.#etcd.url];
    return { layout, options, port: options.port, address: nodeAddress(), clusterCidr, etcdServers };
  }

  async #startRuntimes(names: readonly string[]): Promise<void> {
    const { runtimePlan, layout } = this.#parts;
    const start = async (name: string, index: number): Promise<void> => {
      this.#runtimes[index] = await startNodeRuntime(runtimePlan, layout, { name, index }, this.#components.signal);
    };
    await Promise.all(names.map(start));
  }

  #runControlLoops(plan: ClusterPlan, node: string): void {
    this.#run(
      'controller-manager',
      'controller-manager',
      identities['controller-manager'],
      controllerManagerArguments(plan),
    );
    this.#run('scheduler', 'scheduler', identities.scheduler, schedulerArguments(plan));
    if (this.#parts.runtimePlan.kind !== 'hollow') {
      this.#run('proxy', 'proxy', identities.proxy, proxyArguments(plan, node));
    }
  }

  /** Runs a node's kubelet, and gives its pods their network as soon as the node has its range. */
  async #joinNode(plan: ClusterPlan, runtime: NodeRuntime): Promise<void> {
    const { name } = runtime.node;
    const args = kubeletArguments(plan, { name, runtimeEndpoint: runtime.endpoint });
    this.#run('kubelet', `kubelet-${name}`, nodeIdentity(name), args);
    const admin = await this.#parts.launcher.admin(plan.layout.adminKubeconfig);
    const node = await waitForNode(admin, name, ({ spec }) => spec.podCIDR !== undefined, this.#components.signal);
    const podCidrs = node.spec.podCIDRs ?? [node.spec.podCIDR ?? ''];
    await runtime.configureNetwork({ podCidrs, clusterCidrs: [plan.clusterCidr] });
    await waitForNode(admin, name, isReady, this.#components.signal);
  }

  /** kube-proxy leaves its rules when it ends, so that traffic survives its restart; here nothing shall be left. */
  async #removeRules(): Promise<void> {
    if (this.#parts.runtimePlan.kind === 'hollow' || this.#port === 0) return;
    const { launcher } = this.#parts;
    const cleanup = {
      component: 'proxy',
      instance: 'proxy-cleanup',
      identity: identities.proxy,
      args: ['--cleanup'],
    } as const;
    await launcher.run(cleanup, new AbortController().signal);
  }

  #run(
    component: 'scheduler' | 'controller-manager' | 'kubelet' | 'proxy',
    instance: string,
    identity: { readonly user: string; readonly groups: readonly string[] },
    args: readonly string[],
  ): void {
    const { launcher } = this.#parts;
    this.#components.spawn(instance, async (signal) => {
      await launcher.run({ component, instance, identity, args }, signal);
      if (!signal.aborted) throw new Error(`${instance} ended by itself`);
    });
  }
}

function isReady({
  status,
}: {
  readonly status: { readonly conditions?: readonly { type: string; status: string }[] };
}): boolean {
  return status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false;
}

/** Settles with the promise, or resolves when the signal is aborted. */
function endOrAbort(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** The API server's advice names its own flag; the user of this program has another. */
function inOurWords(err: unknown): never {
  if (err instanceof Error) err.message = err.message.replace('--secure-port', '--port');
  throw err;
}
