import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

import { parse, stringify } from 'yaml';

import type { Kubeconfig, KubeconfigCluster, KubeconfigUser } from './types.ts';

/** A kubeconfig with nothing in it. */
export const emptyKubeconfig: Kubeconfig = {
  kind: 'Config',
  apiVersion: 'v1',
  clusters: [],
  users: [],
  contexts: [],
};

/** Reads one kubeconfig file; an Error names the file and what is wrong with it. */
export async function loadKubeconfig(path: string): Promise<Kubeconfig> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`cannot read the kubeconfig ${path}: ${(err as Error).message}`, { cause: err });
  }
  try {
    return withAbsolutePaths(parseKubeconfig(text), dirname(resolve(path)));
  } catch (err) {
    throw new Error(`error loading config file "${path}": ${(err as Error).message}`, { cause: err });
  }
}

/** Reads the text of a kubeconfig (YAML or JSON). */
export function parseKubeconfig(text: string): Kubeconfig {
  const value: unknown = parse(text);
  if (value === null || value === undefined) return emptyKubeconfig;
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('it is not a map');
  const config = value as Partial<Kubeconfig>;
  if (config.kind !== undefined && config.kind !== 'Config') throw new Error(`kind is ${config.kind}, not Config`);
  return {
    ...config,
    clusters: config.clusters ?? [],
    users: config.users ?? [],
    contexts: config.contexts ?? [],
  };
}

/** The text of a kubeconfig. */
export function formatKubeconfig(config: Kubeconfig): string {
  return stringify({ apiVersion: 'v1', kind: 'Config', ...config });
}

/**
 * The files that a command reads: the one given explicitly, else those in KUBECONFIG, else `~/.kube/config`.
 *
 * @go k8s.io/client-go/tools/clientcmd#(*ClientConfigLoadingRules).GetLoadingPrecedence
 */
export function kubeconfigPaths(
  explicit: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (explicit !== undefined && explicit !== '') return [explicit];
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  return listed.length > 0 ? [...new Set(listed)] : [join(env['HOME'] ?? homedir(), '.kube', 'config')];
}

/** Reads several files that may be missing, and merges them: the first that says something wins. */
export async function loadKubeconfigs(paths: readonly string[]): Promise<Kubeconfig> {
  const configs = await Promise.all(paths.map(loadIfThere));
  return mergeKubeconfigs(configs.filter((config) => config !== undefined));
}

/** Merges kubeconfigs; entries of the same name and the current context come from the first that has them. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const current = configs.find((config) => (config['current-context'] ?? '') !== '')?.['current-context'];
  return {
    ...emptyKubeconfig,
    clusters: firstOfEachName(configs.flatMap((config) => config.clusters)),
    users: firstOfEachName(configs.flatMap((config) => config.users)),
    contexts: firstOfEachName(configs.flatMap((config) => config.contexts)),
    ...(current === undefined ? {} : { 'current-context': current }),
  };
}

async function loadIfThere(path: string): Promise<Kubeconfig | undefined> {
  try {
    return await loadKubeconfig(path);
  } catch (err) {
    const cause: unknown = err instanceof Error ? err.cause : undefined;
    if ((cause as { code?: string } | undefined)?.code === 'ENOENT') return undefined;
    throw err;
  }
}

function firstOfEachName<E extends { readonly name: string }>(entries: readonly E[]): readonly E[] {
  const byName = new Map<string, E>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

/** Paths in a kubeconfig are relative to the file they stand in. */
function withAbsolutePaths(config: Kubeconfig, directory: string): Kubeconfig {
  const absolute = <E extends object>(entry: E, names: readonly (keyof E)[]): E => {
    const changed: Partial<E> = {};
    for (const name of names) {
      const path = entry[name];
      if (typeof path === 'string' && path !== '' && !isAbsolute(path))
        changed[name] = join(directory, path) as E[keyof E];
    }
    return { ...entry, ...changed };
  };
  const clusterPaths: readonly (keyof KubeconfigCluster)[] = ['certificate-authority'];
  const userPaths: readonly (keyof KubeconfigUser)[] = ['client-certificate', 'client-key', 'tokenFile'];
  return {
    ...config,
    clusters: config.clusters.map((entry) => ({ ...entry, cluster: absolute(entry.cluster, clusterPaths) })),
    users: config.users.map((entry) => ({ ...entry, user: absolute(entry.user, userPaths) })),
  };
}
