import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { hostPort } from './addresses.ts';

/** One address and port behind a service port. */
export interface Endpoint {
  readonly ip: string;
  readonly port: number;
  readonly isLocal: boolean;
  readonly isReady: boolean;
  /** Answers requests, whether or not it is about to end. */
  readonly isServing: boolean;
  readonly isTerminating: boolean;
  readonly zoneHints: readonly string[];
  readonly nodeHints: readonly string[];
}

/** Endpoints by the name of the service port that they are behind. */
export type EndpointsByPort = ReadonlyMap<string, readonly Endpoint[]>;

/**
 * The endpoints that the slices of one service tell of together, in the order of address and port. One that several
 * slices list counts once; the ready one of them wins.
 */
export function endpointsOf(slices: Iterable<DeepReadonly<EndpointSlice>>, nodeName: string): EndpointsByPort {
  const ports = new Map<string, Map<string, Endpoint>>();
  for (const slice of slices) {
    for (const port of slice.ports ?? []) {
      if (port.port === undefined) continue;
      const known = ports.get(port.name ?? '') ?? new Map<string, Endpoint>();
      ports.set(port.name ?? '', known);
      for (const endpoint of endpointsOfSlice(slice, port.port, nodeName)) {
        const key = hostPort(endpoint.ip, endpoint.port);
        if (known.get(key)?.isReady !== true) known.set(key, endpoint);
      }
    }
  }
  return new Map([...ports].map(([name, known]) => [name, sorted(known)]));
}

function endpointsOfSlice(
  { endpoints = [] }: DeepReadonly<EndpointSlice>,
  port: number,
  nodeName: string,
): readonly Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    const [ip] = endpoint.addresses; // the others are never used, as upstream
    if (ip === undefined) return [];
    const { ready = true, serving = ready, terminating = false } = endpoint.conditions ?? {};
    return {
      ip,
      port,
      isLocal: endpoint.nodeName !== undefined && endpoint.nodeName === nodeName,
      isReady: ready,
      isServing: serving,
      isTerminating: terminating,
      zoneHints: (endpoint.hints?.forZones ?? []).map(({ name }) => name),
      nodeHints: (endpoint.hints?.forNodes ?? []).map(({ name }) => name),
    };
  });
}

function sorted(endpoints: ReadonlyMap<string, Endpoint>): readonly Endpoint[] {
  return [...endpoints].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, endpoint]) => endpoint);
}
