import { type Tracer, parseTraceParent } from '../../tracing/span.ts';
import type { Filter, ServerRequest } from '../http.ts';

/**
 * Records a request as a span, as part of the caller's trace if it is in one.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithTracing
 */
export const withTracing =
  (tracer: Tracer): Filter =>
  (next) =>
    function answerTraced(request) {
      const parent = parseTraceParent(request.headers['traceparent']);
      return tracer.root(spanName(request), parent, async (span) => {
        const response = await next(request);
        if (span === undefined) return response;
        Object.assign(span.attributes, {
          'http.method': request.method,
          'http.target': request.url,
          'http.user_agent': request.headers['user-agent'] ?? '',
          'http.status_code': response.status,
          ...(request.user ? { 'k8s.user': request.user.name } : {}),
        });
        if (response.status >= 500) span.error = `HTTP ${String(response.status)}`;
        return response;
      });
    };

/** The method and the path, with names left out, so that there are few different ones. @go getSpanNameFromRequestInfo */
function spanName({ method, path, info }: ServerRequest): string {
  if (!info?.isResourceRequest) return `${method} ${path}`;
  const { apiPrefix, apiGroup, apiVersion, namespace, resource, name, subresource } = info;
  const parts = [
    apiPrefix,
    apiGroup,
    apiVersion,
    ...(namespace === '' || resource === 'namespaces' ? [] : ['namespaces', '{:namespace}']),
    resource,
    name === '' ? '' : '{:name}',
    subresource,
  ];
  return `${method} /${parts.filter((part) => part !== '').join('/')}`;
}
