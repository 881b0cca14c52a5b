import { join } from 'node:path';
import { readFileSync } from 'node:fs';

import { type Backend, StoreOpenError, openEmbeddedBackend, openEtcdBackend } from '@kubescript/apiserver';

import type { StorageOptions } from './flags/etcd.ts';

/** Opens the embedded store in `DATA_DIR/store`, or connects to etcd where servers are named. */
export function openBackend(options: StorageOptions): Backend {
  if (options.etcdServers.length === 0) return openEmbedded(join(options.dataDir, 'store'));
  return openEtcdBackend({
    servers: options.etcdServers,
    ...pem('ca', '--etcd-cafile', options.etcdCafile),
    ...pem('certificate', '--etcd-certfile', options.etcdCertfile),
    ...pem('key', '--etcd-keyfile', options.etcdKeyfile),
  });
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
