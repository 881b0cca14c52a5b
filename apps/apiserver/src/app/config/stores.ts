import type { GroupResource } from '@kubescript/apimachinery';
import {
  type Backend,
  InstrumentedBackend,
  type StorageMediaType,
  StoreSet,
  newStorageMetrics,
  newStoreMetrics,
} from '@kubescript/apiserver';
import { type OpenedStores, openGroupStores } from '@kubescript/lib-controlplane';
import type { ServiceNetworkOptions } from '@kubescript/lib-registry';

import { type Encryption, openEncryption } from '../encryption.ts';
import { addServerMetrics } from '../metrics.ts';
import { addCacheMetrics, addStoreSizeMetric } from '../store-metrics.ts';
import { openBackend, openOverrides } from '../storage.ts';
import type { OpeningContext } from './context.ts';

/** Where the server keeps its objects. */
export interface ServerStores {
  /** The store of everything that has no servers of its own. */
  readonly backend: Backend;
  readonly encryption: Encryption | undefined;
  readonly stores: StoreSet;
  readonly opened: OpenedStores;
  /** Where custom resources are kept. */
  readonly backendFor: (resource: GroupResource) => Backend;
}

/** Opens the store, or the stores where resources have their own, and the registries of all groups on them. */
export async function openServerStores(
  context: OpeningContext,
  serviceNetwork: ServiceNetworkOptions,
): Promise<ServerStores> {
  const { options, embedder, logger, metrics, opening, scheme } = context;
  const { storage } = options;
  const backend = opening.use(embedder.backend ?? openBackend(storage, metrics));
  const overrides = openOverrides(storage, metrics);
  for (const override of overrides.values()) opening.use(override);
  const backendOf = ({ group, resource }: GroupResource): Backend => overrides.get(`${group}/${resource}`) ?? backend;
  const encryption = await openEncryption(storage, backendOf, { logger, metrics });
  if (encryption) opening.use(encryption);
  const operations = newStoreMetrics(metrics);
  const backendFor = (resource: GroupResource): Backend =>
    new InstrumentedBackend(encryption?.backendFor(resource) ?? backendOf(resource), operations(resource));
  const stores = opening.use(
    new StoreSet({
      backend,
      scheme,
      storageRoot: storage.etcdPrefix,
      storageMediaType: storage.storageMediaType as StorageMediaType,
      metricsFor: newStorageMetrics(metrics),
      deleteCollectionWorkers: storage.deleteCollectionWorkers,
      backendFor,
    }),
  );
  addServerMetrics(metrics);
  addStoreSizeMetric(metrics, [backend, ...overrides.values()]);
  if (storage.etcdCountMetricPollPeriod > 0) addCacheMetrics(metrics, stores);
  const opened = openGroupStores(stores.newStore, serviceNetwork, Math.ceil(storage.eventTtl / 1000));
  return { backend, encryption, stores, opened, backendFor };
}
