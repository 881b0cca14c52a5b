import type { GroupResource } from '@kubescript/apimachinery';
import type {
  CounterMetric,
  CounterValue,
  HistogramMetric,
  HistogramValue,
  MetricsRegistry,
} from '@kubescript/component-base';

/** Told what the cache and the lists of one resource do. */
export interface StorageMetrics {
  /** The cache has the state of the store, of so many objects. */
  onInitialized(objects: number): void;
  onEventReceived(): void;
  onEventDispatched(): void;
  /** The store said how far it has come without a change. */
  onBookmark(): void;
  onWatcherTerminated(): void;
  /** A read waited until the cache had seen what it needs. */
  onReadWait(seconds: number): void;
  /** A read of the newest state was answered from the cache, or could not be. */
  onConsistentRead(result: { readonly success: boolean; readonly fallback: boolean }): void;
  /** `index`: the field whose index gave the objects; empty if none did. */
  onCacheList(list: { readonly index: string; readonly fetched: number; readonly returned: number }): void;
  onStorageList(list: { readonly fetched: number; readonly evaluated: number; readonly returned: number }): void;
}

const labels = ['group', 'resource'];
const waitBuckets = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3];

/**
 * The metrics of watch caches and lists, under upstream's names; values are made when a resource is first used.
 *
 * @go k8s.io/apiserver/pkg/storage/cacher/metrics
 */
export function newStorageMetrics(registry: MetricsRegistry): (resource: GroupResource) => StorageMetrics {
  const cache = declareCacheMetrics(registry);
  const lists = declareListMetrics(registry);
  return (resource) => new ResourceMetrics({ ...cache, ...lists }, resource);
}

type Declared = ReturnType<typeof declareCacheMetrics> & ReturnType<typeof declareListMetrics>;

/** The values of one resource, looked up once. */
class ResourceMetrics implements StorageMetrics {
  readonly #metrics: Declared;
  readonly #labels: { readonly group: string; readonly resource: string };
  readonly #counters = new Map<CounterMetric, CounterValue>();
  #wait: HistogramValue | undefined;

  constructor(metrics: Declared, { group, resource }: GroupResource) {
    this.#metrics = metrics;
    this.#labels = { group, resource };
  }

  onInitialized(objects: number): void {
    this.#count(this.#metrics.initializations);
    if (objects > 0) this.#count(this.#metrics.initEvents, objects);
  }

  onEventReceived(): void {
    this.#count(this.#metrics.stored);
    this.#count(this.#metrics.received);
  }

  onEventDispatched(): void {
    this.#count(this.#metrics.dispatched);
  }

  onBookmark(): void {
    this.#count(this.#metrics.bookmarks);
  }

  onWatcherTerminated(): void {
    this.#count(this.#metrics.terminated);
  }

  onReadWait(seconds: number): void {
    this.#wait ??= this.#metrics.wait.with(this.#labels);
    this.#wait.observe(seconds);
  }

  onConsistentRead({ success, fallback }: { readonly success: boolean; readonly fallback: boolean }): void {
    this.#metrics.consistent.inc({ ...this.#labels, success: String(success), fallback: String(fallback) });
  }

  onCacheList({ index, fetched, returned }: Parameters<StorageMetrics['onCacheList']>[0]): void {
    const indexed = { ...this.#labels, index };
    this.#metrics.cacheLists.inc(indexed);
    this.#metrics.cacheFetched.inc(indexed, fetched);
    this.#count(this.#metrics.cacheReturned, returned);
  }

  onStorageList({ fetched, evaluated, returned }: Parameters<StorageMetrics['onStorageList']>[0]): void {
    this.#count(this.#metrics.storageLists);
    this.#count(this.#metrics.storageFetched, fetched);
    this.#count(this.#metrics.storageEvaluated, evaluated);
    this.#count(this.#metrics.storageReturned, returned);
  }

  #count(metric: CounterMetric, by = 1): void {
    let value = this.#counters.get(metric);
    if (value === undefined) {
      value = metric.with(this.#labels);
      this.#counters.set(metric, value);
    }
    value.inc(by);
  }
}

function declareCacheMetrics(registry: MetricsRegistry): {
  readonly initializations: CounterMetric;
  readonly initEvents: CounterMetric;
  readonly stored: CounterMetric;
  readonly received: CounterMetric;
  readonly dispatched: CounterMetric;
  readonly bookmarks: CounterMetric;
  readonly terminated: CounterMetric;
  readonly consistent: CounterMetric;
  readonly wait: HistogramMetric;
} {
  const counter = (name: string, help: string): CounterMetric => registry.counter({ name, help, labels });
  const cache = 'apiserver_watch_cache';
  return {
    initializations: counter(
      `${cache}_initializations_total`,
      'Counter of watch cache initializations broken by resource type.',
    ),
    initEvents: counter(
      'apiserver_init_events_total',
      'Counter of init events processed in watch cache broken by resource type.',
    ),
    stored: registry.counter({
      name: 'apiserver_storage_events_received_total',
      help: 'Number of etcd events received split by kind.',
      labels,
      stability: 'BETA',
    }),
    received: counter(
      `${cache}_events_received_total`,
      'Counter of events received in watch cache broken by resource type.',
    ),
    dispatched: counter(
      `${cache}_events_dispatched_total`,
      'Counter of events dispatched in watch cache broken by resource type.',
    ),
    bookmarks: counter('etcd_bookmark_total', 'Number of etcd bookmarks (progress notify events) split by kind.'),
    terminated: counter(
      'apiserver_terminated_watchers_total',
      'Counter of watchers closed due to unresponsiveness broken by resource type.',
    ),
    consistent: registry.counter({
      name: `${cache}_consistent_read_total`,
      help: 'Counter for consistent reads from cache.',
      labels: [...labels, 'success', 'fallback'],
    }),
    wait: registry.histogram({
      name: `${cache}_read_wait_seconds`,
      help: 'Histogram of time spent waiting for a watch cache to become fresh.',
      labels,
      buckets: waitBuckets,
    }),
  };
}

type ListMetric =
  | 'cacheLists'
  | 'cacheFetched'
  | 'cacheReturned'
  | 'storageLists'
  | 'storageFetched'
  | 'storageEvaluated'
  | 'storageReturned';

function declareListMetrics(registry: MetricsRegistry): Readonly<Record<ListMetric, CounterMetric>> {
  const counter = (name: string, help: string, more: readonly string[] = []): CounterMetric =>
    registry.counter({ name: `apiserver_${name}`, help, labels: [...labels, ...more] });
  const course = 'in the course of serving a LIST request';
  return {
    cacheLists: counter('cache_list_total', 'Number of LIST requests served from watch cache', ['index']),
    cacheFetched: counter('cache_list_fetched_objects_total', `Number of objects read from watch cache ${course}`, [
      'index',
    ]),
    cacheReturned: counter(
      'cache_list_returned_objects_total',
      'Number of objects returned for a LIST request from watch cache',
    ),
    storageLists: counter('storage_list_total', 'Number of LIST requests served from storage'),
    storageFetched: counter('storage_list_fetched_objects_total', `Number of objects read from storage ${course}`),
    storageEvaluated: counter(
      'storage_list_evaluated_objects_total',
      `Number of objects tested ${course} from storage`,
    ),
    storageReturned: counter(
      'storage_list_returned_objects_total',
      'Number of objects returned for a LIST request from storage',
    ),
  };
}
