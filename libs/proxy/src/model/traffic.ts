import type { Endpoint } from './endpoint.ts';
import { type ServicePort, usesClusterEndpoints, usesLocalEndpoints } from './service-port.ts';

/** Where this proxy runs. */
export interface NodePlace {
  readonly name: string;
  /** '' = unknown. */
  readonly zone: string;
}

/** Which endpoints traffic of a service port goes to. */
export interface Traffic {
  /** For traffic policy Cluster. */
  readonly cluster: readonly Endpoint[];
  /** For traffic policy Local. */
  readonly local: readonly Endpoint[];
  /** All that rules of this node may lead to. */
  readonly reachable: readonly Endpoint[];
  /** Whether any node has an endpoint for it; if not, traffic is rejected rather than dropped. */
  readonly hasEndpoints: boolean;
}

/**
 * Chooses endpoints: ready ones; where there is none, those that still serve while they terminate. Hints narrow the
 * choice to the node or zone as far as every ready endpoint has them.
 * @go kubernetes/pkg/proxy#CategorizeEndpoints
 */
export function trafficOf(port: ServicePort, endpoints: readonly Endpoint[], place: NodePlace): Traffic {
  const ready = endpoints.filter(({ isReady }) => isReady);
  const draining = endpoints.filter((endpoint) => endpoint.isServing && endpoint.isTerminating);
  const close = ready.length === 0 ? draining : closestOf(ready, place);
  const cluster = usesClusterEndpoints(port) ? close : [];
  if (!usesLocalEndpoints(port)) {
    return { cluster, local: [], reachable: cluster, hasEndpoints: cluster.length > 0 };
  }
  const localReady = ready.filter(({ isLocal }) => isLocal);
  const local = localReady.length > 0 ? localReady : draining.filter(({ isLocal }) => isLocal);
  const reachable = [...cluster, ...local.filter((endpoint) => !cluster.includes(endpoint))];
  return { cluster, local, reachable, hasEndpoints: ready.length > 0 || draining.length > 0 };
}

function closestOf(ready: readonly Endpoint[], { name, zone }: NodePlace): readonly Endpoint[] {
  const onNode = ready.filter(({ nodeHints }) => nodeHints.includes(name));
  if (onNode.length > 0 && ready.every(({ nodeHints }) => nodeHints.length > 0)) return onNode;
  const inZone = zone === '' ? [] : ready.filter(({ zoneHints }) => zoneHints.includes(zone));
  if (inZone.length > 0 && ready.every(({ zoneHints }) => zoneHints.length > 0)) return inZone;
  return ready;
}
