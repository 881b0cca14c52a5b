export type * from './apis/meta/v1/types.ts';
export type * from './runtime/scalars.ts';
export * from './runtime/object.ts';
export * from './schema/group-version.ts';
export type { GroupResource } from './schema/group-version.ts';
export type * from './schema/type-schema.ts';
export type * from './validation/field-error.ts';
export type { WatchEvent } from './watch/watch-event.ts';
export * from './util/clock.ts';
