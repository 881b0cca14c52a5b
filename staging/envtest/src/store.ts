import { type Backend, type MemorySnapshot, openEmbeddedBackend, openMemoryBackend } from '@kubescript/apiserver';

import type { EnvironmentOptions } from './types.ts';

/** A store, and what to do once the server on it is ready. */
export interface OpenedStore {
  readonly backend: Backend;
  /** Keeps what every cluster has, for the next environment of the same kind; undefined where there is nothing to keep. */
  readonly keep?: () => void;
}

/**
 * What a server makes in an empty store (namespaces, roles, priority classes, …), by the options that it depends on. The
 * next server of these options finds it as if it had been restarted, so that it need not be written again.
 */
const snapshots = new Map<string, MemorySnapshot>();

/** Opens the store that the options ask for. */
export function openStore({ store = 'memory', port, flags = {} }: EnvironmentOptions): OpenedStore {
  if (store !== 'memory') return { backend: openEmbeddedBackend({ directory: store.directory, durable: false }) };
  const kind = JSON.stringify([port !== false, Object.entries(flags).sort()]);
  const from = snapshots.get(kind);
  const backend = openMemoryBackend(from === undefined ? {} : { from });
  return from === undefined ? { backend, keep: () => snapshots.set(kind, backend.snapshot()) } : { backend };
}

/** Lets later environments start from what this store holds now. */
export function keepForOthers({ keep }: OpenedStore): void {
  keep?.();
}
