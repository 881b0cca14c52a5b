import type { DeepReadonly } from '@kubescript/apimachinery';
import type { ContainerPort } from '@kubescript/api/core/v1';

/** The ports of a container with the path to their list. */
export interface PortList {
  readonly path: string;
  readonly ports: readonly DeepReadonly<ContainerPort>[];
}

interface PlacedPort {
  readonly at: string;
  readonly port: DeepReadonly<ContainerPort>;
}

/** What is legal in the ports of a pod's containers but odd or dangerous. */
export function portWarnings(lists: readonly PortList[]): string[] {
  const warnings: string[] = [];
  const known = new Map<string, PlacedPort[]>();
  for (const { path, ports } of lists) {
    for (const [index, port] of ports.entries()) {
      const placed = { at: `${path}[${String(index)}]`, port };
      if ((port.hostIP ?? '') !== '' && (port.hostPort ?? 0) === 0) {
        warnings.push(`${placed.at}: hostIP set without hostPort: ${goText(port)}`);
      }
      const key = `${String(port.containerPort)}/${port.protocol ?? ''}`;
      const others = known.get(key) ?? [];
      warnings.push(...others.flatMap((other) => overlap(placed, other)));
      known.set(key, [...others, placed]);
    }
  }
  return warnings;
}

/** How two definitions of one port get in each other's way. */
function overlap({ at, port }: PlacedPort, other: PlacedPort): string[] {
  const [ip, otherIp] = [port.hostIP ?? '', other.port.hostIP ?? ''];
  const [host, otherHost] = [port.hostPort ?? 0, other.port.hostPort ?? 0];
  if (ip === otherIp && host === otherHost) return [`${at}: duplicate port definition with ${other.at}`];
  if (host === 0 || otherHost === 0) return [`${at}: overlapping port definition with ${other.at}`];
  const isAmbiguous = host === otherHost && (ip === '') !== (otherIp === '');
  return isAmbiguous ? [`${at}: dangerously ambiguous port definition with ${other.at}`] : [];
}

/** A port as Go prints the struct. */
function goText({
  name = '',
  hostPort = 0,
  containerPort,
  protocol = '',
  hostIP = '',
}: DeepReadonly<ContainerPort>): string {
  const numbers = `HostPort:${String(hostPort)} ContainerPort:${String(containerPort)}`;
  return `{Name:${name} ${numbers} Protocol:${protocol} HostIP:${hostIP}}`;
}
