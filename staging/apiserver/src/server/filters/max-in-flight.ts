import { newTooManyRequests } from '@kubescript/apimachinery';

import type { Filter } from '../http.ts';
import { isLongRunning } from '../request-info.ts';

/** How many requests may run at once; 0 is no limit. */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
  /** Told how many run, after every change. */
  readonly onChange?: (kind: 'readOnly' | 'mutating', running: number) => void;
}

const readOnlyVerbs = new Set(['get', 'list', 'watch']);
const retryAfterSeconds = 1;

/**
 * Refuses requests with 429 while too many run, reads and writes apart; watches and streams do not count, nor do
 * members of system:masters wait.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithMaxInFlightLimit
 */
export function withMaxInFlight(limits: InFlightLimits): Filter {
  const running = { readOnly: 0, mutating: 0 };
  return (next) =>
    async function answerIfRoom(request) {
      if (!request.info || isLongRunning(request.info)) return next(request);
      const kind = readOnlyVerbs.has(request.info.verb) ? 'readOnly' : 'mutating';
      const exempt = request.user?.groups.includes('system:masters') ?? false;
      if (!exempt && limits[kind] > 0 && running[kind] >= limits[kind]) {
        throw newTooManyRequests('Too many requests, please try again later.', retryAfterSeconds);
      }
      limits.onChange?.(kind, ++running[kind]);
      try {
        return await next(request);
      } finally {
        limits.onChange?.(kind, --running[kind]);
      }
    };
}
