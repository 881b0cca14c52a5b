import type { Filter, ServerResponse } from '../http.ts';

const corsHeaders = {
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'access-control-expose-headers': 'Date',
  'access-control-allow-credentials': 'true',
};

/**
 * Lets pages of the origins that match one of the expressions use the API.
 *
 * @go k8s.io/apiserver/pkg/server/filters#WithCORS
 */
export const withCors =
  (origins: readonly RegExp[]): Filter =>
  (next) =>
    async function answerCors(request) {
      const origin = request.headers['origin'] ?? '';
      if (origin === '' || !origins.some((expression) => expression.test(origin))) return next(request);
      const headers = { 'access-control-allow-origin': origin, ...corsHeaders };
      if (request.method === 'OPTIONS') return preflight(headers);
      const response = await next(request);
      Object.assign(response.headers, headers);
      return response;
    };

const preflight = (headers: ServerResponse['headers']): ServerResponse => ({
  status: 204,
  headers,
  body: { kind: 'empty' },
});
