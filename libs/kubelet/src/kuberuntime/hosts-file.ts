import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import type { NodeSettings } from './node-settings.ts';
import { podDomain, podHostname } from './sandbox-config.ts';

/**
 * Writes the /etc/hosts that a pod's containers share and returns its path.
 * @go kubernetes/pkg/kubelet#ensureHostsFile
 */
export async function writeHostsFile(
  pod: DeepReadonly<Pod>,
  podIps: readonly string[],
  node: NodeSettings,
): Promise<string> {
  const directory = join(node.rootDir, 'pods', pod.metadata.uid ?? '');
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'etc-hosts');
  const base = pod.spec.hostNetwork === true ? await nodeHosts() : managedHosts(pod, podIps, node.clusterDomain);
  await writeFile(path, base + aliases(pod), { mode: 0o644 });
  return path;
}

async function nodeHosts(): Promise<string> {
  const own = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return `# Kubernetes-managed hosts file (host network).\n${own}`;
}

function managedHosts(pod: DeepReadonly<Pod>, podIps: readonly string[], clusterDomain: string): string {
  const hostname = podHostname(pod);
  const domain = podDomain(pod, clusterDomain);
  const names = domain === '' ? hostname : `${hostname}.${domain}\t${hostname}`;
  return [
    '# Kubernetes-managed hosts file.',
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::\tip6-localnet',
    'fe00::\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    ...podIps.map((ip) => `${ip}\t${names}`),
    '',
  ].join('\n');
}

function aliases(pod: DeepReadonly<Pod>): string {
  const lines = (pod.spec.hostAliases ?? []).map(({ ip, hostnames }) => `${ip}\t${(hostnames ?? []).join('\t')}\n`);
  return lines.length === 0 ? '' : `\n# Entries added by HostAliases.\n${lines.join('')}`;
}
