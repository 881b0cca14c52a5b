import type { StatusError } from '@kubescript/apimachinery';
import { type Clock, newBadRequest, newTimeout, parseDuration } from '@kubescript/apimachinery';

import { Deadlines } from '../deadlines.ts';
import type { Filter, ServerRequest } from '../http.ts';
import { isLongRunning } from '../request-info.ts';

/** Upstream's requestTimeoutUpperBound: no write takes longer, whatever the server allows. */
const maxWriteMs = 34_000;
const writeVerbs = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/**
 * Answers 504 when a request that should be short takes too long: longer than it asked for (`?timeout=`), or than the
 * server allows. Its work goes on until it notices. `ended` is aborted when the server stops.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithTimeoutForNonLongRunningRequests
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithRequestDeadline
 */
export function withTimeout(maxMs: number, clock: Clock, ended?: AbortSignal): Filter {
  const reads = new Deadlines(maxMs, clock, ended);
  const writes = maxMs > maxWriteMs ? new Deadlines(maxWriteMs, clock, ended) : undefined;
  return (next) =>
    function answerInTime(request) {
      const { info } = request;
      if (info && isLongRunning(info)) return next(request);
      const wanted = wantedTimeout(request);
      if (wanted > 0 && wanted < maxMs) {
        request.timeoutMs = wanted;
        return new Deadlines(wanted, clock).race(next(request), notInTime);
      }
      const isWrite = info?.isResourceRequest === true && writeVerbs.has(info.verb);
      request.timeoutMs = isWrite ? Math.min(maxMs, maxWriteMs) : maxMs;
      if (writes && isWrite) return writes.race(next(request), writeNotInTime);
      return reads.race(next(request), notInTime);
    };
}

const notInTime = (): StatusError => newTimeout('request did not complete within the allotted timeout');
const writeNotInTime = (): StatusError =>
  newTimeout('request did not complete within requested timeout - context deadline exceeded');

/** Milliseconds that the client gives the request; 0 where it says nothing. 400 if it is no duration. */
function wantedTimeout({ query }: ServerRequest): number {
  const text = query.get('timeout') ?? '';
  if (text === '') return 0;
  try {
    return parseDuration(text);
  } catch (error) {
    throw newBadRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
}
