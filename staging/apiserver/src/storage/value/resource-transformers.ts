import type { Clock, GroupResource } from '@kubescript/apimachinery';

import { aesCbcTransformer, aesGcmTransformer } from './aes.ts';
import type { EncryptionConfiguration, EncryptionKey, ProviderConfiguration } from './encryption-configuration.ts';
import type { EnvelopeMetrics } from './kms/envelope-transformer.ts';
import { KmsProvider } from './kms/kms-provider.ts';
import type { KmsService } from './kms/kms-service.ts';
import { secretboxTransformer } from './secretbox.ts';
import {
  type PrefixTransformer,
  type ValueTransformer,
  identityTransformer,
  prefixTransformers,
} from './transformer.ts';

/** What providers need. */
export interface ProviderDeps {
  readonly clock: Clock;
  readonly metrics: EnvelopeMetrics;
  readonly connectKms: (endpoint: string, timeoutMs: number) => KmsService;
}

const kmsV1Disabled =
  'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.';

/**
 * The transformers of a configuration by resource. Dispose it when nobody reads with them any more.
 *
 * @go k8s.io/apiserver/pkg/server/options/encryptionconfig#getTransformerOverridesAndKMSPluginProbes
 */
export class ResourceTransformers implements AsyncDisposable {
  readonly kmsProviders: readonly KmsProvider[];
  readonly #transformers: ReadonlyMap<string, ValueTransformer>;

  private constructor(transformers: ReadonlyMap<string, ValueTransformer>, kmsProviders: readonly KmsProvider[]) {
    this.#transformers = transformers;
    this.kmsProviders = kmsProviders;
  }

  /** Makes the transformers and asks each KMS plugin for its key. */
  static async open(configuration: EncryptionConfiguration, deps: ProviderDeps): Promise<ResourceTransformers> {
    const kms: KmsProvider[] = [];
    const byResource = new Map<string, PrefixTransformer[]>();
    for (const { resources, providers } of configuration.resources) {
      const transformers = providers.map((provider) => transformerOf(provider, kms, deps));
      for (const name of resources) byResource.set(name, [...(byResource.get(name) ?? []), ...transformers]);
    }
    await Promise.all(kms.map((provider) => provider.start()));
    const entries = [...byResource].map(
      ([name, transformers]) => [name, prefixTransformers('no matching prefix found', transformers)] as const,
    );
    return new ResourceTransformers(new Map(entries), kms);
  }

  /** How a resource is stored: as it is named, else as its group is, else as everything is. */
  for({ group, resource }: GroupResource): ValueTransformer {
    const names = [group === '' ? resource : `${resource}.${group}`, `*.${group}`, '*.*'];
    for (const name of names) {
      const found = this.#transformers.get(name);
      if (found) return found;
    }
    return identityTransformer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.kmsProviders.map((provider) => provider[Symbol.asyncDispose]()));
  }
}

function transformerOf(provider: ProviderConfiguration, kms: KmsProvider[], deps: ProviderDeps): PrefixTransformer {
  const { aescbc, aesgcm, secretbox, kms: plugin } = provider;
  if (aescbc) return keyed('k8s:enc:aescbc:v1:', 'AES', aescbc.keys, aesCbcTransformer);
  if (aesgcm) return keyed('k8s:enc:aesgcm:v1:', 'AES', aesgcm.keys, aesGcmTransformer);
  if (secretbox) return keyed('k8s:enc:secretbox:v1:', 'Secretbox', secretbox.keys, secretboxTransformer);
  if (!plugin) return { prefix: '', transformer: identityTransformer };
  if (plugin.apiVersion !== 'v2') throw new Error(kmsV1Disabled);
  const opened = new KmsProvider(plugin.name, deps.connectKms(plugin.endpoint, plugin.timeout), deps);
  kms.push(opened);
  return { prefix: `k8s:enc:kms:v2:${plugin.name}:`, transformer: opened.transformer };
}

/** One transformer per key, told apart by the key's name. */
function keyed(
  prefix: string,
  kind: string,
  keys: readonly EncryptionKey[],
  make: (key: Uint8Array) => ValueTransformer,
): PrefixTransformer {
  const transformers = keys.map(({ name, secret }) => ({
    prefix: `${name}:`,
    transformer: make(Buffer.from(secret, 'base64')),
  }));
  const noMatch = `no matching key was found for the provided ${kind} transformer`;
  return { prefix, transformer: prefixTransformers(noMatch, transformers) };
}
