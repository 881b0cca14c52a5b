import { hostPort } from '../model/addresses.ts';
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
import { type ServiceChains, endpointChain, serviceChains } from './names.ts';

/** Chains that services add rules to, by table. */
export type SharedChain =
  | 'nat KUBE-SERVICES'
  | 'nat KUBE-NODEPORTS'
  | 'filter KUBE-SERVICES'
  | 'filter KUBE-EXTERNAL-SERVICES'
  | 'filter KUBE-PROXY-FIREWALL';

/** Everything in the rule set that belongs to one service port. */
export interface ServiceRules {
  /** Chains of its own, all in the nat table. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** Rules in chains that all services share. */
  readonly shared: readonly (readonly [SharedChain, string])[];
}

interface Context {
  readonly port: ServicePort;
  readonly traffic: Traffic;
  readonly settings: RuleSettings;
  readonly names: ServiceChains;
  readonly title: string;
}

/**
 * The rules of one service port.
 * @go kubernetes/pkg/proxy/iptables#(*Proxier).syncProxyRules
 */
export function serviceRules(port: ServicePort, traffic: Traffic, settings: RuleSettings): ServiceRules {
  const context = { port, traffic, settings, names: serviceChains(port), title: displayName(port) };
  const chains = new Map<string, readonly string[]>();
  if (usesClusterEndpoints(port) && traffic.cluster.length > 0) {
    chains.set(context.names.cluster, [...offClusterRules(context, false), ...balancing(context, traffic.cluster)]);
  }
  if (usesLocalEndpoints(port) && traffic.local.length > 0) {
    chains.set(context.names.local, [...offClusterRules(context, true), ...balancing(context, traffic.local)]);
  }
  if (traffic.hasEndpoints && isExternallyAccessible(port)) {
    chains.set(context.names.external, externalRules(context));
    if (hasFirewall(port)) chains.set(context.names.firewall, firewallRules(context));
  }
  for (const endpoint of traffic.reachable) chains.set(endpointChain(port, endpoint), endpointRules(context, endpoint));
  return { chains, shared: sharedRules(context) };
}

function comment(text: string): string {
  return `-m comment --comment "${text}"`;
}

function toPort({ port: { protocol } }: Context, port: number): string {
  return `-m ${protocol} -p ${protocol} --dport ${String(port)}`;
}

function toAddress(context: Context, address: string): string {
  return `-d ${address} ${toPort(context, context.port.port)}`;
}

function offClusterRules(context: Context, isLocalChain: boolean): readonly string[] {
  const { port, settings, title } = context;
  if (port.internalPolicyLocal !== isLocalChain) return [];
  const destination = `${comment(`${title} cluster IP`)} ${toAddress(context, port.clusterIp)}`;
  if (settings.masqueradeAll) return [`${destination} -j KUBE-MARK-MASQ`];
  if (settings.localTraffic === undefined) return [];
  return [`${destination} ${matchLocal(settings.localTraffic, '!')} -j KUBE-MARK-MASQ`];
}

function balancing({ port, title }: Context, endpoints: readonly Endpoint[]): readonly string[] {
  const chains = endpoints.map((endpoint) => [endpointChain(port, endpoint), endpoint] as const);
  const text = (endpoint: Endpoint): string => comment(`${title} -> ${hostPort(endpoint.ip, endpoint.port)}`);
  const recent = (chain: string): string => {
    return `-m recent --name ${chain} --rcheck --seconds ${String(port.stickySeconds)} --reap`;
  };
  const sticky = chains.map(([chain, endpoint]) => `${text(endpoint)} ${recent(chain)} -j ${chain}`);
  const random = chains.map(([chain, endpoint], index) => {
    const left = chains.length - index;
    const chance = left === 1 ? '' : `-m statistic --mode random --probability ${(1 / left).toFixed(10)} `;
    return `${text(endpoint)} ${chance}-j ${chain}`;
  });
  return port.stickySeconds === 0 ? random : [...sticky, ...random];
}

function externalRules({ port, traffic, settings, names, title }: Context): readonly string[] {
  if (!port.externalPolicyLocal) {
    const text = comment(`masquerade traffic for ${title} external destinations`);
    return [`${text} -j KUBE-MARK-MASQ`, `-j ${names.cluster}`];
  }
  const isReachable = traffic.cluster.length > 0;
  const { localTraffic } = settings;
  const fromPods = comment(`pod traffic for ${title} external destinations`);
  const masquerade = comment(`masquerade LOCAL traffic for ${title} external destinations`);
  const route = comment(`route LOCAL traffic for ${title} external destinations`);
  return [
    ...(localTraffic === undefined || !isReachable
      ? []
      : [`${fromPods} ${matchLocal(localTraffic, '')} -j ${names.cluster}`]),
    `${masquerade} -m addrtype --src-type LOCAL -j KUBE-MARK-MASQ`,
    ...(isReachable ? [`${route} -m addrtype --src-type LOCAL -j ${names.cluster}`] : []),
    ...(traffic.local.length > 0 ? [`-j ${names.local}`] : []),
  ];
}

function endpointRules({ port, title }: Context, endpoint: Endpoint): readonly string[] {
  const text = comment(title);
  const remember = `-m recent --name ${endpointChain(port, endpoint)} --set `;
  const sticky = port.stickySeconds === 0 ? '' : remember;
  const { protocol } = port;
  return [
    `${text} -s ${endpoint.ip} -j KUBE-MARK-MASQ`,
    `${text} ${sticky}-m ${protocol} -p ${protocol} -j DNAT --to-destination ${hostPort(endpoint.ip, endpoint.port)}`,
  ];
}

function hasFirewall({ loadBalancerIps, loadBalancerSourceRanges }: ServicePort): boolean {
  return loadBalancerIps.length > 0 && loadBalancerSourceRanges.length > 0;
}

function firewallRules({ port, names, title }: Context): readonly string[] {
  const text = comment(`${title} loadbalancer IP`);
  const sources = new Set([...port.loadBalancerSourceRanges, ...port.loadBalancerIps]);
  return [
    ...[...sources].map((source) => `${text} -s ${source} -j ${names.external}`),
    comment(`other traffic to ${title} will be dropped by KUBE-PROXY-FIREWALL`),
  ];
}

function sharedRules(context: Context): ServiceRules['shared'] {
  const { port, traffic, names, title } = context;
  const inside = port.internalPolicyLocal ? traffic.local : traffic.cluster;
  const outside = port.externalPolicyLocal ? traffic.local : traffic.cluster;
  const rules: (readonly [SharedChain, string])[] = [];
  const refusal = traffic.hasEndpoints
    ? { text: 'has no local endpoints', target: 'DROP' }
    : { text: 'has no endpoints', target: 'REJECT' };
  const refuse = (chain: SharedChain, match: string): void => {
    rules.push([chain, `${comment(`${title} ${refusal.text}`)} ${match} -j ${refusal.target}`]);
  };
  const clusterIp = toAddress(context, port.clusterIp);
  if (inside.length === 0) refuse('filter KUBE-SERVICES', clusterIp);
  else {
    const target = port.internalPolicyLocal ? names.local : names.cluster;
    rules.push(['nat KUBE-SERVICES', `${comment(`${title} cluster IP`)} ${clusterIp} -j ${target}`]);
  }
  for (const ip of port.externalIps) {
    const text = comment(`${title} external IP`);
    if (traffic.hasEndpoints)
      rules.push(['nat KUBE-SERVICES', `${text} ${toAddress(context, ip)} -j ${names.external}`]);
    if (outside.length === 0) refuse('filter KUBE-EXTERNAL-SERVICES', toAddress(context, ip));
  }
  for (const ip of port.loadBalancerIps) {
    const text = comment(`${title} loadbalancer IP`);
    const target = hasFirewall(port) ? names.firewall : names.external;
    if (traffic.hasEndpoints) rules.push(['nat KUBE-SERVICES', `${text} ${toAddress(context, ip)} -j ${target}`]);
    if (traffic.hasEndpoints && hasFirewall(port)) {
      const dropped = comment(`${title} traffic not accepted by ${names.firewall}`);
      rules.push(['filter KUBE-PROXY-FIREWALL', `${dropped} ${toAddress(context, ip)} -j DROP`]);
    }
    if (outside.length === 0) refuse('filter KUBE-EXTERNAL-SERVICES', toAddress(context, ip));
  }
  if (port.nodePort !== 0) {
    const match = toPort(context, port.nodePort);
    if (traffic.hasEndpoints) rules.push(['nat KUBE-NODEPORTS', `${comment(title)} ${match} -j ${names.external}`]);
    if (outside.length === 0) refuse('filter KUBE-EXTERNAL-SERVICES', `-m addrtype --dst-type LOCAL ${match}`);
  }
  return rules;
}

function matchLocal(local: LocalTraffic, not: '' | '!'): string {
  const prefix = not === '' ? '' : '! ';
  switch (local.mode) {
    case 'ClusterCIDR':
    case 'NodeCIDR':
      return `${prefix}-s ${local.cidr}`;
    case 'BridgeInterface':
      return `${prefix}-i ${local.name}`;
    case 'InterfaceNamePrefix':
      return `${prefix}-i ${local.prefix}+`;
  }
}
