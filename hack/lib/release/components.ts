import { binaryNames } from '../binaries.ts';
import type { Platform } from './platforms.ts';

/** The kinds of tarball, as Kubernetes has them. */
export type TarballKind = 'client' | 'server' | 'node';

/** Apps in each kind of tarball. */
export const tarballApps: Readonly<Record<TarballKind, readonly string[]>> = {
  client: ['kubectl'],
  server: ['apiserver', 'controller-manager', 'scheduler', 'kubelet', 'proxy', 'kubectl'],
  node: ['kubelet', 'proxy', 'kubectl'],
};

/** Clients are released for every platform, servers and nodes for Linux. */
export function tarballKinds(platform: Platform): readonly TarballKind[] {
  return platform.startsWith('linux/') ? ['client', 'server', 'node'] : ['client'];
}

/** The apps that a platform needs binaries of, each once. */
export function appsFor(platform: Platform): readonly string[] {
  return [...new Set(tarballKinds(platform).flatMap((kind) => tarballApps[kind]))];
}

/** The name of an app's executable on a platform. */
export function binaryFile(app: string, platform: Platform): string {
  const name = binaryNames[app];
  if (name === undefined) throw new Error(`no app ${app}: one of ${Object.keys(binaryNames).join(', ')}`);
  return platform.startsWith('windows/') ? `${name}.exe` : name;
}

/** A program of the system that a component runs. */
export interface SystemProgram {
  readonly file: string;
  /** Other names that it is run under. */
  readonly names?: readonly string[];
  /** Folder of the modules that it loads, beside the system's libraries. */
  readonly modules?: string;
}

/** An app's container image. */
export interface ComponentImage {
  readonly app: string;
  /** Number of the user and group that it runs as. */
  readonly user: number;
  /** Folders that belong to that user. */
  readonly folders: readonly string[];
  /** Programs of the system that the component runs. */
  readonly programs: readonly SystemProgram[];
}

/** All programs of iptables are one, which goes by its name. */
const iptables: SystemProgram = {
  file: 'xtables-nft-multi',
  names: ['iptables', 'ip6tables'].flatMap((name) => [name, `${name}-save`, `${name}-restore`]),
  modules: 'xtables',
};

const nobody = 65532;

/** The images that are released: those that must change the machine run as root, the others as nobody. */
export const componentImages: readonly ComponentImage[] = [
  { app: 'apiserver', user: nobody, folders: ['var/lib/kubescript/'], programs: [] },
  { app: 'controller-manager', user: nobody, folders: [], programs: [] },
  { app: 'scheduler', user: nobody, folders: [], programs: [] },
  { app: 'kubectl', user: nobody, folders: [], programs: [] },
  {
    app: 'kubelet',
    user: 0,
    folders: ['var/lib/kubelet/'],
    programs: [{ file: 'mount' }, { file: 'umount' }, { file: 'mountpoint' }],
  },
  { app: 'proxy', user: 0, folders: [], programs: [{ file: 'nft' }, { file: 'conntrack' }, iptables] },
];
