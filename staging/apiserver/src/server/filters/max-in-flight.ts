import type { Filter, ServerResponse } from '../http.ts';
import { textResponse } from '../plain-response.ts';
import { isLongRunning } from '../request-info.ts';

/** How many requests may run at once; 0 is no limit. */
export interface InFlightLimits {
  readonly readOnly: number;
  readonly mutating: number;
  /** Told of each that begins or ends. */
  readonly onChange?: (kind: 'readOnly' | 'mutating', delta: 1 | -1) => void;
}

const readOnlyVerbs = new Set(['get', 'list', 'watch']);
const retryAfterSeconds = 1;

/** The answer to a request for which there is no room. @go k8s.io/apiserver/pkg/server/filters#tooManyRequests */
export function tooManyRequests(): ServerResponse {
  const response = textResponse(429, 'Too many requests, please try again later.\n');
  return { ...response, headers: { ...response.headers, 'retry-after': String(retryAfterSeconds) } };
}

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
        return tooManyRequests();
      }
      running[kind] += 1;
      limits.onChange?.(kind, 1);
      try {
        return await next(request);
      } finally {
        running[kind] -= 1;
        limits.onChange?.(kind, -1);
      }
    };
}
