import { hostname } from 'node:os';

import type { Node } from '@kubescript/api/core/v1';
import { type Clock, TaskGroup, isNotFound, nameOf, realClock } from '@kubescript/apimachinery';
import {
  type Client,
  ClientSet,
  type Transport,
  corev1,
  discoveryv1,
  newSharedInformer,
  newSharedInformerFactory,
} from '@kubescript/client';
import { type Logger, MetricsRegistry, addProcessMetrics, newLogger } from '@kubescript/component-base';
import {
  type Exec,
  type IpFamily,
  IptablesBackend,
  type LocalTraffic,
  NftBackend,
  Proxier,
  type RuleSettings,
  cleanupIptables,
  cleanupNft,
  ofFamily,
  realExec,
} from '@kubescript/lib-proxy';

import { type ProxyFlags, cidrsOf } from './options.ts';
import { ProxyHealth, serveProxy } from './serving.ts';

/** What a proxy needs to run. */
export interface ProxyRun {
  /** The way to the API server, with the identity of the proxy. The caller disposes it. */
  readonly transport: Transport;
  readonly flags: ProxyFlags;
  /** Name of the nftables table: a second proxy in one network namespace needs one of its own. */
  readonly tableName?: string;
  readonly logger?: Logger;
  readonly exec?: Exec;
  readonly clock?: Clock;
}

const NODE_POLL_MS = 1000;
const HOUR_MS = 3_600_000;

/**
 * Runs kube-proxy until the signal. The rules stay when it ends, so that traffic survives its restart; `cleanupRules`
 * removes them.
 */
export async function runProxy(run: ProxyRun, signal: AbortSignal): Promise<void> {
  const { flags, exec = realExec, clock = realClock, logger = newLogger('proxy') } = run;
  const client = new ClientSet(run.transport);
  const nodeName = nodeNameOf(flags);
  const families = await usableFamilies(flags.proxyMode, exec, logger);
  const localTraffic = await localTrafficByFamily(client, { flags, nodeName, clock }, signal);
  const metrics = new MetricsRegistry();
  addProcessMetrics(metrics);
  const duration = metrics.histogram({
    name: 'kubeproxy_sync_proxy_rules_duration_seconds',
    help: 'How long a sync of the rules took.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  });
  const health = new ProxyHealth(clock, flags.iptablesSyncPeriod);
  await using _server = await serveProxy({ flags, metrics, health, logger });

  const factory = newSharedInformerFactory(client, {
    onError: (err, { resource }) => {
      logger.warn('Watching failed, trying again', { resource, err });
    },
  });
  const nodes = newSharedInformer<Node>({
    client: client.resource(corev1.nodes),
    selectors: { fieldSelector: `metadata.name=${nodeName}` },
  });
  const proxier = new Proxier({
    nodeName,
    families,
    informers: { services: factory.for(corev1.services), slices: factory.for(discoveryv1.endpointslices), nodes },
    newBackend: (family, place) => {
      const settings = settingsOf(flags, family, localTraffic);
      if (flags.proxyMode === 'iptables') {
        const localhostNodePorts = flags.iptablesLocalhostNodeports;
        return new IptablesBackend({
          family,
          settings: { ...settings, localhostNodePorts },
          place,
          exec,
          checkPeriodMs: flags.iptablesSyncPeriod,
        });
      }
      const named = run.tableName === undefined ? {} : { tableName: run.tableName };
      return new NftBackend({ family, settings, place, exec, clock, ...named });
    },
    pace: { minPeriodMs: flags.iptablesMinSyncPeriod, burst: 2, maxPeriodMs: HOUR_MS },
    exec,
    clock,
    logger,
    onSynced: (seconds) => {
      duration.observe(seconds);
      health.synced();
    },
    onFailed: () => {
      health.failed();
    },
  });
  const tasks = new TaskGroup(signal);
  tasks.spawn('informers', (working) => factory.run(working));
  tasks.spawn('nodes', (working) => nodes.run(working));
  tasks.spawn('proxier', (working) => proxier.run(working));
  await tasks.wait();
}

/** Removes all rules that any mode of the proxy makes. */
export async function cleanupRules(exec: Exec = realExec): Promise<void> {
  await Promise.all([cleanupNft(exec), cleanupIptables(exec)]);
}

/** The name of the node that a proxy works for. */
export function nodeNameOf({ hostnameOverride }: ProxyFlags): string {
  return (hostnameOverride === '' ? hostname() : hostnameOverride).trim().toLowerCase();
}

/** The families that rules can be made for; a kernel may come without IPv6. */
async function usableFamilies(mode: ProxyFlags['proxyMode'], exec: Exec, logger: Logger): Promise<readonly IpFamily[]> {
  const probe = mode === 'iptables' ? probeIptables : probeNftables;
  try {
    await probe(exec, 'IPv4');
  } catch (err) {
    const advice = `install ${mode}, run as root, or try another --proxy-mode`;
    throw new Error(`${mode} cannot be used here: ${(err as Error).message} (${advice})`, { cause: err });
  }
  try {
    await probe(exec, 'IPv6');
    return ['IPv4', 'IPv6'];
  } catch (err) {
    logger.info('No rules for IPv6', { err });
    return ['IPv4'];
  }
}

/** Checks, without changing anything, that a table with NAT could be made. */
function probeNftables(exec: Exec, family: IpFamily): Promise<string> {
  const table = `${family === 'IPv4' ? 'ip' : 'ip6'} kube-proxy-probe`;
  const chain = 'nat { type nat hook output priority -100 ; }';
  return exec('nft', ['-c', '-f', '-'], {
    input: `add table ${table}
add chain ${table} ${chain}
`,
  });
}

function probeIptables(exec: Exec, family: IpFamily): Promise<string> {
  return exec(family === 'IPv4' ? 'iptables' : 'ip6tables', ['-w', '5', '-t', 'nat', '-S', 'POSTROUTING']);
}

function settingsOf(
  flags: ProxyFlags,
  family: IpFamily,
  localTraffic: (family: IpFamily) => LocalTraffic | undefined,
): RuleSettings {
  return {
    masqueradeAll: flags.masqueradeAll,
    masqueradeBit: flags.iptablesMasqueradeBit,
    localTraffic: localTraffic(family),
    nodePortAddresses: ofFamily(flags.nodeportAddresses, family),
  };
}

interface Place {
  readonly flags: ProxyFlags;
  readonly nodeName: string;
  readonly clock: Clock;
}

/** How traffic of own pods is recognised in each family; without a mode by the cluster CIDR, if that is known. */
async function localTrafficByFamily(
  client: Client,
  place: Place,
  signal: AbortSignal,
): Promise<(family: IpFamily) => LocalTraffic | undefined> {
  const { flags } = place;
  switch (flags.detectLocalMode) {
    case 'BridgeInterface':
      return () => ({ mode: 'BridgeInterface', name: flags.podBridgeInterface });
    case 'InterfaceNamePrefix':
      return () => ({ mode: 'InterfaceNamePrefix', prefix: flags.podInterfaceNamePrefix });
    case 'NodeCIDR':
      return byCidr('NodeCIDR', await podCidrsOf(client, place, signal));
    case 'ClusterCIDR':
    case '':
      return byCidr('ClusterCIDR', cidrsOf(flags.clusterCidr));
  }
}

function byCidr(
  mode: 'ClusterCIDR' | 'NodeCIDR',
  cidrs: readonly string[],
): (family: IpFamily) => LocalTraffic | undefined {
  return (family) => {
    const [cidr] = ofFamily(cidrs, family);
    return cidr === undefined ? undefined : { mode, cidr };
  };
}

/** Waits until the node has pod CIDRs. */
async function podCidrsOf(client: Client, { nodeName, clock }: Place, signal: AbortSignal): Promise<readonly string[]> {
  for (;;) {
    try {
      const { spec, ...node } = await client.resource(corev1.nodes).get(nodeName, { signal });
      if (spec.podCIDRs !== undefined && spec.podCIDRs.length > 0 && nameOf(node) !== '') return spec.podCIDRs;
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
    await clock.sleep(NODE_POLL_MS, signal);
  }
}
