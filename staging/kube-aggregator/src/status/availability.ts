import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { type Availability, type ServiceTarget, groupVersionOf, serviceOf } from '../apis/api-service.ts';
import { type ServiceLister, hasReadyEndpoint } from '../proxy/service-resolver.ts';

const passed: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' };

/** The path that an extension server has to answer for one of its versions. */
export function discoveryPath(apiService: DeepReadonly<APIService>): string {
  const { group, version } = groupVersionOf(apiService);
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/**
 * What can be said of an extension server without asking it: undefined if its Service, port and endpoints are there.
 *
 * @go kube-aggregator/pkg/controllers/status/remote#(*AvailableConditionController).sync
 */
export function backendProblem(
  { namespace, name, port }: ServiceTarget,
  lister: ServiceLister,
): Availability | undefined {
  const service = lister.service(namespace, name);
  if (!service) return unavailable('ServiceNotFound', `service/${name} in "${namespace}" is not present`);
  if ((service.spec.type ?? 'ClusterIP') !== 'ClusterIP') return undefined;
  const servicePort = (service.spec.ports ?? []).find((candidate) => candidate.port === port);
  if (!servicePort) {
    const message = `service/${name} in "${namespace}" is not listening on port ${String(port)}`;
    return unavailable('ServicePortError', message);
  }
  const slices = lister.endpointSlices(namespace, name);
  if (slices.length === 0) {
    return unavailable('EndpointsNotFound', `cannot find endpointslices for service/${name} in "${namespace}"`);
  }
  const { name: portName = '' } = servicePort;
  if (slices.some((slice) => hasReadyEndpoint(slice, portName))) return undefined;
  const message = `endpointslices for service/${name} in "${namespace}" have no addresses with port name "${portName}"`;
  return unavailable('MissingEndpoints', message);
}

/** Asks the extension server for a document; throws what went wrong, in words for the condition's message. */
export type DiscoveryProbe = (apiService: DeepReadonly<APIService>) => Promise<void>;

/** How often a server is asked at once; one answer is enough. */
const attempts = 5;

/** Whether requests can be sent to an extension server now. */
export async function remoteAvailability(
  apiService: DeepReadonly<APIService>,
  lister: ServiceLister,
  probe: DiscoveryProbe,
): Promise<Availability> {
  const service = serviceOf(apiService);
  const problem = service && backendProblem(service, lister);
  if (problem) return problem;
  try {
    await Promise.any(Array.from({ length: attempts }, () => probe(apiService)));
    return passed;
  } catch (error) {
    const { errors } = error as AggregateError;
    return unavailable('FailedDiscoveryCheck', (errors.at(-1) as Error).message);
  }
}

function unavailable(reason: string, message: string): Availability {
  return { status: 'False', reason, message };
}
