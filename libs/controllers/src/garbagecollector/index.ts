export { GarbageCollector, type GarbageCollectorOptions } from './garbage-collector.ts';
