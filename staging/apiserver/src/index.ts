export type * from './admission/admission.ts';
export type * from './authentication/authenticator.ts';
export type * from './authorization/authorizer.ts';
export type * from './registry/strategy.ts';
export type * from './server/http.ts';
export type * from './server/request-info.ts';
export * from './storage/backend.ts';
export type * from './registry/rest.ts';
export type * from './registry/store-options.ts';
export {
  openEmbeddedBackend,
  type EmbeddedBackend,
  type EmbeddedOptions,
} from './storage/embedded/embedded-backend.ts';
export { StoreOpenError } from './storage/embedded/database.ts';
export { Store, type StoreEnvironment } from './registry/store.ts';
export { StoreSet } from './registry/new-store.ts';
export { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from './registry/deletion.ts';
export { jsonEqual } from './registry/json-equal.ts';
export { Cacher, type CacherOptions } from './storage/cacher.ts';
export { EncodedItem } from './storage/encoded-item.ts';
export { DEFAULT_COMPACTION_INTERVAL_MS, runCompactor } from './storage/compactor.ts';
export { defaultKeyPrefix } from './storage/resource-keys.ts';
export { openEtcdBackend, type EtcdBackend, type EtcdOptions } from './storage/etcd/etcd-backend.ts';
