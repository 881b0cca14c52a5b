import type { APIService } from '@kubescript/api/apiregistration/v1';
import { type Clock, type DeepReadonly, formatTime, isConflict, isNotFound } from '@kubescript/apimachinery';
import { type ResourceClient, type WorkQueue, type WorkQueueMetricsProvider, newWorkQueue } from '@kubescript/client';

import type { ApiServiceIndex } from '../apis/api-service-index.ts';
import { isAvailable, localAvailability, serviceOf, withAvailability } from '../apis/api-service.ts';
import type { ServiceLister } from '../proxy/service-resolver.ts';
import type { AvailabilityMetrics } from './availability-metrics.ts';
import { type DiscoveryProbe, remoteAvailability } from './availability.ts';

const workers = 5;
/** Nobody tells when a server stops to answer, so it is asked again and again. */
const recheckMs = 30_000;

/** What the controller works with. */
export interface AvailabilityOptions {
  readonly index: ApiServiceIndex;
  readonly client: ResourceClient<APIService>;
  readonly services: ServiceLister;
  /** Resolves when `services` knows what there is. */
  readonly servicesSynced: () => Promise<void>;
  readonly probe: DiscoveryProbe;
  readonly metrics: AvailabilityMetrics;
  readonly clock: Clock;
  readonly queueMetrics?: WorkQueueMetricsProvider;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the condition Available of every APIService.
 *
 * @go kube-aggregator/pkg/controllers/status/remote#AvailableConditionController
 */
export class AvailabilityController {
  readonly #options: AvailabilityOptions;
  readonly #queue: WorkQueue;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    this.#queue = newWorkQueue({
      name: 'RemoteAvailabilityController',
      clock: options.clock,
      ...(options.queueMetrics && { metrics: options.queueMetrics }),
      backoff: { base: 5, max: recheckMs },
    });
    options.index.listen((name) => {
      this.#queue.add(name);
    });
  }

  /** Something about a Service or its endpoints changed: checks the APIServices that it serves. */
  serviceChanged(namespace: string, name: string): void {
    for (const { apiService, service } of this.#options.index.remotes()) {
      if (service.namespace === namespace && service.name === name) this.#queue.add(apiService.metadata.name ?? '');
    }
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

  /** Checks one APIService and writes down what was found; resolves with whether to try again soon. */
  async sync(name: string, signal: AbortSignal): Promise<'done' | 'retry'> {
    const apiService = this.#options.index.get(name);
    const { metrics } = this.#options;
    if (!apiService) {
      metrics.forget(name);
      return 'done';
    }
    const availability = await this.#check(apiService);
    metrics.set(name, availability, isAvailable(apiService));
    const old = apiService.status.conditions ?? [];
    const conditions = withAvailability(old, availability, formatTime(this.#options.clock.now()));
    if (conditions !== old) await this.#write({ ...apiService, status: { conditions } }, signal);
    return availability.reason === 'FailedDiscoveryCheck' ? 'retry' : 'done';
  }

  async #check(apiService: DeepReadonly<APIService>): ReturnType<typeof remoteAvailability> {
    if (!serviceOf(apiService)) return localAvailability;
    const { services, servicesSynced, probe } = this.#options;
    await servicesSynced();
    return remoteAvailability(apiService, services, probe);
  }

  async #write(apiService: DeepReadonly<APIService>, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.client.updateStatus(apiService, { signal });
    } catch (error) {
      // Whoever changed or deleted it brings it back into the queue.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    for await (const name of this.#queue.keys()) {
      try {
        const outcome = await this.sync(name, signal);
        if (outcome === 'retry') this.#queue.addRateLimited(name);
        else this.#queue.forget(name);
        const apiService = this.#options.index.get(name);
        if (apiService && serviceOf(apiService)) this.#queue.addAfter(name, recheckMs);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError(error);
        this.#queue.addRateLimited(name);
      }
    }
  }
}
