import type { ServerRequest } from '../server/http.ts';
import type { EndpointDeps } from './scope.ts';

/**
 * Tells client, audit log and metrics that a request uses a deprecated API.
 *
 * @go k8s.io/apiserver/pkg/endpoints/metrics#RecordDeprecatedRequestGauge
 */
export function noteDeprecation(text: string, request: ServerRequest, deps: EndpointDeps): void {
  const removedRelease = /unavailable in v(\d+\.\d+)/.exec(text)?.[1] ?? '';
  request.warnings.push(text);
  request.audit?.annotate('k8s.io/deprecated', 'true');
  if (removedRelease !== '') request.audit?.annotate('k8s.io/removed-release', removedRelease);
  if (request.info) deps.onDeprecated?.(request.info, removedRelease);
}
