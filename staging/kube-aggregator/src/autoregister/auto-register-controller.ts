import type { APIService } from '@kubescript/api/apiregistration/v1';
import { type DeepReadonly, isAlreadyExists, isNotFound } from '@kubescript/apimachinery';
import { type ResourceClient, type WorkQueue, type WorkQueueMetricsProvider, newWorkQueue } from '@kubescript/client';

import type { ApiServiceIndex } from '../apis/api-service-index.ts';
import { isAvailable } from '../apis/api-service.ts';
import { planRegistration } from './plan.ts';

/** Enough for the registrations of a first start to share their way to the disk. */
const workers = 32;

/** What the controller works with. */
export interface AutoRegisterOptions {
  readonly index: ApiServiceIndex;
  readonly client: ResourceClient<APIService>;
  readonly onError: (error: unknown) => void;
  readonly queueMetrics?: WorkQueueMetricsProvider;
}

/**
 * Keeps an APIService for everything that this process serves.
 *
 * @go kube-aggregator/pkg/controllers/autoregister#autoRegisterController
 */
export class AutoRegisterController {
  readonly #options: AutoRegisterOptions;
  readonly #desired = new Map<string, DeepReadonly<APIService>>();
  readonly #synced = new Set<string>();
  readonly #queue: WorkQueue;
  readonly #missing = new Set<string>();
  readonly #complete = Promise.withResolvers<undefined>();
  #atStart: ReadonlySet<string> | undefined;

  constructor(options: AutoRegisterOptions) {
    this.#options = options;
    const { queueMetrics } = options;
    this.#queue = newWorkQueue({ name: 'autoregister', ...(queueMetrics && { metrics: queueMetrics }) });
    options.index.listen((name, apiService) => {
      this.#queue.add(name);
      if (apiService && isAvailable(apiService)) this.#found(name);
    });
  }

  /** Wants an APIService from now on; its label says for how long. */
  add(apiService: DeepReadonly<APIService>): void {
    const name = apiService.metadata.name ?? '';
    this.#desired.set(name, apiService);
    this.#queue.add(name);
  }

  /** Wants it no more. */
  remove(name: string): void {
    this.#desired.delete(name);
    this.#queue.add(name);
  }

  /** Resolves when everything that was wanted at the start was seen to be available once. */
  get complete(): Promise<undefined> {
    return this.#complete.promise;
  }

  /** Works until the signal. The index must be filled, and what is wanted at the start be known. */
  async run(signal: AbortSignal): Promise<void> {
    const { index } = this.#options;
    this.#atStart = new Set(index.names());
    for (const name of this.#desired.keys()) {
      const current = index.get(name);
      if (!current || !isAvailable(current)) this.#missing.add(name);
    }
    this.#found('');
    const stop = (): void => {
      this.#queue.shutDown();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await Promise.all(Array.from({ length: workers }, () => this.#work(signal)));
  }

  /** Brings one APIService into the state that is wanted. */
  async sync(name: string, signal: AbortSignal): Promise<void> {
    const { index, client } = this.#options;
    const desired = this.#desired.get(name);
    const current = index.get(name);
    const hasSynced = this.#synced.has(name);
    const wasThereAtStart = this.#atStart?.has(name) ?? false;
    const action = planRegistration({ desired, current, hasSynced, wasThereAtStart });
    if (action === 'create' && desired) await ignoring(isAlreadyExists, client.create(desired, { signal }));
    if (action === 'update' && current && desired) await client.update({ ...current, spec: desired.spec }, { signal });
    if (action === 'delete') await ignoring(isNotFound, client.delete(name, { signal }));
    this.#synced.add(name);
  }

  async #work(signal: AbortSignal): Promise<void> {
    for await (const name of this.#queue.keys()) {
      try {
        await this.sync(name, signal);
        this.#queue.forget(name);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError(error);
        this.#queue.addRateLimited(name);
      }
    }
  }

  #found(name: string): void {
    this.#missing.delete(name);
    if (this.#missing.size === 0 && this.#atStart !== undefined) this.#complete.resolve(undefined);
  }
}

async function ignoring(isExpected: (error: unknown) => boolean, action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}
