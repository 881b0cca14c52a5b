import type { IpFamily } from '../model/addresses.ts';
import { type RuleSettings, masqueradeMark } from '../model/local-traffic.ts';
import type { ElementTable } from './service-rules.ts';

/** A table of nftables: its family, as nft calls it, and its name. */
export interface NftTable {
  readonly family: IpFamily;
  readonly name: string;
}

/** `ip kube-proxy`, as it stands in commands. */
export function tableRef({ family, name }: NftTable): string {
  return `${family === 'IPv6' ? 'ip6' : 'ip'} ${name}`;
}

/** What is looked up in each table of elements, and whether it is a set or a map to verdicts. */
export const ELEMENT_TABLES: Readonly<
  Record<ElementTable, { readonly kind: 'set' | 'map'; readonly hasAddress: boolean; readonly comment: string }>
> = {
  'cluster-ips': { kind: 'set', hasAddress: true, comment: 'Active ClusterIPs' },
  'service-ips': { kind: 'map', hasAddress: true, comment: 'ClusterIP, ExternalIP and LoadBalancer IP traffic' },
  'service-nodeports': { kind: 'map', hasAddress: false, comment: 'NodePort traffic' },
  'no-endpoint-services': {
    kind: 'map',
    hasAddress: true,
    comment: 'vmap to drop or reject packets to services with no endpoints',
  },
  'no-endpoint-nodeports': {
    kind: 'map',
    hasAddress: false,
    comment: 'vmap to drop or reject packets to service nodeports with no endpoints',
  },
  'firewall-ips': {
    kind: 'map',
    hasAddress: true,
    comment: 'destinations that are subject to LoadBalancerSourceRanges',
  },
};

/** Chains that netfilter calls. Filters see the addresses before DNAT, except the last one. */
const BASE_CHAINS = [
  ['filter-prerouting', 'filter', 'prerouting', -110],
  ['filter-input', 'filter', 'input', -110],
  ['filter-forward', 'filter', 'forward', -110],
  ['filter-output', 'filter', 'output', -110],
  ['filter-output-post-dnat', 'filter', 'output', -90],
  ['nat-prerouting', 'nat', 'prerouting', -100],
  ['nat-output', 'nat', 'output', -100],
  ['nat-postrouting', 'nat', 'postrouting', 100],
] as const;

const PLAIN_CHAINS = [
  'services',
  'service-endpoints-check',
  'nodeport-endpoints-check',
  'firewall-check',
  'cluster-ips-check',
  'masquerading',
  'mark-for-masquerade',
  'reject-chain',
] as const;

const JUMPS = [
  ['filter-input', 'ct state new jump nodeport-endpoints-check'],
  ['filter-input', 'ct state new jump service-endpoints-check'],
  ['filter-forward', 'ct state new jump service-endpoints-check'],
  ['filter-output', 'ct state new jump service-endpoints-check'],
  ['filter-prerouting', 'ct state new jump firewall-check'],
  ['filter-output', 'ct state new jump firewall-check'],
  ['nat-output', 'jump services'],
  ['nat-prerouting', 'jump services'],
  ['nat-postrouting', 'jump masquerading'],
  ['filter-forward', 'ct state new jump cluster-ips-check'],
  ['filter-output-post-dnat', 'ct state new jump cluster-ips-check'],
] as const;

/**
 * Commands that put an empty table in place of whatever was there: the chains, sets, maps and rules that do not depend
 * on services.
 * @go kubernetes/pkg/proxy/nftables#(*Proxier).setupNFTables
 */
export function baseRules(table: NftTable, settings: RuleSettings, nodeIps: readonly string[]): readonly string[] {
  const ref = tableRef(table);
  const restrictsNodePorts = settings.nodePortAddresses.length > 0;
  return [
    `add table ${ref}`, // so that the deletion cannot fail
    `delete table ${ref}`,
    `add table ${ref} { comment "rules for kube-proxy" ; }`,
    ...BASE_CHAINS.map(([name, type, hook, priority]) => {
      return `add chain ${ref} ${name} { type ${type} hook ${hook} priority ${String(priority)} ; }`;
    }),
    ...PLAIN_CHAINS.map((name) => `add chain ${ref} ${name}`),
    ...elementTables(table),
    ...(restrictsNodePorts ? nodePortIps(table, nodeIps) : []),
    ...JUMPS.map(([chain, rule]) => `add rule ${ref} ${chain} ${rule}`),
    ...lookupRules(table, restrictsNodePorts).map(([chain, rule]) => `add rule ${ref} ${chain} ${rule}`),
    ...masqueradeRules(settings).map(([chain, rule]) => `add rule ${ref} ${chain} ${rule}`),
  ];
}

function elementTables(table: NftTable): readonly string[] {
  const address = table.family === 'IPv6' ? 'ipv6_addr' : 'ipv4_addr';
  return Object.entries(ELEMENT_TABLES).map(([name, { kind, hasAddress, comment }]) => {
    const key = hasAddress ? `${address} . inet_proto . inet_service` : 'inet_proto . inet_service';
    const type = kind === 'set' ? address : `${key} : verdict`;
    return `add ${kind} ${tableRef(table)} ${name} { type ${type} ; comment "${comment}" ; }`;
  });
}

function nodePortIps(table: NftTable, nodeIps: readonly string[]): readonly string[] {
  const ref = tableRef(table);
  const address = table.family === 'IPv6' ? 'ipv6_addr' : 'ipv4_addr';
  return [
    `add set ${ref} nodeport-ips { type ${address} ; comment "IPs that accept NodePort traffic" ; }`,
    ...(nodeIps.length === 0 ? [] : [`add element ${ref} nodeport-ips { ${nodeIps.join(' , ')} }`]),
  ];
}

function lookupRules({ family }: NftTable, restrictsNodePorts: boolean): readonly (readonly [string, string])[] {
  const ip = family === 'IPv6' ? 'ip6' : 'ip';
  const service = `${ip} daddr . meta l4proto . th dport vmap`;
  const notLoopback = family === 'IPv6' ? 'ip6 daddr != ::1' : 'ip daddr != 127.0.0.0/8';
  const toNode = restrictsNodePorts ? `${ip} daddr @nodeport-ips` : notLoopback;
  const toLocal = restrictsNodePorts ? toNode : `fib daddr type local ${notLoopback}`;
  return [
    ['service-endpoints-check', `${service} @no-endpoint-services`],
    ['nodeport-endpoints-check', `${toNode} meta l4proto . th dport vmap @no-endpoint-nodeports`],
    ['firewall-check', `${service} @firewall-ips`],
    ['services', `${service} @service-ips`],
    ['services', `${toLocal} meta l4proto . th dport vmap @service-nodeports`],
    ['reject-chain', 'reject'],
    ['cluster-ips-check', `${ip} daddr @cluster-ips reject comment "Reject traffic to invalid ports of ClusterIPs"`],
  ];
}

function masqueradeRules(settings: RuleSettings): readonly (readonly [string, string])[] {
  const mark = masqueradeMark(settings);
  return [
    ['mark-for-masquerade', `mark set mark or ${mark}`],
    ['masquerading', `mark and ${mark} == 0 return`],
    ['masquerading', `mark set mark xor ${mark}`],
    ['masquerading', 'masquerade fully-random'],
  ];
}
