import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from '@kubescript/apimachinery';

import { aesGcmTransformer, extendedNonceGcmTransformer } from '../aes.ts';
import type { Transformed, ValueTransformer } from '../transformer.ts';
import type { KmsService } from './kms-service.ts';
import {
  type Annotations,
  type EncryptedObject,
  type KmsEncrypted,
  decodeEncryptedObject,
  dekSourceTypes,
  encodeEncryptedObject,
} from './messages.ts';

const seedSize = 32;
const maxKeyIdSize = 1024;
const maxDekSourceSize = 1024;
const maxAnnotationsSize = 32 * 1024;
/** How long a seed is written with after the plugin last said that its key is current. */
const writeTtlMs = 3 * 60_000;
const cacheTtlMs = 24 * 60 * 60_000;

/** The seed that values are written with, as the plugin encrypted it. */
interface WriteState {
  readonly transformer: ValueTransformer;
  readonly encrypted: KmsEncrypted;
  expires: number;
}

/** Counts what the plugin is asked for. */
export interface EnvelopeMetrics {
  onCacheMiss(): void;
  /** A key that values are encrypted with was made, or could not be. */
  onDataKey(seconds: number, succeeded: boolean): void;
}

/**
 * Envelope encryption: values are encrypted with keys made from a seed, and the seed by the plugin, which is asked only
 * for a new seed and for one that is not known yet. `refresh` keeps the seed in step with the plugin's key.
 *
 * @go k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2#NewEnvelopeTransformer
 */
export class EnvelopeTransformer implements ValueTransformer {
  readonly #service: KmsService;
  readonly #clock: Clock;
  readonly #metrics: EnvelopeMetrics;
  readonly #known = new Map<string, { readonly transformer: ValueTransformer; used: number }>();
  #state: WriteState | undefined;

  constructor(service: KmsService, deps: { readonly clock: Clock; readonly metrics: EnvelopeMetrics }) {
    this.#service = service;
    this.#clock = deps.clock;
    this.#metrics = deps.metrics;
  }

  /** Takes note that `keyId` is current, with a new seed if it was another before. */
  async refresh(keyId: string): Promise<void> {
    if (this.#state?.encrypted.keyId !== keyId) await this.#newSeed();
    if (this.#state) this.#state.expires = this.#clock.now() + writeTtlMs;
  }

  fromStorage(data: Uint8Array, context: string): Transformed | Promise<Transformed> {
    const object = decodeEncryptedObject(data);
    validateObject(object);
    const known = this.#lookUp(cacheKey(object));
    if (known) return this.#decrypt(known, object, context);
    this.#metrics.onCacheMiss();
    return this.#fetch(object).then((transformer) => this.#decrypt(transformer, object, context));
  }

  toStorage(data: Uint8Array, context: string): Uint8Array {
    const state = this.#state;
    if (state === undefined) throw new Error('got unexpected nil transformer: the KMS plugin has given no key yet');
    if (state.expires < this.#clock.now()) {
      throw new Error(
        `encryptedDEKSource with keyID hash "${hashOf(state.encrypted.keyId)}" expired at ${new Date(state.expires).toISOString()}`,
      );
    }
    const object: EncryptedObject = {
      encryptedData: state.transformer.toStorage(data, context) as Uint8Array,
      keyId: state.encrypted.keyId,
      encryptedDekSource: state.encrypted.ciphertext,
      annotations: state.encrypted.annotations,
      dekSourceType: dekSourceTypes.hkdfSha256XnonceAesGcmSeed,
    };
    this.#remember(cacheKey(object), state.transformer);
    return encodeEncryptedObject(object);
  }

  async #newSeed(): Promise<void> {
    const seed = randomBytes(seedSize);
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;
    let encrypted: KmsEncrypted;
    try {
      encrypted = await this.#service.encrypt(randomUUID(), seed);
      validateSource(encrypted.ciphertext, encrypted.keyId, encrypted.annotations);
    } catch (error) {
      this.#metrics.onDataKey(seconds(), false);
      throw error;
    }
    this.#metrics.onDataKey(seconds(), true);
    const transformer = extendedNonceGcmTransformer(seed);
    this.#state = { transformer, encrypted, expires: 0 };
  }

  async #fetch(object: EncryptedObject): Promise<ValueTransformer> {
    const { keyId, annotations, encryptedDekSource: ciphertext } = object;
    let key: Uint8Array;
    try {
      key = await this.#service.decrypt(randomUUID(), { ciphertext, keyId, annotations });
    } catch (error) {
      throw new Error(`failed to decrypt DEK, error: ${(error as Error).message}`, { cause: error });
    }
    const isSeed = object.dekSourceType === dekSourceTypes.hkdfSha256XnonceAesGcmSeed;
    const transformer = isSeed ? extendedNonceGcmTransformer(key) : aesGcmTransformer(key);
    this.#remember(cacheKey(object), transformer);
    return transformer;
  }

  #decrypt(transformer: ValueTransformer, object: EncryptedObject, context: string): Transformed {
    const { data } = transformer.fromStorage(object.encryptedData, context) as Transformed;
    const isCurrent =
      object.keyId === this.#state?.encrypted.keyId &&
      object.dekSourceType === dekSourceTypes.hkdfSha256XnonceAesGcmSeed;
    return { data, isStale: !isCurrent };
  }

  #lookUp(key: string): ValueTransformer | undefined {
    const entry = this.#known.get(key);
    if (entry) entry.used = this.#clock.now();
    return entry?.transformer;
  }

  #remember(key: string, transformer: ValueTransformer): void {
    const now = this.#clock.now();
    if (!this.#known.has(key)) {
      for (const [old, { used }] of this.#known) if (used < now - cacheTtlMs) this.#known.delete(old);
    }
    this.#known.set(key, { transformer, used: now });
  }
}

/** @go k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2#ValidateEncryptedObject */
function validateObject(object: EncryptedObject): void {
  const { dekSourceType, encryptedData, encryptedDekSource, keyId, annotations } = object;
  if (dekSourceType !== dekSourceTypes.aesGcmKey && dekSourceType !== dekSourceTypes.hkdfSha256XnonceAesGcmSeed) {
    throw new Error(`unknown encryptedDEKSourceType: ${String(dekSourceType)}`);
  }
  if (encryptedData.length === 0) throw new Error('encrypted data is empty');
  validateSource(encryptedDekSource, keyId, annotations);
}

function validateSource(source: Uint8Array, keyId: string, annotations: Annotations): void {
  const fail = (what: string, detail: string): never => {
    throw new Error(`failed to validate ${what}: ${detail}`);
  };
  const size = (value: number, max: number): string =>
    `${String(value)} bytes, which exceeds the max size of ${String(max)}`;
  if (source.length === 0) fail('encrypted DEK source', 'encrypted DEK source is empty');
  if (source.length > maxDekSourceSize) {
    fail('encrypted DEK source', `encrypted DEK source is ${size(source.length, maxDekSourceSize)}`);
  }
  if (keyId === '') fail('key id', 'keyID is empty');
  if (keyId.length > maxKeyIdSize) fail('key id', `keyID is ${size(keyId.length, maxKeyIdSize)}`);
  const total = Object.entries(annotations).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (total > maxAnnotationsSize)
    fail('annotations', `total size of annotations is ${size(total, maxAnnotationsSize)}`);
}

/** Equal for values whose key is found in the same way. */
function cacheKey({ dekSourceType, encryptedDekSource, keyId, annotations }: EncryptedObject): string {
  const hash = createHash('sha256').update(`${String(dekSourceType)}:${String(encryptedDekSource.length)}:`);
  hash.update(encryptedDekSource).update(JSON.stringify(keyId));
  for (const name of Object.keys(annotations).sort()) {
    hash.update(JSON.stringify(name)).update(Buffer.from(annotations[name] ?? []).toString('base64'));
  }
  return hash.digest('base64');
}

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
