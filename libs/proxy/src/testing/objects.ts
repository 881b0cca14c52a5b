import type { Service, ServiceSpec } from '@kubescript/api/core/v1';
import type { EndpointConditions, EndpointSlice } from '@kubescript/api/discovery/v1';

/** A service of the namespace `default`. */
export function makeService(name: string, clusterIP: string, spec: Partial<ServiceSpec> = {}): Service {
  return {
    metadata: { name, namespace: 'default' },
    spec: { clusterIP, clusterIPs: [clusterIP], ports: [{ port: 80, protocol: 'TCP' }], ...spec },
    status: {},
  };
}

/** An endpoint as tests write it: address, and node `n1` unless another is given. */
export interface EndpointText {
  readonly ip: string;
  readonly node?: string;
  readonly conditions?: EndpointConditions;
}

/** A slice of a service, with one port. */
export function makeSlice(
  service: string,
  endpoints: readonly EndpointText[],
  port: { readonly name?: string; readonly port?: number; readonly protocol?: string } = {},
): EndpointSlice {
  return {
    metadata: {
      name: `${service}-${port.name ?? 'x'}`,
      namespace: 'default',
      labels: { 'kubernetes.io/service-name': service },
    },
    addressType: 'IPv4',
    ports: [{ name: '', port: 8080, protocol: 'TCP', ...port }],
    endpoints: endpoints.map(({ ip, node = 'n1', conditions = { ready: true } }) => ({
      addresses: [ip],
      nodeName: node,
      conditions,
    })),
  };
}
