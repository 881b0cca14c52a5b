import type { GroupResource } from '@kubescript/apimachinery';
import {
  type Backend,
  InstrumentedBackend,
  type StorageMediaType,
  StoreSet,
  newStoreMetrics,
} from '@kubescript/apiserver';
import { type OpenedStores, openGroupStores } from '@kubescript/lib-controlplane';
import type { ServiceNetworkOptions } from '@kubescript/lib-registry';

import { type Encryption, openEncryption } from '../encryption.ts';
import { addServerMetrics } from '../metrics.ts';
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
  const backend = opening.use(embedder.backend ?? openBackend(storage));
  const overrides = openOverrides(storage);
  for (const override of overrides.values()) opening.use(override);
  const backendOf = ({ group, resource }: GroupResource): Backend => overrides.get(`${group}/${resource}`) ?? backend;
  const encryption = await openEncryption(storage, backendOf, { logger, metrics });
  if (encryption) opening.use(encryption);
  const operations = newStoreMetrics(metrics);
  const stores = opening.use(
    new StoreSet({
      backend,
      scheme,
      storageRoot: storage.etcdPrefix,
      storageMediaType: storage.storageMediaType as StorageMediaType,
      deleteCollectionWorkers: storage.deleteCollectionWorkers,
      backendFor: (resource) =>
        new InstrumentedBackend(encryption?.backendFor(resource) ?? backendOf(resource), operations(resource)),
    }),
  );
  metrics.disable(options.metrics.disabledMetrics);
  addServerMetrics(metrics, storage.etcdCountMetricPollPeriod > 0 ? stores : undefined);
  const opened = openGroupStores(stores.newStore, serviceNetwork, Math.ceil(storage.eventTtl / 1000));
  return { backend, encryption, stores, opened, backendFor: encryption?.backendFor ?? (() => backend) };
}
