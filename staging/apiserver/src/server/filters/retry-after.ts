import type { Filter, ServerRequest, ServerResponse } from '../http.ts';
import { textResponse } from '../plain-response.ts';

/** Probes and scrapes are answered until the very end. */
const exemptPrefixes = ['/readyz', '/livez', '/healthz', '/metrics'];

/** Whether a request is answered as long as the server answers at all. @go isRequestExemptFromRetryAfter */
export function isExemptFromShutdown({ path, headers }: ServerRequest): boolean {
  return (
    (headers['user-agent'] ?? '').startsWith('kube-apiserver/') ||
    exemptPrefixes.some((prefix) => path.startsWith(prefix))
  );
}

/**
 * Sends new requests away, to another server of the cluster, once this one takes no more.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithRetryAfter
 */
export const withRetryAfter =
  (isRefusing: () => boolean): Filter =>
  (next) =>
    function answerUnlessStopping(request) {
      return isRefusing() && !isExemptFromShutdown(request) ? Promise.resolve(tryElsewhere()) : next(request);
    };

function tryElsewhere(): ServerResponse {
  const response = textResponse(429, 'The apiserver is shutting down, please try again later.\n');
  return { ...response, headers: { ...response.headers, connection: 'close', 'retry-after': '5' } };
}
