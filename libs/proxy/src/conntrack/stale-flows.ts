import { ExecError, type Exec } from '../driver/exec.ts';
import type { IpFamily } from '../model/addresses.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type ServicePort, serviceKeyOf } from '../model/service-port.ts';
import type { ServiceView } from '../tracker/service-tracker.ts';

/** Flows to forget: those to an address and port, as far as they were led to an endpoint, or to none. */
export interface StaleFlows {
  readonly destination: string;
  readonly port: number;
  /** The endpoint that they were led to; undefined = all. */
  readonly endpoint?: string;
}

/**
 * The UDP flows that a change of services makes wrong. UDP has no connections, so the kernel would lead a client that
 * goes on sending to an endpoint that is gone, or (where there was none) to nowhere.
 * @go kubernetes/pkg/proxy/conntrack#CleanStaleEntries
 */
export function staleUdpFlows(
  before: ReadonlyMap<string, ServiceView>,
  after: ReadonlyMap<string, ServiceView>,
): readonly StaleFlows[] {
  return [...after].flatMap(([key, view]) => staleFlowsOf(before.get(key), view));
}

function staleFlowsOf(before: ServiceView | undefined, after: ServiceView): readonly StaleFlows[] {
  const udp = (view: ServiceView): ServicePort[] => view.ports.filter(({ protocol }) => protocol === 'udp');
  const flows: StaleFlows[] = [];
  for (const port of before === undefined ? [] : udp(before)) {
    const [old, current] = [endpointsOf(before, port), endpointsOf(after, port)];
    const gone = old.filter(({ ip }) => !current.some((endpoint) => endpoint.ip === ip));
    for (const { ip } of gone) flows.push(...destinationsOf(port).map((to) => ({ ...to, endpoint: ip })));
  }
  for (const port of udp(after)) {
    const hadNone = endpointsOf(before, port).length === 0;
    if (hadNone && endpointsOf(after, port).length > 0) flows.push(...destinationsOf(port));
  }
  return flows;
}

function endpointsOf(view: ServiceView | undefined, port: ServicePort): readonly Endpoint[] {
  const isSame = view?.ports.some(
    (other) => serviceKeyOf(other) === serviceKeyOf(port) && other.portName === port.portName,
  );
  return isSame === true ? (view?.endpoints.get(port.portName) ?? []).filter(({ isServing }) => isServing) : [];
}

/** Where clients send: addresses with the service's port, and the node port at any address (''). */
function destinationsOf(port: ServicePort): readonly StaleFlows[] {
  const addresses = [port.clusterIp, ...port.externalIps, ...port.loadBalancerIps];
  const flows = addresses.map((destination) => ({ destination, port: port.port }));
  return port.nodePort === 0 ? flows : [...flows, { destination: '', port: port.nodePort }];
}

/** Deletes flows with the conntrack tool. That there are none is no error; that there is no such tool neither. */
export async function deleteFlows(exec: Exec, family: IpFamily, flows: readonly StaleFlows[]): Promise<void> {
  for (const { destination, port, endpoint } of flows) {
    const args = ['-D', '-f', family === 'IPv6' ? 'ipv6' : 'ipv4', '-p', 'udp', '--orig-port-dst', String(port)];
    if (destination !== '') args.push('--orig-dst', destination);
    if (endpoint !== undefined) args.push('--dst-nat', endpoint);
    try {
      await exec('conntrack', args);
    } catch (err) {
      if (!(err instanceof ExecError) || (err.exitCode !== 1 && err.exitCode !== undefined)) throw err;
    }
  }
}
