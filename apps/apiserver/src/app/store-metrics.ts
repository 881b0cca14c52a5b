import type { Backend, CacheState, StoreSet } from '@kubescript/apiserver';
import type { Labels, MetricOptions, MetricsRegistry } from '@kubescript/component-base';

const labels = ['group', 'resource'];
/** What a number of JavaScript holds exactly, and what upstream shows of a revision. */
const revisionDigits = 1e15;

/**
 * Adds what is read from the caches of resources when metrics are asked for.
 *
 * @go k8s.io/apiserver/pkg/storage/etcd3/metrics#UpdateStoreStats
 */
export function addCacheMetrics(metrics: MetricsRegistry, stores: StoreSet): void {
  const gauge = (
    options: MetricOptions,
    read: (cache: CacheState) => number,
    labelsOf: (cache: CacheState) => Labels = ({ resource }) => ({ ...resource }),
  ): void => {
    metrics.gauge({ labels, ...options }, (values) => {
      for (const cache of stores.caches()) values.set(read(cache), labelsOf(cache));
      return undefined;
    });
  };
  const help =
    'Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.';
  gauge({ name: 'apiserver_resource_objects', help }, ({ size }) => size);
  gauge(
    {
      name: 'apiserver_storage_objects',
      help: `[DEPRECATED, consider using apiserver_resource_objects instead] ${help}`,
      labels: ['resource'],
      stability: 'STABLE',
      deprecatedVersion: '1.34.0',
    },
    ({ size }) => size,
    ({ resource }) => ({ resource: nameOf(resource) }),
  );
  gauge(
    {
      name: 'apiserver_resource_size_estimate_bytes',
      help: 'Estimated size of stored objects in database. Estimate is based on sum of last observed sizes of serialized objects. In case of a fetching error, the value will be -1.',
    },
    ({ storedBytes }) => storedBytes,
  );
  gauge(
    {
      name: 'apiserver_watch_cache_resource_version',
      help: 'Current resource version of watch cache broken by resource type. This is truncated to the 15 least significant digits.',
    },
    ({ revision }) => revision % revisionDigits,
  );
  gauge(
    { name: 'watch_cache_capacity', help: 'Total capacity of watch cache broken by resource type.' },
    ({ capacity }) => capacity,
  );
}

const nameOf = ({ group, resource }: { readonly group: string; readonly resource: string }): string =>
  group === '' ? resource : `${resource}.${group}`;

/** How long a store may take to tell its size. */
const sizeTimeoutMs = 1000;

/** Adds the size of the stores on disk; one that does not answer is left out. @go k8s.io/apiserver/pkg/storage/etcd3/metrics#monitorCollector */
export function addStoreSizeMetric(metrics: MetricsRegistry, backends: readonly Backend[]): void {
  const gauge = metrics.gauge({
    name: 'apiserver_storage_size_bytes',
    help: 'Size of the storage database file physically allocated in bytes.',
    labels: ['storage_cluster_id'],
    stability: 'STABLE',
  });
  metrics.beforeExposition(async function readStoreSizes() {
    await Promise.all(
      backends.map(async (backend, index) => {
        const cluster = { storage_cluster_id: `etcd-${String(index)}` };
        const size = await backend.size?.(AbortSignal.timeout(sizeTimeoutMs)).catch(() => undefined);
        if (size === undefined) gauge.remove(cluster);
        else gauge.set(size, cluster);
      }),
    );
  });
}
