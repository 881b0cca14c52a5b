import { FieldPath, internalFieldError, invalid, type FieldError } from '@kubescript/apimachinery';
import type { Service, ServicePort } from '@kubescript/api/core/v1';

import type { PortAllocator } from '../portallocator/allocator.ts';
import { allocatesNodePorts, needsHealthCheckNodePort, needsNodePort } from '../service-rules.ts';
import type { Reservation } from './cluster-ips.ts';

const specPath = new FieldPath('spec');

/**
 * Takes the node ports that a Service needs and does not hold yet. Ports of different protocols may share a number.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#(*Allocators).allocUpdateServiceNodePortsNew
 */
export function reserveNodePorts(
  service: Service,
  held: readonly number[],
  allocator: PortAllocator,
  reservation: Reservation,
): FieldError[] {
  if (!needsNodePort(service)) return [];
  const taken = new Map<number, Set<string>>();
  for (const [index, port] of (service.spec.ports ?? []).entries()) {
    const problem = reserveNodePort(port, index, { service, held, allocator, reservation, taken });
    if (problem) return [problem];
  }
  return [];
}

interface PortReservation {
  readonly service: Service;
  readonly held: readonly number[];
  readonly allocator: PortAllocator;
  readonly reservation: Reservation;
  /** Protocols by the number that this Service already uses for them. */
  readonly taken: Map<number, Set<string>>;
}

function reserveNodePort(port: ServicePort, index: number, state: PortReservation): FieldError | undefined {
  const path = specPath.child('ports').index(index).child('nodePort');
  const protocol = port.protocol ?? 'TCP';
  const chosen = port.nodePort ?? 0;
  if (chosen === 0) return allocatesNodePorts(state.service) ? takeAnyPort(port, index, state) : undefined;
  const protocols = state.taken.get(chosen);
  if (protocols) {
    if (protocols.has(protocol)) return invalid(path, chosen, 'provided port is already allocated');
    protocols.add(protocol);
    return undefined;
  }
  if (!state.held.includes(chosen)) {
    const reason = state.allocator.allocate(chosen);
    if (reason !== undefined) return invalid(path, chosen, reason);
    state.reservation.ports.push(chosen);
  }
  state.taken.set(chosen, new Set([protocol]));
  return undefined;
}

function takeAnyPort(port: ServicePort, index: number, state: PortReservation): FieldError | undefined {
  const shared = sharedNodePort(port, state);
  const nodePort = shared ?? state.allocator.allocateNext();
  if (nodePort === undefined) {
    const path = specPath.child('ports').index(index).child('nodePort');
    return internalFieldError(path, 'failed to allocate a nodePort: range is full');
  }
  if (shared === undefined) state.reservation.ports.push(nodePort);
  const protocols = state.taken.get(nodePort) ?? new Set<string>();
  state.taken.set(nodePort, protocols.add(port.protocol ?? 'TCP'));
  port.nodePort = nodePort;
  return undefined;
}

/** The number that another protocol of the same port already got. */
function sharedNodePort(port: ServicePort, { service, taken }: PortReservation): number | undefined {
  const other = (service.spec.ports ?? []).find(
    (candidate) =>
      candidate !== port &&
      candidate.port === port.port &&
      taken.has(candidate.nodePort ?? 0) &&
      !taken.get(candidate.nodePort ?? 0)?.has(port.protocol ?? 'TCP'),
  );
  return other?.nodePort;
}

/** Takes the health check port of a Service with a local traffic policy. */
export function reserveHealthCheckPort(
  service: Service,
  held: readonly number[],
  allocator: PortAllocator,
  reservation: Reservation,
): FieldError[] {
  if (!needsHealthCheckNodePort(service)) return [];
  const path = specPath.child('healthCheckNodePort');
  const chosen = service.spec.healthCheckNodePort ?? 0;
  if (chosen === 0) {
    const port = allocator.allocateNext();
    if (port === undefined)
      return [internalFieldError(path, 'failed to allocate a HealthCheck NodePort: range is full')];
    service.spec.healthCheckNodePort = port;
    reservation.ports.push(port);
    return [];
  }
  if (held.includes(chosen)) return [];
  const reason = allocator.allocate(chosen);
  if (reason !== undefined) {
    return [internalFieldError(path, `failed to allocate requested HealthCheck NodePort ${String(chosen)}: ${reason}`)];
  }
  reservation.ports.push(chosen);
  return [];
}
