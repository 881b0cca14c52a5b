import { FlagGroup, stringFlag } from '@kubescript/component-base';

/** Where traces go. */
export interface TraceFlags {
  readonly tracingConfigFile: string;
}

/** @go k8s.io/apiserver/pkg/server/options#TracingOptions */
export function traceFlags(): FlagGroup<TraceFlags> {
  return new FlagGroup<TraceFlags>('Traces', {
    tracingConfigFile: stringFlag('', 'file that says where traces are sent and how many requests are traced'),
  });
}
