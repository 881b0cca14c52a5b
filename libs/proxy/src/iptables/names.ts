import { type Endpoint } from '../model/endpoint.ts';
import { hostPort } from '../model/addresses.ts';
import { type ServicePort, displayName } from '../model/service-port.ts';
import { shortHash } from '../nftables/names.ts';

/** Names of the chains of one service port. */
export interface ServiceChains {
  readonly cluster: string;
  readonly local: string;
  readonly external: string;
  readonly firewall: string;
}

/** The chains of a service port, under upstream's names. */
export function serviceChains(port: ServicePort): ServiceChains {
  const hash = shortHash(displayName(port) + port.protocol, 16);
  return {
    cluster: `KUBE-SVC-${hash}`,
    local: `KUBE-SVL-${hash}`,
    external: `KUBE-EXT-${hash}`,
    firewall: `KUBE-FW-${hash}`,
  };
}

/** The chain of an endpoint, under upstream's name. */
export function endpointChain(port: ServicePort, endpoint: Endpoint): string {
  return `KUBE-SEP-${shortHash(displayName(port) + port.protocol + hostPort(endpoint.ip, endpoint.port), 16)}`;
}
