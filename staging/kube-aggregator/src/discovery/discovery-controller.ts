import type { Clock } from '@kubescript/apimachinery';
import { type WorkQueue, type WorkQueueMetricsProvider, newWorkQueue } from '@kubescript/client';

import type { ApiServiceIndex, RemoteApiService } from '../apis/api-service-index.ts';
import { groupVersionOf, groupVersionOfName, isAvailable, serviceOf } from '../apis/api-service.ts';
import type { ApiServiceProxy } from '../proxy/api-service-proxy.ts';
import { within } from '../within.ts';
import { type ServerDiscovery, type VersionDiscovery, fetchDiscovery, keyOf } from './remote-discovery.ts';

const workers = 2;
const refreshMs = 60_000;
const timeoutMs = 5000;

/** What the controller works with. */
export interface DiscoveryControllerOptions {
  readonly index: ApiServiceIndex;
  readonly proxy: ApiServiceProxy;
  readonly clock: Clock;
  readonly queueMetrics?: WorkQueueMetricsProvider;
}

/**
 * Keeps what extension servers say about their resources. What a server said last is kept while it cannot be reached,
 * and marked as stale.
 *
 * @go kube-aggregator/pkg/apiserver#discoveryManager
 */
export class DiscoveryController {
  readonly #options: DiscoveryControllerOptions;
  readonly #queue: WorkQueue;
  readonly #servers = new Map<string, ServerDiscovery>();
  #entries: ReadonlyMap<string, VersionDiscovery> = new Map();

  constructor(options: DiscoveryControllerOptions) {
    this.#options = options;
    this.#queue = newWorkQueue({
      name: 'discovery-manager',
      clock: options.clock,
      ...(options.queueMetrics && { metrics: options.queueMetrics }),
      backoff: { base: 50, max: refreshMs },
    });
    options.index.listen((name, apiService) => {
      if (apiService && serviceOf(apiService)) this.#queue.add(name);
      else this.#forget(name);
    });
  }

  /** What is known, by `group/version`. Another map whenever it changes. */
  entries(): ReadonlyMap<string, VersionDiscovery> {
    return this.#entries;
  }

  /** Works until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => {
      this.#queue.shutDown();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await Promise.all(Array.from({ length: workers }, () => this.#work(signal)));
  }

  /** Asks the server of one APIService; false if it did not answer. */
  async sync(name: string, signal: AbortSignal): Promise<boolean> {
    const apiService = this.#options.index.get(name);
    const remote = apiService && this.#options.index.remote(groupVersionOf(apiService));
    if (!remote) return true;
    const discovery = await this.#fetch(remote, signal);
    const key = keyOf(groupVersionOf(remote.apiService));
    const server = serverKey(remote);
    if (discovery) this.#servers.set(server, discovery);
    const { version } = groupVersionOf(remote.apiService);
    const known = this.#servers.get(server)?.versions.get(key) ?? { version };
    this.#set(key, { ...known, freshness: discovery ? 'Current' : 'Stale' });
    return discovery !== undefined;
  }

  async #fetch(remote: RemoteApiService, signal: AbortSignal): Promise<ServerDiscovery | undefined> {
    if (!isAvailable(remote.apiService)) return undefined;
    const { clock, proxy } = this.#options;
    const known = this.#servers.get(serverKey(remote));
    try {
      return await within(timeoutMs, { clock, signal }, (either) => fetchDiscovery(remote, proxy, known, either));
    } catch {
      return undefined;
    }
  }

  #set(key: string, entry: VersionDiscovery): void {
    const old = this.#entries.get(key);
    if (old && JSON.stringify(old) === JSON.stringify(entry)) return;
    this.#entries = new Map(this.#entries).set(key, entry);
  }

  #forget(name: string): void {
    const key = keyOf(groupVersionOfName(name));
    if (!this.#entries.has(key)) return;
    const rest = new Map(this.#entries);
    rest.delete(key);
    this.#entries = rest;
  }

  async #work(signal: AbortSignal): Promise<void> {
    for await (const name of this.#queue.keys()) {
      const answered = await this.sync(name, signal);
      if (signal.aborted) return;
      if (answered) this.#queue.forget(name);
      else this.#queue.addRateLimited(name);
      const apiService = this.#options.index.get(name);
      if (apiService && serviceOf(apiService)) this.#queue.addAfter(name, refreshMs);
    }
  }
}

function serverKey({ service }: RemoteApiService): string {
  return `${service.namespace}/${service.name}:${String(service.port)}`;
}
