import type { ApiGroupVersion } from '../registry/rest.ts';
import type { OpenApiDocuments } from '../openapi/handler.ts';
import type { ServerRequest, ServerResponse } from './http.ts';

/**
 * A server behind another one: the aggregator asks kube-apiserver for what it does not serve itself, which asks
 * apiextensions. It runs behind the front server's handler chain, so requests arrive authenticated and authorized.
 *
 * @go k8s.io/apiserver/pkg/server#DelegationTarget
 */
export interface DelegationTarget {
  /** Answers the request if the path is this server's or that of one behind it; undefined if nobody serves it. */
  handle(request: ServerRequest): Promise<ServerResponse> | undefined;
  /** The group versions served now, those of the servers behind it last. Another array whenever they change. */
  groupVersions(): readonly ApiGroupVersion[];
  /** The OpenAPI documents as they are now. Another object whenever they change; undefined if there are none. */
  openApi(): OpenApiDocuments | undefined;
  /** Paths that are no resources, for the index at `/`. */
  paths(): readonly string[];
}
