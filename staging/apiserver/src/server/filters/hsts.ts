import type { Filter } from '../http.ts';

/** Tells browsers to come back over TLS only. @go k8s.io/apiserver/pkg/server/filters#WithHSTS */
export const withHsts =
  (directives: readonly string[]): Filter =>
  (next) =>
    async function answerWithHsts(request) {
      const response = await next(request);
      response.headers['strict-transport-security'] = directives.join('; ');
      return response;
    };
