import type { CounterValue, HistogramValue, MetricsRegistry } from '@kubescript/component-base';
import type { GroupResource } from '@kubescript/apimachinery';

import { activeSpan, traced } from '../tracing/span.ts';
import type { Backend, RangeResult, WriteResult } from './backend.ts';

const buckets = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const labels = ['operation', 'group', 'resource'];

interface OperationValues {
  readonly seconds: HistogramValue;
  readonly requests: CounterValue;
  readonly errors: CounterValue;
}

interface Operation {
  /** As traces name it. */
  readonly name: string;
  readonly values: () => OperationValues;
}

/** Times the requests to the store under upstream's names, whichever the store is. */
export function newStoreMetrics(
  registry: MetricsRegistry,
): (resource: GroupResource) => Readonly<Record<'get' | 'list' | 'create' | 'update' | 'delete', Operation>> {
  const seconds = registry.histogram({
    name: 'etcd_request_duration_seconds',
    help: 'Etcd request latency in seconds for each operation and object type.',
    labels,
    buckets,
  });
  const requests = registry.counter({
    name: 'etcd_requests_total',
    help: 'Etcd request counts for each operation and object type.',
    labels,
  });
  const errors = registry.counter({
    name: 'etcd_request_errors_total',
    help: 'Etcd failed request counts for each operation and object type.',
    labels,
  });
  return function operationsOf({ group, resource }) {
    const operation = (name: string): Operation => {
      let made: OperationValues | undefined;
      return {
        name: `storage ${name}`,
        // Made when first needed: most resources are never touched.
        values() {
          if (made === undefined) {
            const values = { operation: name, group, resource };
            made = { seconds: seconds.with(values), requests: requests.with(values), errors: errors.with(values) };
          }
          return made;
        },
      };
    };
    return {
      get: operation('get'),
      list: operation('list'),
      create: operation('create'),
      update: operation('update'),
      delete: operation('delete'),
    };
  };
}

/** A backend whose requests for one resource are timed. @go k8s.io/apiserver/pkg/storage/etcd3/metrics#RecordEtcdRequest */
export class InstrumentedBackend implements Backend {
  readonly observe?: NonNullable<Backend['observe']>;
  readonly hasReliableProgress?: NonNullable<Backend['hasReliableProgress']>;
  readonly unchangedSince?: NonNullable<Backend['unchangedSince']>;
  readonly detectsStale?: boolean;
  readonly #store: Backend;
  readonly #operations: ReturnType<ReturnType<typeof newStoreMetrics>>;

  constructor(store: Backend, operations: ReturnType<ReturnType<typeof newStoreMetrics>>) {
    this.#store = store;
    this.#operations = operations;
    if (store.detectsStale !== undefined) this.detectsStale = store.detectsStale;
    if (store.observe) this.observe = store.observe.bind(store);
    if (store.unchangedSince) this.unchangedSince = store.unchangedSince.bind(store);
    if (store.hasReliableProgress) this.hasReliableProgress = store.hasReliableProgress.bind(store);
  }

  get(...parameters: Parameters<Backend['get']>): Promise<RangeResult> {
    return timed(this.#operations.get, () => this.#store.get(...parameters));
  }

  list(...parameters: Parameters<Backend['list']>): Promise<RangeResult> {
    return timed(this.#operations.list, () => this.#store.list(...parameters));
  }

  put(...parameters: Parameters<Backend['put']>): Promise<WriteResult> {
    const operation = parameters[2] === 0 ? this.#operations.create : this.#operations.update;
    return timed(operation, () => this.#store.put(...parameters));
  }

  delete(key: string, expected: number): Promise<WriteResult> {
    return timed(this.#operations.delete, () => this.#store.delete(key, expected));
  }

  count(prefix: string): Promise<number> {
    return this.#store.count(prefix);
  }

  watch(...parameters: Parameters<Backend['watch']>): ReturnType<Backend['watch']> {
    return this.#store.watch(...parameters);
  }

  requestProgress(): Promise<void> {
    return this.#store.requestProgress();
  }

  currentRevision(): Promise<number> {
    return this.#store.currentRevision();
  }

  compact(revision: number): Promise<void> {
    return this.#store.compact(revision);
  }

  checkHealth(signal?: AbortSignal): Promise<void> {
    return this.#store.checkHealth(signal);
  }

  /** The store behind it belongs to others. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

function timed<T>(operation: Operation, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const { seconds, requests, errors } = operation.values();
  requests.inc();
  const result = activeSpan() === undefined ? run() : traced(operation.name, run);
  const end = (): void => {
    seconds.observe((performance.now() - start) / 1000);
  };
  result.then(end, () => {
    errors.inc();
    end();
  });
  return result;
}
