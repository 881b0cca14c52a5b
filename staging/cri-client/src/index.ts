export { connectRuntime } from './connect.ts';
export type { CriConnection } from './connect.ts';
