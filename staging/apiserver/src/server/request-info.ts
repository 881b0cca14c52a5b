/** What a path and method mean, as in upstream's `RequestInfo` (apiserver/pkg/endpoints/request/requestinfo.go). */
export interface RequestInfo {
  readonly isResourceRequest: boolean;
  readonly path: string;
  /** API verb for resource requests (get, list, watch, create, update, patch, delete, deletecollection, proxy), else the lower-case method. */
  readonly verb: string;
  readonly apiPrefix: string;
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Path segments after the resource: `["pods", "web", "proxy", "index.html"]`. */
  readonly parts: readonly string[];
  readonly fieldSelector: string;
  readonly labelSelector: string;
}
