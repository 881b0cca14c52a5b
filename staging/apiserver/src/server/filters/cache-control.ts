import type { Filter } from '../http.ts';

/** Forbids caches to keep answers that depend on who asks. @go k8s.io/apiserver/pkg/endpoints/filters#WithCacheControl */
export const withCacheControl: Filter = (next) =>
  async function answerUncached(request) {
    const response = await next(request);
    response.headers['cache-control'] ??= 'no-cache, private';
    return response;
  };
