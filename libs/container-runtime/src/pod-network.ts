import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from './command.ts';
import { cniConfigList } from './containerd-config.ts';
import type { PodNetwork } from './containerd-config.ts';

/** Gives a node's pods their network: the CNI configuration, forwarding, and masquerading of what leaves the cluster. */
export async function setUpPodNetwork(bridge: string, network: PodNetwork, dir: string): Promise<void> {
  await allowForwarding(network);
  await runCommand('nft', ['-f', '-'], masqueradeRules(bridge, network));
  const config = JSON.stringify(cniConfigList(bridge, network, dir), undefined, 2);
  await writeFile(join(dir, 'cni', '10-kubescript.conflist'), config);
}

/** Takes away what `setUpPodNetwork` and the plugins made; what is not there is passed over. */
export async function removePodNetwork(bridge: string): Promise<void> {
  await runCommand('nft', ['delete', 'table', 'inet', masqueradeTable(bridge)]).catch(() => undefined);
  await runCommand('ip', ['link', 'delete', bridge]).catch(() => undefined);
  if (!(await otherPodNetworks())) await removePluginChains();
}

async function otherPodNetworks(): Promise<boolean> {
  const tables = await runCommand('nft', ['list', 'tables']).catch(() => '');
  return tables.includes(masqueradeTable(''));
}

/** The plugins leave their (empty) top-level chains behind; without pods of ours nobody needs them. */
async function removePluginChains(): Promise<void> {
  for (const program of ['iptables', 'ip6tables']) {
    const saved = await runCommand(`${program}-save`, []).catch(() => '');
    if (!/CNI-/.test(saved)) continue;
    if (/-A CNI-(FORWARD|HOSTPORT-DNAT|[0-9a-f]+|DN-[0-9a-f]+|SN-[0-9a-f]+) .*-[sd] /.test(saved)) continue;
    const kept = saved.split('\n').filter((line) => !/CNI-|firewall plugin rules|CNI portfwd/.test(line));
    await runCommand(`${program}-restore`, [], kept.join('\n')).catch(() => undefined);
  }
}

function masqueradeTable(bridge: string): string {
  return `kubescript_masq_${bridge.replace(/[^A-Za-z0-9]/g, '_')}`;
}

function masqueradeRules(bridge: string, network: PodNetwork): string {
  const table = masqueradeTable(bridge);
  const rules = network.podCidrs.map((cidr) => {
    const family = cidr.includes(':') ? 'ip6' : 'ip';
    const all = (network.clusterCidrs ?? network.podCidrs).filter(
      (other) => other.includes(':') === cidr.includes(':'),
    );
    const multicast = family === 'ip' ? '224.0.0.0/4' : 'ff00::/8';
    const inside = [...new Set([...all, cidr])].map((other) => `${family} daddr != ${other}`).join(' ');
    return `    ${family} saddr ${cidr} ${inside} ${family} daddr != ${multicast} masquerade`;
  });
  return [
    `table inet ${table}`,
    `delete table inet ${table}`,
    `table inet ${table} {`,
    '  chain postrouting {',
    '    type nat hook postrouting priority srcnat + 1; policy accept;',
    ...rules,
    '  }',
    '}',
    '',
  ].join('\n');
}

async function allowForwarding(network: PodNetwork): Promise<void> {
  const settings = ['net/ipv4/ip_forward'];
  if (network.podCidrs.some((cidr) => cidr.includes(':'))) settings.push('net/ipv6/conf/all/forwarding');
  for (const setting of settings) await writeFile(`/proc/sys/${setting}`, '1');
  for (const optional of ['net/bridge/bridge-nf-call-iptables', 'net/bridge/bridge-nf-call-ip6tables']) {
    await writeFile(`/proc/sys/${optional}`, '1').catch(() => undefined);
  }
}
