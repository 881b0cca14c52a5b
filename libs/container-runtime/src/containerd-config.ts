import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isExecutable } from './command.ts';
import { pauseImage } from './pause-image.ts';

/** Addresses of a node's pods. */
export interface PodNetwork {
  /** One CIDR per family, e.g. `10.244.0.0/24`. */
  readonly podCidrs: readonly string[];
  /** What is reached without masquerading: the CIDRs of all pods of the cluster. Default: the node's own. */
  readonly clusterCidrs?: readonly string[];
}

/** Where a containerd of our own keeps its things, all below one directory. */
export interface ContainerdPaths {
  readonly dir: string;
  readonly config: string;
  readonly socket: string;
  readonly pidFile: string;
  readonly log: string;
  readonly cniConfig: string;
}

/** Derives the paths from the directory. */
export function containerdPaths(dir: string): ContainerdPaths {
  return {
    dir,
    config: join(dir, 'config.toml'),
    socket: join(dir, 'containerd.sock'),
    pidFile: join(dir, 'containerd.pid'),
    log: join(dir, 'containerd.log'),
    cniConfig: join(dir, 'cni'),
  };
}

/** Writes containerd's configuration: CRI only, everything below the directory. */
export async function writeContainerdConfig(paths: ContainerdPaths, cniBinDir: string): Promise<void> {
  await mkdir(paths.cniConfig, { recursive: true });
  await writeFile(paths.config, containerdConfig(paths.dir, cniBinDir));
}

/** The text of the configuration of a containerd that keeps everything below the directory. */
export function containerdConfig(dir: string, cniBinDir: string): string {
  const paths = containerdPaths(dir);
  return `version = 2
root = ${quote(join(paths.dir, 'root'))}
state = ${quote(join(paths.dir, 'state'))}
disabled_plugins = ["io.containerd.tracing.processor.v1.otlp", "io.containerd.internal.v1.tracing", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs"]
[grpc]
  address = ${quote(paths.socket)}
[ttrpc]
  address = ${quote(`${paths.socket}.ttrpc`)}
[plugins."io.containerd.internal.v1.opt"]
  path = ${quote(join(paths.dir, 'opt'))}
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = ${quote(pauseImage)}
  restrict_oom_score_adj = true
  stream_server_address = "127.0.0.1"
  stream_server_port = "0"
  max_container_log_line_size = 16384
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = ${quote(cniBinDir)}
    conf_dir = ${quote(paths.cniConfig)}
`;
}

/** The CNI chain of a node: a bridge with addresses by host-local, host ports, and a firewall that lets pods through. */
export function cniConfigList(bridge: string, network: PodNetwork, stateDir: string): object {
  const ipam = {
    type: 'host-local',
    dataDir: join(stateDir, 'cni-state'),
    ranges: network.podCidrs.map((subnet) => [{ subnet }]),
    routes: network.podCidrs.map((cidr) => ({ dst: cidr.includes(':') ? '::/0' : '0.0.0.0/0' })),
  };
  return {
    cniVersion: '0.4.0',
    name: bridge,
    plugins: [
      { type: 'bridge', bridge, isGateway: true, ipMasq: false, hairpinMode: true, ipam },
      { type: 'portmap', capabilities: { portMappings: true }, snat: true },
      { type: 'firewall' },
    ],
  };
}

/** Where the CNI plugins are on this machine. */
export async function findCniPlugins(): Promise<string> {
  for (const directory of ['/usr/lib/cni', '/opt/cni/bin', '/usr/libexec/cni']) {
    if (await isExecutable(join(directory, 'bridge'))) return directory;
  }
  throw new Error('no CNI plugins in /usr/lib/cni or /opt/cni/bin: install the package containernetworking-plugins');
}

function quote(text: string): string {
  return JSON.stringify(text);
}
