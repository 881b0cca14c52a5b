import { runCommand } from '@kubescript/lib-container-runtime';

/** What a node with a containerd of our own needs, as Debian and Ubuntu name it. */
const packages = ['containerd', 'runc', 'containernetworking-plugins', 'nftables', 'iptables', 'conntrack', 'iproute2'];

/** Installs containerd and what belongs to it from the system's package lists. Needs root. */
export async function installContainerd(): Promise<void> {
  await runCommand('apt-get', ['update', '-qq']);
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
