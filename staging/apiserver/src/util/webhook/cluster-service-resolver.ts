import { type DeepReadonly, newNotFound, newServiceUnavailable } from '@kubescript/apimachinery';
import type { Service, ServicePort } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';

import type { ServiceEndpoint, ServiceResolver } from './service-resolver.ts';

/** Reads what Services are made of; undefined for what does not exist. */
export interface ServiceLookup {
  getService(namespace: string, name: string): Promise<DeepReadonly<Service> | undefined>;
  /** The slices of the Service. */
  listEndpointSlices(namespace: string, service: string): Promise<readonly DeepReadonly<EndpointSlice>[]>;
}

const clusterIpTypes: readonly string[] = ['ClusterIP', 'LoadBalancer', 'NodePort'];

/**
 * Resolves Services to their cluster IPs, for servers whose machine has a service proxy.
 *
 * @go k8s.io/apiserver/pkg/util/proxy#ResolveCluster
 */
export function newClusterIpResolver(lookup: ServiceLookup): ServiceResolver {
  return {
    async resolveEndpoint(namespace, name, port) {
      const service = await findService(lookup, namespace, name);
      const { type = 'ClusterIP', clusterIP = '', externalName = '' } = service.spec ?? {};
      if (type === 'ClusterIP' && clusterIP === 'None')
        throw new Error('cannot route to service with ClusterIP "None"');
      if (clusterIpTypes.includes(type)) return { host: clusterIP, port: portOf(service, port).port };
      if (type === 'ExternalName') return { host: externalName, port };
      throw new Error(`unsupported service type ${JSON.stringify(type)}`);
    },
  };
}

/**
 * Resolves Services to one of their ready endpoints, for servers that reach pods but no cluster IPs
 * (`--enable-aggregator-routing`).
 *
 * @go k8s.io/apiserver/pkg/util/proxy#ResolveEndpoint
 */
export function newEndpointResolver(lookup: ServiceLookup): ServiceResolver {
  return {
    async resolveEndpoint(namespace, name, port) {
      const service = await findService(lookup, namespace, name);
      const type = service.spec?.type ?? 'ClusterIP';
      if (!clusterIpTypes.includes(type)) throw new Error(`unsupported service type ${JSON.stringify(type)}`);
      const { name: portName = '' } = portOf(service, port);
      const slices = await lookup.listEndpointSlices(namespace, name);
      const ready = slices.flatMap((slice) => readyEndpoints(slice, portName));
      const chosen = ready[Math.floor(Math.random() * ready.length)];
      if (chosen) return chosen;
      throw newServiceUnavailable(`no endpoints available for service ${JSON.stringify(name)}`);
    },
  };
}

async function findService(lookup: ServiceLookup, namespace: string, name: string): Promise<DeepReadonly<Service>> {
  const service = await lookup.getService(namespace, name);
  if (service) return service;
  throw newNotFound({ group: '', resource: 'service' }, name);
}

function portOf({ metadata, spec }: DeepReadonly<Service>, wanted: number): DeepReadonly<ServicePort> {
  const port = (spec?.ports ?? []).find((candidate) => candidate.port === wanted);
  if (port) return port;
  const name = JSON.stringify(metadata.name ?? '');
  throw newServiceUnavailable(`no service port ${String(wanted)} found for service ${name}`);
}

function readyEndpoints(slice: DeepReadonly<EndpointSlice>, portName: string): readonly ServiceEndpoint[] {
  const port = (slice.ports ?? []).find(({ name = '' }) => name === portName)?.port;
  if (port === undefined) return [];
  return (slice.endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses: [host] }) => (host === undefined ? [] : [{ host, port }]));
}
