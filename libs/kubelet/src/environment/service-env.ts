import type { Service } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/**
 * The variables that tell containers of services: `NAME_SERVICE_HOST`, `NAME_SERVICE_PORT` and the forms that Docker's
 * links had.
 * @go kubernetes/pkg/kubelet/envvars#FromServices
 */
export function serviceVariables(services: readonly DeepReadonly<Service>[]): [name: string, value: string][] {
  return services.filter(hasClusterIp).flatMap(variablesOf);
}

/**
 * Services whose variables a pod gets: those of its namespace (unless it declines), and always the API server's.
 */
export function servicesFor(
  namespace: string,
  enableServiceLinks: boolean,
  services: readonly DeepReadonly<Service>[],
): readonly DeepReadonly<Service>[] {
  const own = enableServiceLinks ? services.filter((service) => service.metadata.namespace === namespace) : [];
  if (own.some((service) => service.metadata.name === 'kubernetes')) return own;
  const master = services.find(({ metadata }) => metadata.namespace === 'default' && metadata.name === 'kubernetes');
  return master === undefined ? own : [...own, master];
}

function hasClusterIp(service: DeepReadonly<Service>): boolean {
  const ip = service.spec.clusterIP ?? '';
  return ip !== '' && ip !== 'None' && service.spec.type !== 'ExternalName';
}

function variablesOf(service: DeepReadonly<Service>): [string, string][] {
  const name = variableName(service.metadata.name ?? '');
  const ip = service.spec.clusterIP ?? '';
  const ports = service.spec.ports ?? [];
  const [first] = ports;
  const host = ip.includes(':') ? `[${ip}]` : ip;
  const result: [string, string][] = [[`${name}_SERVICE_HOST`, ip]];
  if (first === undefined) return result;
  result.push([`${name}_SERVICE_PORT`, String(first.port)]);
  for (const port of ports) {
    if ((port.name ?? '') !== '')
      result.push([`${name}_SERVICE_PORT_${variableName(port.name ?? '')}`, String(port.port)]);
  }
  ports.forEach((port, index) => {
    const protocol = port.protocol ?? 'TCP';
    const url = `${protocol.toLowerCase()}://${host}:${String(port.port)}`;
    const prefix = `${name}_PORT_${String(port.port)}_${protocol}`;
    if (index === 0) result.push([`${name}_PORT`, url]);
    result.push([prefix, url], [`${prefix}_PROTO`, protocol.toLowerCase()]);
    result.push([`${prefix}_PORT`, String(port.port)], [`${prefix}_ADDR`, ip]);
  });
  return result;
}

function variableName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
