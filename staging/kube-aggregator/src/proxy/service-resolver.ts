import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Service } from '@kubescript/api/core/v1';
import { type DeepReadonly, newNotFound, newServiceUnavailable } from '@kubescript/apimachinery';

import type { ServiceTarget } from '../apis/api-service.ts';

/** Where an extension server can be connected to. */
export interface ServiceLocation {
  readonly host: string;
  readonly port: number;
}

/** What is known of Services. */
export interface ServiceLister {
  service(namespace: string, name: string): DeepReadonly<Service> | undefined;
  endpointSlices(namespace: string, name: string): readonly DeepReadonly<EndpointSlice>[];
}

/** Finds the server behind a Service now; throws a StatusError if there is none. */
export type ServiceResolver = (target: ServiceTarget) => ServiceLocation;

/**
 * Goes through the Service's own address, as every client in the cluster does; needs a proxy on this machine.
 *
 * @go k8s.io/apiserver/pkg/util/proxy#ResolveCluster
 */
export function newClusterIpResolver(lister: ServiceLister): ServiceResolver {
  return function resolveCluster(target) {
    const service = serviceFor(target, lister);
    const { type = 'ClusterIP', clusterIP = '', externalName = '' } = service.spec;
    switch (type) {
      case 'ExternalName':
        return { host: externalName, port: target.port };
      case 'ClusterIP':
      case 'NodePort':
      case 'LoadBalancer':
        if (clusterIP === 'None' || clusterIP === '') throw new Error('cannot route to service with ClusterIP "None"');
        return { host: clusterIP, port: portOf(service, target).port };
      default:
        throw new Error(`unsupported service type "${type}"`);
    }
  };
}

/**
 * Goes straight to one of the ready endpoints of the Service (--enable-aggregator-routing).
 *
 * @go k8s.io/apiserver/pkg/util/proxy#ResolveEndpoint
 */
export function newEndpointResolver(lister: ServiceLister, random: () => number = Math.random): ServiceResolver {
  return function resolveEndpoint(target) {
    const service = serviceFor(target, lister);
    if (service.spec.type === 'ExternalName') return { host: service.spec.externalName ?? '', port: target.port };
    const { name: portName = '' } = portOf(service, target);
    const slices = lister.endpointSlices(target.namespace, target.name);
    if (slices.length === 0) throw newNotFound({ group: '', resource: 'endpointslices' }, target.name);
    const locations = slices.flatMap((slice) => readyLocations(slice, portName));
    const chosen = locations[Math.floor(random() * locations.length)];
    if (!chosen) throw newServiceUnavailable(`no endpoints available for service "${target.name}"`);
    return chosen;
  };
}

/** Resolves the API server's own Service to this process. @go kube-aggregator/pkg/apiserver#NewLoopbackServiceResolver */
export function withLoopback(resolve: ServiceResolver, loopback: () => ServiceLocation): ServiceResolver {
  return function resolveWithLoopback(target) {
    const isOwn = target.namespace === 'default' && target.name === 'kubernetes' && target.port === 443;
    return isOwn ? loopback() : resolve(target);
  };
}

/** Whether a slice has a ready endpoint behind the port of that name. */
export function hasReadyEndpoint(slice: DeepReadonly<EndpointSlice>, portName: string): boolean {
  return readyLocations(slice, portName).length > 0;
}

function serviceFor({ namespace, name }: ServiceTarget, lister: ServiceLister): DeepReadonly<Service> {
  const service = lister.service(namespace, name);
  if (!service) throw newNotFound({ group: '', resource: 'services' }, name);
  return service;
}

function portOf(
  service: DeepReadonly<Service>,
  { name, port }: ServiceTarget,
): NonNullable<DeepReadonly<Service>['spec']['ports']>[number] {
  const found = (service.spec.ports ?? []).find((one) => one.port === port);
  if (!found) throw newServiceUnavailable(`no service port ${String(port)} found for service "${name}"`);
  return found;
}

function readyLocations({ endpoints, ports }: DeepReadonly<EndpointSlice>, portName: string): ServiceLocation[] {
  const port = (ports ?? []).find(({ name }) => (name ?? '') === portName)?.port;
  if (port === undefined) return [];
  const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
  return ready.flatMap(({ addresses }) => addresses.slice(0, 1).map((host) => ({ host, port })));
}
