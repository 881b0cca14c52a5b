import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { removeCgroups, unmountBelow } from '@kubescript/lib-container-runtime';

/** Where upstream's kubelet keeps its things. */
export const defaultRootDir = '/var/lib/kubelet';

/** The cgroup that holds the pods of the kubelet with that root directory: each has its own, so several can share a machine. */
export function podsCgroup(rootDir: string): string {
  const path = resolve(rootDir);
  if (path === defaultRootDir) return '/kubepods';
  return `/kubepods-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}

/**
 * Takes away what a kubelet leaves on the machine so that its pods survive it: mounts, files of pods, and cgroups. To
 * be called when the pods are gone and the kubelet has ended.
 */
export async function cleanUpKubelet(rootDir: string): Promise<void> {
  const path = resolve(rootDir);
  await unmountBelow(path);
  await rm(join(path, 'pods'), { recursive: true, force: true });
  await rm(join(path, 'volatile'), { recursive: true, force: true });
  await removeCgroups(podsCgroup(path));
}
