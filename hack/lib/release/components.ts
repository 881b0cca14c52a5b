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

/** An app's container image. */
export interface ComponentImage {
  readonly app: string;
  /** Number of the user and group that it runs as. */
  readonly user: number;
  /** Folders that belong to that user. */
  readonly folders: readonly string[];
  /** Programs of the system that the component runs. */
  readonly programs: readonly string[];
}

const nobody = 65532;

/** The images that are released: those that must change the machine run as root, the others as nobody. */
export const componentImages: readonly ComponentImage[] = [
  { app: 'apiserver', user: nobody, folders: ['var/lib/kubescript/'], programs: [] },
  { app: 'controller-manager', user: nobody, folders: [], programs: [] },
  { app: 'scheduler', user: nobody, folders: [], programs: [] },
  { app: 'kubectl', user: nobody, folders: [], programs: [] },
  { app: 'kubelet', user: 0, folders: ['var/lib/kubelet/'], programs: ['mount', 'umount', 'mountpoint'] },
  { app: 'proxy', user: 0, folders: [], programs: ['nft', 'conntrack'] },
];
