const ANY_ADDRESS = '0.0.0.0';

/** A port that a pod takes on its node. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** Fills in what may be left out of a port: all addresses, TCP. */
export function hostPort(ip: string | undefined, protocol: string | undefined, port: number): HostPort {
  return { ip: ip === undefined || ip === '' ? ANY_ADDRESS : ip, protocol: protocol ?? 'TCP', port };
}

/**
 * The ports taken on one node. A port on all addresses conflicts with the same port on any address.
 * @go kube-scheduler/framework#HostPortInfo
 */
export class HostPortSet {
  /** protocol/port → the addresses it is taken on, each with the number of pods (two may share it by force). */
  readonly #taken = new Map<string, Map<string, number>>();

  add(port: HostPort): void {
    const key = keyOf(port);
    const addresses = this.#taken.get(key) ?? new Map<string, number>();
    addresses.set(port.ip, (addresses.get(port.ip) ?? 0) + 1);
    this.#taken.set(key, addresses);
  }

  remove(port: HostPort): void {
    const addresses = this.#taken.get(keyOf(port));
    const left = (addresses?.get(port.ip) ?? 0) - 1;
    if (addresses === undefined || left < 0) return;
    if (left > 0) addresses.set(port.ip, left);
    else addresses.delete(port.ip);
    if (addresses.size === 0) this.#taken.delete(keyOf(port));
  }

  /** Whether a pod that wants this port cannot have it. */
  conflicts(port: HostPort): boolean {
    const addresses = this.#taken.get(keyOf(port));
    if (addresses === undefined) return false;
    return port.ip === ANY_ADDRESS || addresses.has(ANY_ADDRESS) || addresses.has(port.ip);
  }
}

function keyOf({ protocol, port }: HostPort): string {
  return `${protocol}/${String(port)}`;
}
