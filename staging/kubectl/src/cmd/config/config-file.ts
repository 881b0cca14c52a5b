import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { formatYaml, loadConfig } from '@kubescript/cli-runtime';
import { type Kubeconfig, kubeconfigPaths } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';

/** The kubeconfig as it is, with all its files merged. */
export async function readConfig({ access }: CommandContext): Promise<Kubeconfig> {
  try {
    return await loadConfig(access.flags, access.env);
  } catch (err) {
    const cause = err instanceof Error ? (err.cause as { readonly code?: string } | undefined) : undefined;
    if (cause?.code !== 'ENOENT') throw err;
    return { clusters: [], users: [], contexts: [] };
  }
}

/** Replaces the kubeconfig file that changes go to: the one named by the flag, else the first of KUBECONFIG. */
export async function writeConfig(config: Kubeconfig, { access }: CommandContext): Promise<void> {
  const { kubeconfig } = access.flags;
  const [path = ''] = kubeconfigPaths(kubeconfig === '' ? undefined : kubeconfig, access.env);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${String(process.pid)}.tmp`;
  await writeFile(temporary, formatYaml({ apiVersion: 'v1', kind: 'Config', preferences: {}, ...config }), {
    mode: 0o600,
  });
  await rename(temporary, path);
}

/** Entries with one of them replaced or added. */
export function setEntry<E extends { readonly name: string }>(entries: readonly E[], entry: E): readonly E[] {
  const others = entries.filter(({ name }) => name !== entry.name);
  return [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1));
}
