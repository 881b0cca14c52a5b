import type { Transport } from '@kubescript/client';
import {
  type ClientConnectionOptions,
  FlagGroup,
  type LoggingOptions,
  boolFlag,
  choiceFlag,
  clientConnectionFlags,
  durationFlag,
  intFlag,
  listFlag,
  loggingFlags,
  readConfigFile,
  stringFlag,
} from '@kubescript/component-base';
import { isCidr } from '@kubescript/lib-proxy';
import type { Command } from 'commander';

import { type DetectLocalMode, type KubeProxyConfiguration, type ProxyMode, proxyConfigType } from './proxy-config.ts';

/** Flags that only kube-proxy has; times in milliseconds. */
export interface ProxyFlags {
  readonly config: string;
  readonly proxyMode: ProxyMode;
  readonly hostnameOverride: string;
  readonly clusterCidr: string;
  readonly nodeportAddresses: readonly string[];
  readonly masqueradeAll: boolean;
  readonly iptablesMasqueradeBit: number;
  readonly iptablesSyncPeriod: number;
  readonly iptablesMinSyncPeriod: number;
  readonly iptablesLocalhostNodeports: boolean;
  readonly detectLocalMode: DetectLocalMode;
  readonly podBridgeInterface: string;
  readonly podInterfaceNamePrefix: string;
  readonly healthzBindAddress: string;
  readonly metricsBindAddress: string;
  readonly bindAddressHardFail: boolean;
  readonly cleanup: boolean;
}

const modes: readonly ProxyMode[] = ['nftables', 'iptables', 'ipvs', 'kernelspace', ''];
const detectModes: readonly DetectLocalMode[] = [
  'ClusterCIDR',
  'NodeCIDR',
  'BridgeInterface',
  'InterfaceNamePrefix',
  '',
];

const flags = {
  proxy: new FlagGroup<ProxyFlags>('Proxy', {
    config: stringFlag('', 'file of kind KubeProxyConfiguration'),
    proxyMode: choiceFlag<ProxyMode>('nftables', modes, 'how rules are made'),
    hostnameOverride: stringFlag('', 'name of the node; the host name if empty'),
    clusterCidr: stringFlag('', 'CIDRs of the pods, one per family: other traffic to cluster IPs is masqueraded'),
    nodeportAddresses: listFlag([], 'CIDRs of the addresses that take NodePort traffic; all if empty'),
    masqueradeAll: boolFlag(false, 'masquerade all traffic to cluster IPs'),
    iptablesMasqueradeBit: intFlag(14, 'bit of the packet mark that asks for masquerading, 0 to 31'),
    iptablesSyncPeriod: durationFlag(30_000, 'rules are synced at least this often'),
    iptablesMinSyncPeriod: durationFlag(1_000, 'rules are synced at most this often, after a burst'),
    iptablesLocalhostNodeports: boolFlag(true, 'node ports on 127.0.0.1 (iptables mode)'),
    detectLocalMode: choiceFlag<DetectLocalMode>('', detectModes, 'how traffic of own pods is told'),
    podBridgeInterface: stringFlag('', 'bridge of the pods, for --detect-local-mode=BridgeInterface'),
    podInterfaceNamePrefix: stringFlag('', 'for --detect-local-mode=InterfaceNamePrefix'),
    healthzBindAddress: stringFlag('0.0.0.0:10256', 'where health is served; nowhere if empty'),
    metricsBindAddress: stringFlag('127.0.0.1:10249', 'where metrics are served; nowhere if empty'),
    bindAddressHardFail: boolFlag(false, 'fail if an address to serve on is taken'),
    cleanup: boolFlag(false, 'remove all rules and quit'),
  }),
  connection: clientConnectionFlags({ qps: 5, burst: 10 }),
  logging: loggingFlags(),
};

/** What the user typed. */
export interface ProxyOptions {
  readonly proxy: Partial<ProxyFlags>;
  readonly connection: Partial<ClientConnectionOptions>;
  readonly logging: Partial<LoggingOptions>;
  /** Used in place of a kubeconfig by whoever runs the proxy inside of a larger program. */
  readonly transport?: Transport;
}

declare const completed: unique symbol;

/** Options with the defaults and the configuration file applied; made by `completeOptions` alone. */
export interface CompletedProxyOptions {
  readonly [completed]: true;
  readonly proxy: ProxyFlags;
  readonly connection: ClientConnectionOptions;
  readonly logging: LoggingOptions;
  readonly transport?: Transport;
}

/** Declares the flags of kube-proxy. */
export function addFlags(cmd: Command): void {
  for (const group of Object.values(flags)) group.addFlags(cmd);
}

/** The flags that were typed. */
export function typedOptions(cmd: Command): ProxyOptions {
  return {
    proxy: flags.proxy.typed(cmd),
    connection: flags.connection.typed(cmd),
    logging: flags.logging.typed(cmd),
  };
}

/** Reads the configuration file and lays the typed flags over it. */
export async function completeOptions(options: ProxyOptions): Promise<CompletedProxyOptions> {
  const path = options.proxy.config ?? '';
  const file = path === '' ? {} : await readConfigFile(path, proxyConfigType);
  const values = {
    proxy: flags.proxy.complete(flagsOf(file, options.proxy.proxyMode), options.proxy),
    connection: flags.connection.complete(connectionOf(file), options.connection),
    logging: flags.logging.complete(options.logging),
  };
  return (
    options.transport === undefined ? values : { ...values, transport: options.transport }
  ) as CompletedProxyOptions;
}

/** All problems of the options. */
export function validateOptions({ proxy, connection, transport }: CompletedProxyOptions): readonly Error[] {
  const problems: string[] = [];
  if (proxy.proxyMode === 'ipvs') {
    problems.push('--proxy-mode: ipvs is not supported, use nftables, which scales as well, or iptables');
  }
  if (proxy.proxyMode === 'kernelspace') problems.push('--proxy-mode: kernelspace works on Windows only');
  const bit = proxy.iptablesMasqueradeBit;
  if (bit < 0 || bit > 31) problems.push('--iptables-masquerade-bit: must be between 0 and 31');
  for (const cidr of cidrsOf(proxy.clusterCidr)) {
    if (!isCidr(cidr)) problems.push(`--cluster-cidr: "${cidr}" is not a CIDR`);
  }
  for (const cidr of proxy.nodeportAddresses) {
    if (!isCidr(cidr)) problems.push(`--nodeport-addresses: "${cidr}" is not a CIDR`);
  }
  for (const [flag, address] of [
    ['--healthz-bind-address', proxy.healthzBindAddress],
    ['--metrics-bind-address', proxy.metricsBindAddress],
  ] as const) {
    if (address !== '' && parseAddress(address) === undefined) problems.push(`${flag}: must be ADDRESS:PORT`);
  }
  problems.push(...detectLocalProblems(proxy));
  if (transport === undefined && connection.kubeconfig === '' && !proxy.cleanup) {
    problems.push('--kubeconfig: required, unless --config has clientConnection.kubeconfig');
  }
  return problems.map((problem) => new Error(problem));
}

/** The members of a list of CIDRs that is written as one text. */
export function cidrsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((cidr) => cidr.trim())
    .filter((cidr) => cidr !== '');
}

/** Reads `ADDRESS:PORT`. */
export function parseAddress(text: string): { readonly address: string; readonly port: number } | undefined {
  const match = /^\[?([^\]]*)\]?:(\d+)$/.exec(text);
  const [address = '', port = ''] = match?.slice(1) ?? [];
  return match === null || Number(port) > 65535 ? undefined : { address, port: Number(port) };
}

function detectLocalProblems({ detectLocalMode, ...proxy }: ProxyFlags): readonly string[] {
  if (detectLocalMode === 'ClusterCIDR' && proxy.clusterCidr === '') {
    return ['--cluster-cidr: required for --detect-local-mode=ClusterCIDR'];
  }
  if (detectLocalMode === 'BridgeInterface' && proxy.podBridgeInterface === '') {
    return ['--pod-bridge-interface: required for --detect-local-mode=BridgeInterface'];
  }
  if (detectLocalMode === 'InterfaceNamePrefix' && proxy.podInterfaceNamePrefix === '') {
    return ['--pod-interface-name-prefix: required for --detect-local-mode=InterfaceNamePrefix'];
  }
  return [];
}

/** What the file says of flags; the settings of a mode are those of the mode that will be used. */
function flagsOf(file: KubeProxyConfiguration, typedMode: ProxyMode | undefined): Partial<ProxyFlags> {
  const mode = typedMode ?? file.mode ?? 'nftables';
  const settings = mode === 'iptables' ? file.iptables : file.nftables;
  return defined<ProxyFlags>({
    proxyMode: file.mode,
    hostnameOverride: file.hostnameOverride,
    clusterCidr: file.clusterCIDR,
    nodeportAddresses: file.nodePortAddresses,
    masqueradeAll: settings?.masqueradeAll,
    iptablesMasqueradeBit: settings?.masqueradeBit,
    iptablesSyncPeriod: settings?.syncPeriod,
    iptablesMinSyncPeriod: settings?.minSyncPeriod,
    iptablesLocalhostNodeports: file.iptables?.localhostNodePorts,
    detectLocalMode: file.detectLocalMode,
    podBridgeInterface: file.detectLocal?.bridgeInterface,
    podInterfaceNamePrefix: file.detectLocal?.interfaceNamePrefix,
    healthzBindAddress: file.healthzBindAddress,
    metricsBindAddress: file.metricsBindAddress,
    bindAddressHardFail: file.bindAddressHardFail,
  });
}

function connectionOf({ clientConnection = {} }: KubeProxyConfiguration): Partial<ClientConnectionOptions> {
  const { kubeconfig, qps, burst } = clientConnection;
  return defined<ClientConnectionOptions>({ kubeconfig, kubeApiQps: qps, kubeApiBurst: burst });
}

/** The members that are there. */
function defined<T extends object>(values: { readonly [K in keyof T]?: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
