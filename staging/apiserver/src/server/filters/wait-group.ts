import type { Filter, ServerResponse } from '../http.ts';
import type { RequestDrain } from '../request-drain.ts';
import { untilEnd } from '../response-end.ts';
import { textResponse } from '../plain-response.ts';
import { isLongRunning } from '../request-info.ts';
import { isExemptFromShutdown } from './retry-after.ts';

/**
 * Counts the requests that the server waits for when it stops, and refuses further ones from then on. Watches are
 * waited for apart, other streams not at all.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithWaitGroup
 * @go k8s.io/apiserver/pkg/server/filters#WithWatchTerminationDuringShutdown
 */
export const withWaitGroup =
  (drain: RequestDrain, waitsForWatches: boolean): Filter =>
  (next) =>
    async function answerWaitedFor(request) {
      const { info } = request;
      if (!info || isExemptFromShutdown(request)) return next(request);
      if (!isLongRunning(info)) {
        if (!drain.short.enter()) return shuttingDown();
        try {
          return await next(request);
        } finally {
          drain.short.leave();
        }
      }
      if (info.verb !== 'watch' || !waitsForWatches) return next(request);
      if (!drain.watches.enter()) return shuttingDown();
      return leaveAtEnd(next(request), () => {
        drain.watches.leave();
      });
    };

async function leaveAtEnd(answer: Promise<ServerResponse>, leave: () => void): Promise<ServerResponse> {
  try {
    const response = await answer;
    return { ...response, body: untilEnd(response.body, leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

function shuttingDown(): ServerResponse {
  const response = textResponse(503, 'apiserver is shutting down\n');
  return { ...response, headers: { ...response.headers, 'retry-after': '1' } };
}
