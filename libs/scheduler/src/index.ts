export { SchedulerCache } from './cache/cache.ts';
export { type CompleteProfile, mergePlugins } from './framework/profile.ts';
export { DEFAULT_PLUGINS } from './plugins/default-plugins.ts';
export { inTreePlugins } from './plugins/registry.ts';
export { SchedulingQueue } from './queue/scheduling-queue.ts';
export { newSchedulerMetrics, type SchedulerMetrics } from './scheduler/scheduler-metrics.ts';
export { Scheduler, type SchedulerOptions } from './scheduler/scheduler.ts';
export { completeProfiles, schedulerConfigType, validateSchedulerConfig } from './config/scheduler-config.ts';
