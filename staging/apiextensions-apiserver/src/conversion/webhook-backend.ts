import { type KubeObject, apiVersionOf } from '@kubescript/apimachinery';
import type { Backend, HookClientManager } from '@kubescript/apiserver';

import { coerceObject } from '../apiserver/custom-resource-scheme.ts';
import type { CustomResourceVersions } from '../apiserver/custom-resource-versions.ts';
import { applyDefaults } from '../schema/defaulting.ts';
import { type DecodeMetadata, statedVersion } from '../schema/object-meta.ts';
import { ConvertingBackend } from './converting-backend.ts';
import { WebhookConverter } from './webhook-converter.ts';

/** What a store needs that is converted by a webhook. */
export interface WebhookBackendOptions {
  readonly backend: Backend;
  readonly versions: CustomResourceVersions;
  /** The version in which objects are seen. */
  readonly version: string;
  readonly clients: HookClientManager;
  readonly decodeMetadata: DecodeMetadata;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The store of custom resources as seen by one version whose definition names a conversion webhook.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/conversion#(*CRConverterFactory).NewConverter
 */
export function newWebhookBackend(options: WebhookBackendOptions): Backend {
  const { backend, versions, version, clients } = options;
  const { webhook = { conversionReviewVersions: [] } } = versions.crd.spec.conversion ?? {};
  const converter = new WebhookConverter({ webhook, clients });
  const { group } = versions.kind;
  const served = apiVersionOf({ group, version });
  const stored = apiVersionOf({ group, version: versions.storageVersion });
  return new ConvertingBackend(backend, {
    async toServed(values) {
      const objects = values.map((value) => readStored(value, options));
      return (await converter.convert(objects, served)).map(encode);
    },
    async toStored(value) {
      const object = JSON.parse(decoder.decode(value)) as KubeObject;
      const [converted = object] = await converter.convert([object], stored);
      coerceObject(converted, options, true);
      return encode(converted);
    },
  });
}

/** The object as the version in which it was stored has it. */
function readStored(value: Uint8Array, options: WebhookBackendOptions): KubeObject {
  const object = JSON.parse(decoder.decode(value)) as KubeObject;
  coerceObject(object, options, true);
  applyDefaults(object, options.versions.schema(statedVersion(object).version));
  return object;
}

function encode(object: KubeObject): Uint8Array {
  return encoder.encode(JSON.stringify(object));
}
