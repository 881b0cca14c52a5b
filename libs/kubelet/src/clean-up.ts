import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { realClock } from '@kubescript/apimachinery';
import { removeCgroups, unmountBelow } from '@kubescript/lib-container-runtime';

import { criLabel } from './container/labels.ts';
import { openRuntime } from './runtime/open-runtime.ts';

/** Where upstream's kubelet keeps its things. */
export const defaultRootDir = '/var/lib/kubelet';

/** The cgroup that holds the pods of the kubelet with that root directory: each has its own, so several can share a machine. */
export function podsCgroup(rootDir: string): string {
  const path = resolve(rootDir);
  if (path === defaultRootDir) return '/kubepods';
  return `/kubepods-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}

/**
 * Takes away what a kubelet leaves on the machine so that its pods survive it: with `endpoint` the pods themselves,
 * then mounts, files of pods, and cgroups. To be called when the kubelet has ended.
 */
export async function cleanUpKubelet(rootDir: string, endpoint?: string): Promise<void> {
  const path = resolve(rootDir);
  if (endpoint !== undefined) await removeAllPods(path, endpoint);
  await unmountBelow(path);
  await rm(join(path, 'pods'), { recursive: true, force: true });
  await rm(join(path, 'volatile'), { recursive: true, force: true });
  await removeCgroups(podsCgroup(path));
}

/** The runtime may have pods of others too: this kubelet's are those that have a directory here. */
async function removeAllPods(rootDir: string, endpoint: string): Promise<void> {
  const own = new Set(await readdir(join(rootDir, 'pods')).catch(() => []));
  if (own.size === 0) return;
  await using runtime = openRuntime(endpoint, { clock: realClock, rootDir });
  const { items } = await runtime.runtime.listPodSandbox({});
  await Promise.all(
    items.map(async ({ id: podSandboxId, labels }) => {
      if (!own.has(labels[criLabel.podUid] ?? '')) return;
      await runtime.runtime.stopPodSandbox({ podSandboxId });
      await runtime.runtime.removePodSandbox({ podSandboxId });
    }),
  );
}
