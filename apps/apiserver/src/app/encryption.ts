import { type GroupResource, realClock } from '@kubescript/apimachinery';
import {
  type Backend,
  DynamicTransformers,
  EncryptedBackend,
  connectKms,
  newTransformationMetrics,
} from '@kubescript/apiserver';
import type { Logger, MetricsRegistry } from '@kubescript/component-base';

import type { StorageOptions } from './flags/etcd.ts';

/** Encryption at rest: the backend of each resource, and what keeps the configuration current. */
export interface Encryption extends AsyncDisposable {
  readonly transformers: DynamicTransformers;
  readonly backendFor: (resource: GroupResource) => Backend;
}

/**
 * Reads --encryption-provider-config; undefined without it.
 *
 * @go k8s.io/apiserver/pkg/server/options#(*EtcdOptions).maybeApplyResourceTransformers
 */
export async function openEncryption(
  options: StorageOptions,
  backendOf: (resource: GroupResource) => Backend,
  deps: { readonly logger: Logger; readonly metrics: MetricsRegistry },
): Promise<Encryption | undefined> {
  const { encryptionProviderConfig: path, encryptionProviderConfigAutomaticReload: reload } = options;
  if (path === '') return undefined;
  const metrics = newTransformationMetrics(deps.metrics, () => realClock.now());
  const transformers = await DynamicTransformers.open({
    path,
    reload,
    clock: realClock,
    metrics,
    connectKms,
    onReload({ error }) {
      metrics.onReload(error === undefined);
      if (error === undefined) deps.logger.info('loaded a new encryption configuration', { path });
      else deps.logger.error('the encryption configuration was not taken over', { path, error });
    },
  }).catch((error: unknown) => {
    throw new Error(`--encryption-provider-config: ${(error as Error).message}`, { cause: error });
  });
  return {
    transformers,
    backendFor: (resource) => new EncryptedBackend(backendOf(resource), transformers.for(resource), metrics),
    [Symbol.asyncDispose]: () => transformers[Symbol.asyncDispose](),
  };
}
