export { startEnvironment } from './start-environment.ts';
export type * from './types.ts';
