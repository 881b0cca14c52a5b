import { join } from 'node:path';
import { readFileSync } from 'node:fs';

import {
  type Backend,
  type EtcdMetrics,
  StoreOpenError,
  newEtcdMetrics,
  openEmbeddedBackend,
  openEtcdBackend,
} from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';

import { type StorageOptions, parseServersOverride } from './flags/etcd.ts';

/** Opens the embedded store in `DATA_DIR/store`, or connects to etcd where servers are named. */
export function openBackend(options: StorageOptions, registry: MetricsRegistry): Backend {
  if (options.etcdServers.length === 0) return openEmbedded(join(options.dataDir, 'store'));
  return openEtcd(options, options.etcdServers, newEtcdMetrics(registry));
}

function openEtcd(options: StorageOptions, servers: readonly string[], metrics: EtcdMetrics): Backend {
  return openEtcdBackend({
    servers,
    metrics,
    leaseReuseMs: options.leaseReuseDurationSeconds * 1000,
    ...pem('ca', '--etcd-cafile', options.etcdCafile),
    ...pem('certificate', '--etcd-certfile', options.etcdCertfile),
    ...pem('key', '--etcd-keyfile', options.etcdKeyfile),
  });
}

/** The stores of resources that have servers of their own, by resource. The caller disposes them. */
export function openOverrides(options: StorageOptions, registry: MetricsRegistry): ReadonlyMap<string, Backend> {
  return new Map(
    options.etcdServersOverrides.flatMap((text) => {
      const override = parseServersOverride(text);
      if (override === undefined) return [];
      return [
        [
          `${override.group}/${override.resource}`,
          openEtcd(options, override.servers, newEtcdMetrics(registry)),
        ] as const,
      ];
    }),
  );
}

function openEmbedded(directory: string): Backend {
  try {
    return openEmbeddedBackend({ directory });
  } catch (error) {
    if (error instanceof StoreOpenError) throw new Error(`--data-dir: ${error.message}`, { cause: error.cause });
    throw error;
  }
}

function pem<K extends string>(key: K, flag: string, path: string): { readonly [P in K]?: Buffer } {
  if (path === '') return {};
  try {
    return { [key]: readFileSync(path) } as { readonly [P in K]?: Buffer };
  } catch (error) {
    throw new Error(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
