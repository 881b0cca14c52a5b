import type { Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { ServiceEndpoint, ServiceLookup, ServiceResolver } from '@kubescript/apiserver';

/** What is known of Services. */
export interface ServiceLister {
  service(namespace: string, name: string): DeepReadonly<Service> | undefined;
  endpointSlices(namespace: string, name: string): readonly DeepReadonly<EndpointSlice>[];
}

/** A lister as resolvers ask it. */
export function lookupOf(lister: ServiceLister): ServiceLookup {
  return {
    getService: (namespace, name) => Promise.resolve(lister.service(namespace, name)),
    listEndpointSlices: (namespace, name) => Promise.resolve(lister.endpointSlices(namespace, name)),
  };
}

/** Resolves the API server's own Service to this process. @go kube-aggregator/pkg/apiserver#NewLoopbackServiceResolver */
export function withLoopback(resolver: ServiceResolver, loopback: () => ServiceEndpoint): ServiceResolver {
  return {
    resolveEndpoint(namespace, name, port) {
      const isOwn = namespace === 'default' && name === 'kubernetes' && port === 443;
      return isOwn ? Promise.resolve(loopback()) : resolver.resolveEndpoint(namespace, name, port);
    },
  };
}

/** Whether a slice has a ready endpoint behind the port of that name. */
export function hasReadyEndpoint({ endpoints, ports }: DeepReadonly<EndpointSlice>, portName: string): boolean {
  const isReady = (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false);
  return isReady && (ports ?? []).some(({ name = '', port }) => name === portName && port !== undefined);
}
