export type * from './cache/informer.ts';
export type * from './rest/transport.ts';
export type * from './typed/resource.ts';
export type * from './workqueue/work-queue.ts';
export * from './zz_generated/index.ts';
