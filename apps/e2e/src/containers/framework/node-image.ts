import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  busyboxImageRecipe,
  cniConfigList,
  containerdConfig,
  imageArchive,
  pauseImageRecipe,
  type TarEntry,
} from '@kubescript/lib-container-runtime';

import { folderFiles, programFiles } from './system-files.ts';

/** The image that pods of container tests run; every node has it. */
export const podImage = 'localhost/busybox:test';

/** The range of a node's pods. Nodes of one test have no routes to each other's pods. */
export const nodePodCidr = '10.217.0.0/24';

const programs = [
  ...['containerd', 'containerd-shim-runc-v2', 'ctr', 'runc'],
  ...['nft', 'conntrack', 'mount', 'umount', 'mountpoint', 'ip', 'xtables-nft-multi'],
];
const iptablesNames = ['iptables', 'ip6tables'].flatMap((name) => [name, `${name}-save`, `${name}-restore`]);
const pluginNames = new Set(['bridge', 'host-local', 'loopback', 'portmap', 'firewall']);
const cniFolder = '/usr/lib/cni';
const containerdFolder = '/var/lib/containerd';

/** What a node has besides Node: a shell, containerd with its plugins, kubelet, kube-proxy, and images to import. */
export async function nodeImageFiles(root: string): Promise<readonly TarEntry[]> {
  const shell = await busyboxImageRecipe(podImage, ['sleep', '86400']);
  const machine = await programFiles(programs.map((program) => ({ program })));
  const names = new Set(machine.map(({ path }) => path.split('/').at(-1)));
  return [
    ...shell.files.filter(({ path }) => !names.has(path.split('/').at(-1))),
    ...machine,
    ...iptablesNames.map((name) => ({ path: `usr/sbin/${name}`, linkTo: '../bin/xtables-nft-multi' })),
    ...(await folderFiles(xtablesFolder(), (name) => name.endsWith('.so'))),
    ...(await folderFiles(cniFolder, (name) => pluginNames.has(name))),
    ...(await componentFiles(root)),
    { path: 'etc/containerd/config.toml', content: Buffer.from(containerdConfig(containerdFolder, cniFolder)) },
    { path: 'etc/containerd/cni.conflist', content: json(cniConfigList('ks0', { podCidrs: [nodePodCidr] }, '/run')) },
    { path: 'images/pause.tar', content: imageArchive(await pauseImageRecipe()) },
    { path: 'images/busybox.tar', content: imageArchive(shell) },
    { path: 'entrypoint.sh', content: await readFile(join(import.meta.dirname, '../programs/node-entrypoint.sh')) },
  ];
}

function xtablesFolder(): string {
  return `/usr/lib/${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu/xtables`;
}

async function componentFiles(root: string): Promise<TarEntry[]> {
  const binaries = ['kubelet/kubelet', 'proxy/kube-proxy'];
  return Promise.all(
    binaries.map(async (binary) => ({
      path: `usr/bin/${binary.split('/').at(-1) ?? ''}`,
      mode: 0o755,
      content: await readFile(join(root, 'dist/apps', binary)),
    })),
  );
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
