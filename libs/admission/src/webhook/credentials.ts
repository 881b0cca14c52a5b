import { readFile } from 'node:fs/promises';

import { type KubeconfigUser, loadKubeconfig } from '@kubescript/client';
import type { AuthenticationInfoResolver, HookCredentials } from '@kubescript/apiserver';

/**
 * The credentials for webhooks from a kubeconfig, whose users are named after hosts: `name.namespace.svc`,
 * `*.namespace.svc`, `host:port`, or `*` for all others. Files are read at once.
 *
 * @go k8s.io/apiserver/pkg/util/webhook#NewDefaultAuthenticationInfoResolver
 */
export async function readHookCredentials(kubeconfigFile: string): Promise<AuthenticationInfoResolver> {
  const { users } = await loadKubeconfig(kubeconfigFile);
  const entries = users.map(async ({ name, user }) => [name, await userCredentials(user)] as const);
  const byName = new Map(await Promise.all(entries));
  return {
    credentialsFor(host, port) {
      const names = namesOf(host, port).filter((name) => byName.has(name));
      return byName.get(names[0] ?? '') ?? {};
    },
  };
}

/** The names of users that fit a host, best first. */
function namesOf(host: string, port: number): readonly string[] {
  const parts = host.split('.');
  const wildcards = parts.map((_, index) => `*.${parts.slice(index + 1).join('.')}`).slice(0, -1);
  return [`${host}:${String(port)}`, ...(port === 443 ? [host] : []), ...wildcards, '*'];
}

/** What a user of a kubeconfig shows of itself. */
export async function userCredentials(user: KubeconfigUser): Promise<HookCredentials> {
  const [cert, key] = await Promise.all([
    pem(user['client-certificate'], user['client-certificate-data']),
    pem(user['client-key'], user['client-key-data']),
  ]);
  const token = user.token ?? (user.tokenFile === undefined ? undefined : await readText(user.tokenFile));
  const { username, password = '' } = user;
  const basic = username === undefined ? undefined : Buffer.from(`${username}:${password}`).toString('base64');
  const authorization = token === undefined ? basic && `Basic ${basic}` : `Bearer ${token}`;
  return {
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

async function pem(file: string | undefined, data: string | undefined): Promise<string | undefined> {
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
  return file === undefined ? undefined : readText(file);
}

async function readText(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}
