/**
 * How traffic of the node's own pods is told from other traffic, which is masqueraded on its way to a cluster IP.
 * Undefined where nothing is known: then nothing is masqueraded for that reason.
 */
export type LocalTraffic =
  | { readonly mode: 'ClusterCIDR' | 'NodeCIDR'; readonly cidr: string }
  | { readonly mode: 'BridgeInterface'; readonly name: string }
  | { readonly mode: 'InterfaceNamePrefix'; readonly prefix: string };

/** What all rules of a proxy depend on. */
export interface RuleSettings {
  readonly masqueradeAll: boolean;
  /** Bit of the packet mark that says that a packet is to be masqueraded. */
  readonly masqueradeBit: number;
  readonly localTraffic: LocalTraffic | undefined;
  /** CIDRs of the addresses that take NodePort traffic; empty = all addresses of the node. */
  readonly nodePortAddresses: readonly string[];
}

/** The packet mark of the settings, as rules write it. */
export function masqueradeMark({ masqueradeBit }: RuleSettings): string {
  return `0x${(2 ** masqueradeBit).toString(16).padStart(8, '0')}`;
}
