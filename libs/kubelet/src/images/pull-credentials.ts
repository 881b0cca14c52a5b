import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { fullImageName } from '@kubescript/lib-container-runtime';

import type { ObjectSource } from '../environment/object-source.ts';

/** A user and password for a registry. */
export interface PullCredentials {
  readonly username: string;
  readonly password: string;
}

interface DockerEntry {
  readonly username?: string;
  readonly password?: string;
  readonly auth?: string;
}

/**
 * The credentials among a pod's `imagePullSecrets` that fit an image. Secrets that are missing are passed over, as the
 * image may be public.
 * @go kubernetes/pkg/credentialprovider/secrets#MakeDockerKeyring
 */
export async function pullCredentials(
  pod: DeepReadonly<Pod>,
  image: string,
  source: ObjectSource,
): Promise<PullCredentials | undefined> {
  const namespace = pod.metadata.namespace ?? '';
  const repository = fullImageName(image).replace(/[:@][^/]*$/, '');
  for (const { name = '' } of pod.spec.imagePullSecrets ?? []) {
    const secret = await source.secret(namespace, name).catch(() => undefined);
    const entries = registriesOf(secret?.data ?? {});
    for (const [registry, entry] of Object.entries(entries)) {
      if (fits(registry, repository)) return credentialsOf(entry);
    }
  }
  return undefined;
}

function registriesOf(data: Readonly<Record<string, string>>): Record<string, DockerEntry> {
  const json = (key: string): unknown => {
    const text = data[key];
    return text === undefined ? undefined : JSON.parse(Buffer.from(text, 'base64').toString());
  };
  const modern = json('.dockerconfigjson') as { readonly auths?: Record<string, DockerEntry> } | undefined;
  return modern?.auths ?? (json('.dockercfg') as Record<string, DockerEntry> | undefined) ?? {};
}

function fits(registry: string, repository: string): boolean {
  const plain = registry.replace(/^https?:\/\//, '').replace(/\/(v[12]\/?)?$/, '');
  const known = plain === 'index.docker.io' ? 'docker.io' : plain;
  return repository === known || repository.startsWith(`${known}/`);
}

function credentialsOf(entry: DockerEntry): PullCredentials {
  const [username = '', ...rest] = Buffer.from(entry.auth ?? '', 'base64')
    .toString()
    .split(':');
  return { username: entry.username ?? username, password: entry.password ?? rest.join(':') };
}
