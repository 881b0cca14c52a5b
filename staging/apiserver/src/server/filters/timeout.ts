import { newTimeout, realClock } from '@kubescript/apimachinery';

import type { Filter, ServerRequest, ServerResponse } from '../http.ts';
import { isLongRunning } from '../request-info.ts';

/**
 * Answers 504 when a request that should be short takes too long; its work goes on until it notices.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithTimeoutForNonLongRunningRequests
 */
export const withTimeout =
  (timeoutMs: number): Filter =>
  (next) =>
    function answerInTime(request) {
      if (request.info && isLongRunning(request.info)) return next(request);
      return raceDeadline(next(request), request, timeoutMs);
    };

/** Made once: an abort without a reason makes an exception each time. */
const answered = new Error('the request was answered');

async function raceDeadline(
  answer: Promise<ServerResponse>,
  request: ServerRequest,
  ms: number,
): Promise<ServerResponse> {
  const done = new AbortController();
  const expired = realClock.sleep(ms, done.signal).then(
    () => {
      throw newTimeout(`request did not complete within the allotted timeout`);
    },
    () => answer,
  );
  try {
    return await Promise.race([answer, expired]);
  } finally {
    done.abort(answered);
  }
}
