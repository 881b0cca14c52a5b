import { hostPort, type IpFamily } from '../model/addresses.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { LocalTraffic, RuleSettings } from '../model/local-traffic.ts';
import {
  type ServicePort,
  displayName,
  isExternallyAccessible,
  usesClusterEndpoints,
  usesLocalEndpoints,
} from '../model/service-port.ts';
import type { Traffic } from '../model/traffic.ts';
import { type ServiceChains, endpointNames, serviceChains } from './names.ts';

/** The sets and maps that packets are looked up in; every service adds elements to them. */
export type ElementTable =
  | 'cluster-ips'
  | 'service-ips'
  | 'service-nodeports'
  | 'no-endpoint-services'
  | 'no-endpoint-nodeports'
  | 'firewall-ips';

/** One element; sets have no value. */
export interface TableElement {
  readonly table: ElementTable;
  readonly key: string;
  readonly value?: string;
  readonly comment?: string;
}

/** Everything in the rule set that belongs to one service port. */
export interface ServiceRules {
  /** Rules by chain. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** Seconds that clients stay, by affinity set. */
  readonly affinitySets: ReadonlyMap<string, number>;
  readonly elements: readonly TableElement[];
}

const MARK = 'jump mark-for-masquerade';
const REJECT = 'goto reject-chain';

/**
 * The rules of one service port.
 * @go kubernetes/pkg/proxy/nftables#(*Proxier).syncProxyRules
 */
export function serviceRules(
  port: ServicePort,
  traffic: Traffic,
  family: IpFamily,
  settings: RuleSettings,
): ServiceRules {
  const context: Context = {
    port,
    traffic,
    settings,
    ip: family === 'IPv6' ? 'ip6' : 'ip',
    names: serviceChains(port),
  };
  const chains = new Map<string, readonly string[]>();
  if (usesClusterEndpoints(port) && traffic.cluster.length > 0) {
    chains.set(context.names.cluster, [...offClusterRules(context, 'cluster'), ...balancing(context, traffic.cluster)]);
  }
  if (usesLocalEndpoints(port) && traffic.local.length > 0) {
    chains.set(context.names.local, [...offClusterRules(context, 'local'), ...balancing(context, traffic.local)]);
  }
  if (traffic.hasEndpoints && isExternallyAccessible(port)) chains.set(context.names.external, externalRules(context));
  if (hasFirewall(port)) chains.set(context.names.firewall, firewallRules(context));
  for (const endpoint of traffic.reachable) {
    chains.set(endpointNames(port, endpoint).chain, endpointRules(context, endpoint));
  }
  return { chains, affinitySets: affinitySets(port, traffic), elements: elementsOf(context) };
}

interface Context {
  readonly port: ServicePort;
  readonly traffic: Traffic;
  readonly settings: RuleSettings;
  readonly ip: 'ip' | 'ip6';
  readonly names: ServiceChains;
}

/** Traffic to the cluster IP that does not come from a pod is masqueraded, so that the answer comes back this way. */
function offClusterRules({ port, settings, ip }: Context, chain: 'cluster' | 'local'): readonly string[] {
  if (port.internalPolicyLocal !== (chain === 'local')) return [];
  const destination = `${ip} daddr ${port.clusterIp} ${port.protocol} dport ${String(port.port)}`;
  if (settings.masqueradeAll) return [`${destination} ${MARK}`];
  if (settings.localTraffic === undefined) return [];
  return [`${destination} ${matchLocal(settings.localTraffic, ip, '!=')} ${MARK}`];
}

/** First whoever stays with an endpoint, then everybody else at random. */
function balancing({ port, ip }: Context, endpoints: readonly Endpoint[]): readonly string[] {
  const names = endpoints.map((endpoint) => endpointNames(port, endpoint));
  const sticky = port.stickySeconds === 0 ? [] : names.map((n) => `${ip} saddr @${n.affinitySet} goto ${n.chain}`);
  const choices = names.map(({ chain }, index) => `${String(index)} : goto ${chain}`);
  return [...sticky, `numgen random mod ${String(names.length)} vmap { ${choices.join(' , ')} }`];
}

function externalRules({ port, traffic, settings, ip, names }: Context): readonly string[] {
  if (!port.externalPolicyLocal) return [MARK, `goto ${names.cluster}`];
  const { localTraffic } = settings;
  const isReachable = traffic.cluster.length > 0;
  return [
    ...(localTraffic === undefined || !isReachable
      ? []
      : [`${matchLocal(localTraffic, ip, '')} goto ${names.cluster} comment "short-circuit pod traffic"`]),
    `fib saddr type local ${MARK} comment "masquerade local traffic"`,
    ...(isReachable ? [`fib saddr type local goto ${names.cluster} comment "short-circuit local traffic"`] : []),
    ...(traffic.local.length > 0 ? [`goto ${names.local}`] : []),
  ];
}

function endpointRules({ port, ip }: Context, endpoint: Endpoint): readonly string[] {
  const { affinitySet } = endpointNames(port, endpoint);
  return [
    `${ip} saddr ${endpoint.ip} ${MARK}`,
    ...(port.stickySeconds === 0 ? [] : [`update @${affinitySet} { ${ip} saddr }`]),
    `meta l4proto ${port.protocol} dnat to ${hostPort(endpoint.ip, endpoint.port)}`,
  ];
}

function hasFirewall({ loadBalancerIps, loadBalancerSourceRanges }: ServicePort): boolean {
  return loadBalancerIps.length > 0 && loadBalancerSourceRanges.length > 0;
}

/** The load balancer's own addresses are let through as well, because a node may use them as its source. */
function firewallRules({ port, ip }: Context): readonly string[] {
  const sources = [...port.loadBalancerSourceRanges, ...port.loadBalancerIps];
  return [`${ip} saddr != { ${[...new Set(sources)].join(' , ')} } drop`];
}

function affinitySets(port: ServicePort, { reachable }: Traffic): ReadonlyMap<string, number> {
  if (port.stickySeconds === 0) return new Map();
  return new Map(reachable.map((endpoint) => [endpointNames(port, endpoint).affinitySet, port.stickySeconds]));
}

function elementsOf(context: Context): readonly TableElement[] {
  const { port, traffic, names } = context;
  const comment = displayName(port);
  const inside = port.internalPolicyLocal ? traffic.local : traffic.cluster;
  const outside = port.externalPolicyLocal ? traffic.local : traffic.cluster;
  const service = `${port.protocol} . ${String(port.port)}`;
  const refusal = (hasSome: boolean): string | undefined =>
    hasSome ? undefined : traffic.hasEndpoints ? 'drop' : REJECT;
  const elements: TableElement[] = [{ table: 'cluster-ips', key: port.clusterIp }];
  const add = (table: ElementTable, key: string, value: string): void => {
    elements.push(table.startsWith('no-endpoint') ? { table, key, value, comment } : { table, key, value });
  };
  const insideRefusal = refusal(inside.length > 0);
  const insideKey = `${port.clusterIp} . ${service}`;
  if (insideRefusal !== undefined) add('no-endpoint-services', insideKey, insideRefusal);
  else add('service-ips', insideKey, `goto ${port.internalPolicyLocal ? names.local : names.cluster}`);

  const outsideRefusal = refusal(outside.length > 0);
  for (const ip of new Set([...port.externalIps, ...port.loadBalancerIps])) {
    const key = `${ip} . ${service}`;
    if (traffic.hasEndpoints) add('service-ips', key, `goto ${names.external}`);
    if (outsideRefusal !== undefined) add('no-endpoint-services', key, outsideRefusal);
    if (hasFirewall(port) && port.loadBalancerIps.includes(ip)) add('firewall-ips', key, `goto ${names.firewall}`);
  }
  if (port.nodePort !== 0) {
    const key = `${port.protocol} . ${String(port.nodePort)}`;
    if (traffic.hasEndpoints) add('service-nodeports', key, `goto ${names.external}`);
    if (outsideRefusal !== undefined) add('no-endpoint-nodeports', key, outsideRefusal);
  }
  return elements;
}

function matchLocal(local: LocalTraffic, ip: 'ip' | 'ip6', operator: '' | '!='): string {
  const not = operator === '' ? '' : `${operator} `;
  switch (local.mode) {
    case 'ClusterCIDR':
    case 'NodeCIDR':
      return `${ip} saddr ${not}${local.cidr}`;
    case 'BridgeInterface':
      return `iifname ${not}"${local.name}"`;
    case 'InterfaceNamePrefix':
      return `iifname ${not}"${local.prefix}*"`;
  }
}
