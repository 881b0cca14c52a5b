import { type GenericServerOptions, ServerLifecycle } from '@kubescript/apiserver';

import type { GenericFlags } from '../flags/generic.ts';

/** How requests are served, and how the server ends. */
export type ServingLimits = Pick<
  GenericServerOptions,
  | 'maxRequestsInFlight'
  | 'maxMutatingRequestsInFlight'
  | 'requestTimeoutMs'
  | 'minRequestTimeoutMs'
  | 'goawayChance'
  | 'hstsDirectives'
  | 'corsAllowedOrigins'
> & { readonly lifecycle: ServerLifecycle };

/** What the generic flags say about that. */
export function servingLimits(flags: GenericFlags): ServingLimits {
  return {
    maxRequestsInFlight: flags.maxRequestsInflight,
    maxMutatingRequestsInFlight: flags.maxMutatingRequestsInflight,
    requestTimeoutMs: flags.requestTimeout,
    minRequestTimeoutMs: flags.minRequestTimeout * 1000,
    goawayChance: flags.goawayChance,
    hstsDirectives: flags.strictTransportSecurityDirectives,
    corsAllowedOrigins: flags.corsAllowedOrigins.map((origin) => new RegExp(origin)),
    lifecycle: new ServerLifecycle({
      delayMs: flags.shutdownDelayDuration,
      sendRetryAfter: flags.shutdownSendRetryAfter,
      watchTerminationGracePeriodMs: flags.shutdownWatchTerminationGracePeriod,
    }),
  };
}
