import type { Kubeconfig } from '@kubescript/client';

const secretMembers: ReadonlySet<string> = new Set(['token', 'password']);

/** A kubeconfig without its secrets and certificates. */
export function redact(config: Kubeconfig): Kubeconfig {
  return {
    ...config,
    clusters: config.clusters.map(({ name, cluster }) => ({ name, cluster: redactEntry(cluster) })),
    users: config.users.map(({ name, user }) => ({ name, user: redactEntry(user) })),
  };
}

function redactEntry<E extends object>(entry: E): E {
  const members = Object.entries(entry).map(([key, value]: [string, unknown]) => {
    if (secretMembers.has(key)) return [key, 'REDACTED'];
    return [key, key.endsWith('-data') ? 'DATA+OMITTED' : value];
  });
  return Object.fromEntries(members) as E;
}

/** Only what one context (the current one if '') uses. Throws if it is not there. */
export function minify(config: Kubeconfig, wanted: string): Kubeconfig {
  const name = wanted === '' ? (config['current-context'] ?? '') : wanted;
  const entry = config.contexts.find((context) => context.name === name);
  if (entry === undefined)
    throw new Error(name === '' ? 'current-context must exist in order to minify' : `cannot locate context ${name}`);
  return {
    ...config,
    'current-context': name,
    contexts: [entry],
    clusters: config.clusters.filter((cluster) => cluster.name === entry.context.cluster),
    users: config.users.filter((user) => user.name === entry.context.user),
  };
}
