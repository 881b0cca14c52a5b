import { type DeepReadonly, type KubeObject, apiVersionOf } from '@kubescript/apimachinery';
import { type StorageCodec, withResourceVersion } from '@kubescript/apiserver';

import { applyDefaults } from '../schema/defaulting.ts';
import { statedVersion } from '../schema/object-meta.ts';
import { type CustomResourceSchemeOptions, coerceObject } from './custom-resource-scheme.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** What a codec of one version needs to know. */
export interface CustomResourceCodecOptions extends Pick<CustomResourceSchemeOptions, 'versions' | 'decodeMetadata'> {
  /** The version in which objects are worked on. */
  readonly version: string;
  /** The version of the JSON in the store. */
  readonly storedAs: string;
}

/**
 * Stores custom resources as JSON of the storage version, without what that version does not know, and reads what
 * any version stored. Converting changes the apiVersion only; where a webhook converts, the store is one that has
 * every object in the version of the codec already.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver#crdConversionRESTOptionsGetter
 */
export class CustomResourceCodec implements StorageCodec<KubeObject> {
  readonly #options: CustomResourceCodecOptions;

  constructor(options: CustomResourceCodecOptions) {
    this.#options = options;
  }

  encode(object: DeepReadonly<KubeObject>): Uint8Array {
    const stored = structuredClone(withResourceVersion(object, undefined)) as KubeObject;
    this.#convert(stored, this.#options.storedAs);
    return encoder.encode(JSON.stringify(stored));
  }

  decode(kv: {
    readonly key: string;
    readonly value: Uint8Array;
    readonly modRevision: number;
  }): DeepReadonly<KubeObject> {
    try {
      return withResourceVersion(
        this.#read(JSON.parse(decoder.decode(kv.value)) as KubeObject),
        String(kv.modRevision),
      );
    } catch (error) {
      throw new Error(`cannot decode the stored object ${kv.key}: ${(error as Error).message}`, { cause: error });
    }
  }

  #read(object: KubeObject): KubeObject {
    const { versions, version } = this.#options;
    coerceObject(object, this.#options, true);
    object.metadata.generation ??= 1;
    applyDefaults(object, versions.schema(statedVersion(object).version));
    this.#convert(object, version);
    return object;
  }

  /** Converts in place. */
  #convert(object: KubeObject, to: string): void {
    const apiVersion = apiVersionOf({ group: this.#options.versions.kind.group, version: to });
    if (object.apiVersion === apiVersion) return;
    object.apiVersion = apiVersion;
    coerceObject(object, this.#options, true);
  }
}
