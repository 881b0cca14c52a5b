/** Where a Service can be reached. */
export interface ServiceEndpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Finds the place behind a Service; throws an Error in the reference's words if there is none.
 *
 * @go k8s.io/apiserver/pkg/util/webhook#ServiceResolver
 */
export interface ServiceResolver {
  resolveEndpoint(namespace: string, name: string, port: number): Promise<ServiceEndpoint>;
}
