import { readFileSync } from 'node:fs';

import type { Clock, GroupResource } from '@kubescript/apimachinery';
import type { HealthCheck } from '@kubescript/component-base';

import { parseEncryptionConfiguration } from './encryption-configuration.ts';
import { type ProviderDeps, ResourceTransformers } from './resource-transformers.ts';
import type { ValueTransformer } from './transformer.ts';

/** Where the configuration is and what is told of it. */
export interface DynamicTransformersOptions extends ProviderDeps {
  readonly path: string;
  /** Whether the file is looked at again while the server runs. */
  readonly reload: boolean;
  readonly onReload: (outcome: { readonly error?: unknown }) => void;
}

const pollMs = 60_000;
/** How long what an old configuration began may still need it. */
const graceMs = 10_000;

/**
 * The transformers of an EncryptionConfiguration file as it is now; a file that cannot be used changes nothing.
 *
 * @go k8s.io/apiserver/pkg/server/options/encryptionconfig/controller#DynamicEncryptionConfigContent
 */
export class DynamicTransformers implements AsyncDisposable {
  readonly #options: DynamicTransformersOptions;
  readonly #clock: Clock;
  #text: string;
  #current: ResourceTransformers;

  private constructor(options: DynamicTransformersOptions, text: string, current: ResourceTransformers) {
    this.#options = options;
    this.#clock = options.clock;
    this.#text = text;
    this.#current = current;
  }

  /** Reads the file; rejects with what is wrong with it. */
  static async open(options: DynamicTransformersOptions): Promise<DynamicTransformers> {
    const text = readConfiguration(options.path);
    return new DynamicTransformers(options, text, await load(text, options));
  }

  /** How a resource is stored, now and after each reload. */
  for(resource: GroupResource): () => ValueTransformer {
    let last: { readonly of: ResourceTransformers; readonly transformer: ValueTransformer } | undefined;
    return () => {
      if (last?.of !== this.#current) last = { of: this.#current, transformer: this.#current.for(resource) };
      return last.transformer;
    };
  }

  /** One check per KMS plugin, or one for all where plugins may change. */
  healthChecks(): readonly HealthCheck[] {
    const checkAll = async (): Promise<void> => {
      await Promise.all(this.#current.kmsProviders.map((provider) => provider.checkHealth()));
    };
    if (this.#options.reload) return [{ name: 'kms-providers', check: checkAll }];
    return this.#current.kmsProviders.map((provider, index) => ({
      name: `kms-provider-${String(index)}`,
      check: () => provider.checkHealth(),
    }));
  }

  /** Takes over changes of the file until the signal, if it may change. */
  async run(signal: AbortSignal): Promise<void> {
    if (!this.#options.reload) return;
    while (!signal.aborted) {
      await this.#clock.sleep(pollMs, signal).catch(() => undefined);
      if (!signal.aborted) await this.reload(signal);
    }
  }

  /** Takes over the file as it is now, if it changed and can be used. */
  async reload(signal: AbortSignal): Promise<void> {
    try {
      const text = readConfiguration(this.#options.path);
      if (text === this.#text) return;
      const next = await load(text, this.#options);
      await Promise.all(next.kmsProviders.map((provider) => provider.checkHealth()));
      const old = this.#current;
      this.#text = text;
      this.#current = next;
      this.#options.onReload({});
      await this.#clock.sleep(graceMs, signal).catch(() => undefined);
      await old[Symbol.asyncDispose]();
    } catch (error) {
      this.#options.onReload({ error });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#current[Symbol.asyncDispose]();
  }
}

function readConfiguration(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`error opening encryption provider configuration file "${path}": ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (text.trim() === '') throw new Error(`encryption provider configuration file "${path}" is empty`);
  return text;
}

function load(text: string, options: DynamicTransformersOptions): Promise<ResourceTransformers> {
  return ResourceTransformers.open(parseEncryptionConfiguration(text, options.reload), options);
}
