import { FieldPath, aggregateMessages, formatFieldError } from '@kubescript/apimachinery';
import { parseYaml } from '@kubescript/client';
import {
  type FieldReader,
  anyField,
  durationField,
  intField,
  listField,
  objectField,
  textField,
} from '@kubescript/component-base';

import { validateEncryptionConfiguration } from './validate-encryption.ts';

/** A key by its name, in base64. */
export interface EncryptionKey {
  readonly name: string;
  readonly secret: string;
}

/** A plugin that keeps the keys. */
export interface KmsConfiguration {
  readonly apiVersion: string;
  readonly name: string;
  readonly cachesize?: number;
  readonly endpoint: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** One way to store values; exactly one member is set. */
export interface ProviderConfiguration {
  readonly aesgcm?: { readonly keys: readonly EncryptionKey[] };
  readonly aescbc?: { readonly keys: readonly EncryptionKey[] };
  readonly secretbox?: { readonly keys: readonly EncryptionKey[] };
  readonly identity?: Record<string, never>;
  readonly kms?: KmsConfiguration;
}

/** How some resources are stored: written with the first provider, read with all. */
export interface ResourceConfiguration {
  readonly resources: readonly string[];
  readonly providers: readonly ProviderConfiguration[];
}

/** @go k8s.io/apiserver/pkg/apis/apiserver/v1#EncryptionConfiguration */
export interface EncryptionConfiguration {
  readonly resources: readonly ResourceConfiguration[];
}

const defaultTimeoutMs = 3000;
const apiVersions = ['apiserver.config.k8s.io/v1', 'v1'];

const keysField = objectField({ keys: listField(objectField({ name: textField, secret: textField })) });
const providerField = objectField({
  aesgcm: keysField,
  aescbc: keysField,
  secretbox: keysField,
  identity: objectField({}),
  kms: objectField({
    apiVersion: textField,
    name: textField,
    cachesize: intField,
    endpoint: textField,
    timeout: durationField,
  }),
});
const configurationField: FieldReader<{ readonly resources?: readonly Partial<ResourceConfiguration>[] }> = objectField(
  {
    apiVersion: anyField,
    kind: anyField,
    metadata: anyField,
    resources: listField(objectField({ resources: listField(textField), providers: listField(providerField) })),
  },
) as never;

/**
 * Reads an EncryptionConfiguration strictly, fills in defaults and checks it; `reload` says that it may change while
 * the server runs, for which more names have to be unique. Throws with all problems.
 *
 * @go k8s.io/apiserver/pkg/server/options/encryptionconfig#loadConfig
 */
export function parseEncryptionConfiguration(text: string, reload: boolean): EncryptionConfiguration {
  const document = (parseYaml(text) ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const { apiVersion, kind } = document;
  const isKnown = typeof apiVersion === 'string' && apiVersions.includes(apiVersion);
  if (!isKnown || kind !== 'EncryptionConfiguration') {
    throw new Error('want kind "EncryptionConfiguration" of version "apiserver.config.k8s.io/v1"');
  }
  const problems: string[] = [];
  const stated = configurationField(document, '', problems);
  if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(', ')}`);
  const configuration = { resources: (stated.resources ?? []).map(withDefaults) };
  const errors = validateEncryptionConfiguration(configuration, reload, new FieldPath('resources'));
  if (errors.length > 0) throw new Error(aggregateMessages(errors.map(formatFieldError)));
  return configuration;
}

function withDefaults(stated: Partial<ResourceConfiguration>): ResourceConfiguration {
  return {
    resources: stated.resources ?? [],
    providers: (stated.providers ?? []).map((provider) => ({
      ...keysOf(provider, 'aesgcm'),
      ...keysOf(provider, 'aescbc'),
      ...keysOf(provider, 'secretbox'),
      ...(provider.identity === undefined ? {} : { identity: provider.identity }),
      ...(provider.kms === undefined ? {} : { kms: kmsOf(provider.kms) }),
    })),
  };
}

function keysOf<K extends 'aesgcm' | 'aescbc' | 'secretbox'>(
  provider: ProviderConfiguration,
  name: K,
): Partial<Pick<ProviderConfiguration, K>> {
  const stated = provider[name] as { readonly keys?: readonly Partial<EncryptionKey>[] } | undefined;
  if (stated === undefined) return {};
  const keys = (stated.keys ?? []).map((key) => ({ name: key.name ?? '', secret: key.secret ?? '' }));
  return { [name]: { keys } } as unknown as Pick<ProviderConfiguration, K>;
}

function kmsOf(stated: Partial<KmsConfiguration>): KmsConfiguration {
  return {
    apiVersion: stated.apiVersion ?? 'v1',
    name: stated.name ?? '',
    endpoint: stated.endpoint ?? '',
    timeout: stated.timeout ?? defaultTimeoutMs,
    ...(stated.cachesize === undefined ? {} : { cachesize: stated.cachesize }),
  };
}
