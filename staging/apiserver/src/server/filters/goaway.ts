import type { Filter } from '../http.ts';

/**
 * Ends now and then the HTTP/2 connection of a client after its answer, so that clients spread over all servers of a
 * cluster.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithProbabilisticGoaway
 */
export const withGoaway =
  (chance: number, random: () => number = Math.random): Filter =>
  (next) =>
    async function answerAndPart(request) {
      const response = await next(request);
      if (request.httpVersion === 2 && random() < chance) response.headers['connection'] = 'close';
      return response;
    };
