import type { IpFamily } from '../model/addresses.ts';
import { type RuleSettings, masqueradeMark } from '../model/local-traffic.ts';

/** A table of iptables. */
export type IptablesTable = 'nat' | 'filter';

/** A jump from a built-in chain to one of ours. */
export interface Jump {
  readonly table: IptablesTable;
  readonly from: string;
  readonly to: string;
  readonly match: string;
}

const NEW = '-m conntrack --ctstate NEW';

/** Where our chains hang: put before what is there, because the first match decides. */
export const JUMPS: readonly Jump[] = [
  ...['INPUT', 'FORWARD', 'OUTPUT'].map((from) => {
    const match = `${NEW} -m comment --comment "kubernetes load balancer firewall"`;
    return { table: 'filter', from, to: 'KUBE-PROXY-FIREWALL', match } as const;
  }),
  ...['INPUT', 'FORWARD'].map((from) => {
    const match = `${NEW} -m comment --comment "kubernetes externally-visible service portals"`;
    return { table: 'filter', from, to: 'KUBE-EXTERNAL-SERVICES', match } as const;
  }),
  {
    table: 'filter',
    from: 'FORWARD',
    to: 'KUBE-FORWARD',
    match: '-m comment --comment "kubernetes forwarding rules"',
  },
  ...['FORWARD', 'OUTPUT'].map((from) => {
    const match = `${NEW} -m comment --comment "kubernetes service portals"`;
    return { table: 'filter', from, to: 'KUBE-SERVICES', match } as const;
  }),
  ...['OUTPUT', 'PREROUTING'].map((from) => {
    const match = '-m comment --comment "kubernetes service portals"';
    return { table: 'nat', from, to: 'KUBE-SERVICES', match } as const;
  }),
  {
    table: 'nat',
    from: 'POSTROUTING',
    to: 'KUBE-POSTROUTING',
    match: '-m comment --comment "kubernetes postrouting rules"',
  },
];

/** Settings that only this backend has. */
export interface IptablesSettings extends RuleSettings {
  /** Whether node ports work on loopback addresses (IPv4 only). */
  readonly localhostNodePorts: boolean;
}

/** Rules of our own chains that do not depend on services, by `table chain`. */
export function fixedChains(settings: RuleSettings): ReadonlyMap<string, readonly string[]> {
  const mark = masqueradeMark(settings);
  return new Map([
    ['nat KUBE-MARK-MASQ', [`-j MARK --or-mark ${mark}`]],
    [
      'nat KUBE-POSTROUTING',
      [
        `-m mark ! --mark ${mark}/${mark} -j RETURN`,
        `-j MARK --xor-mark ${mark}`,
        '-m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
      ],
    ],
    [
      'filter KUBE-FORWARD',
      [
        '-m conntrack --ctstate INVALID -j DROP',
        `-m comment --comment "kubernetes forwarding rules" -m mark --mark ${mark}/${mark} -j ACCEPT`,
        '-m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
      ],
    ],
  ]);
}

/** The last rules of `nat KUBE-SERVICES`: what is for the node itself may be for a node port. */
export function nodePortRules(
  settings: IptablesSettings,
  family: IpFamily,
  nodeIps: readonly string[],
): readonly string[] {
  const text = '-m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain"';
  if (settings.nodePortAddresses.length > 0) return nodeIps.map((ip) => `${text} -d ${ip} -j KUBE-NODEPORTS`);
  const isEverywhere = family === 'IPv4' && settings.localhostNodePorts;
  const notLoopback = isEverywhere ? '' : `! -d ${family === 'IPv4' ? '127.0.0.0/8' : '::1/128'} `;
  return [`${text} ${notLoopback}-m addrtype --dst-type LOCAL -j KUBE-NODEPORTS`];
}
