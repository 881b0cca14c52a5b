import { FlagGroup, boolFlag } from '@kubescript/component-base';

/** What is switched on. */
export interface FeatureFlags {
  readonly enablePriorityAndFairness: boolean;
  readonly profiling: boolean;
}

/** @go k8s.io/apiserver/pkg/server/options#FeatureOptions */
export function featureFlags(): FlagGroup<FeatureFlags> {
  return new FlagGroup<FeatureFlags>('Features', {
    enablePriorityAndFairness: boolFlag(true, 'share the server between requests by flow schemas and priority levels'),
    profiling: boolFlag(true, 'serve profiles at /debug/pprof/'),
  });
}
