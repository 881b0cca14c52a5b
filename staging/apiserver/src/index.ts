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
