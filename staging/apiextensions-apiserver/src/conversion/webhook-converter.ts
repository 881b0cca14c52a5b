import { randomUUID } from 'node:crypto';

import { type DeepReadonly, type KubeObject, StatusError, failureStatus } from '@kubescript/apimachinery';
import type { HookClientManager } from '@kubescript/apiserver';
import type { WebhookConversion } from '@kubescript/api/apiextensions/v1';

import { isReviewVersion, newReview, objectsOfReview } from './conversion-review.ts';

/** How long a webhook may take. */
const timeoutMs = 30_000;

/** What a converter of one kind needs to know. */
export interface WebhookConverterOptions {
  readonly webhook: DeepReadonly<WebhookConversion>;
  readonly clients: HookClientManager;
}

/**
 * Converts objects by asking a webhook. What the webhook may change is everything but the identity of objects; of their
 * metadata only labels and annotations.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/conversion#webhookConverter
 */
export class WebhookConverter {
  readonly #options: WebhookConverterOptions;

  constructor(options: WebhookConverterOptions) {
    this.#options = options;
  }

  /** The objects in another version, in their order; those that are of it already are not sent. */
  async convert(
    objects: readonly KubeObject[],
    apiVersion: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<KubeObject[]> {
    const foreign = objects.filter((object) => object.apiVersion !== apiVersion);
    const [first] = foreign;
    if (!first) return [...objects];
    const name = kindText(first);
    const converted = await this.#ask(foreign, apiVersion, name, signal);
    if (converted.length !== foreign.length) {
      const counts = `returned ${String(converted.length)} objects, expected ${String(foreign.length)}`;
      throw failure(`conversion webhook for ${name} ${counts}`);
    }
    const results = converted.map((object, index) => {
      const original = foreign[index] as KubeObject;
      const problem = problemOf(original, object, apiVersion);
      if (problem === undefined) return withOriginalMetadata(original, object);
      throw failure(
        `conversion webhook for ${name} returned invalid converted object at index ${String(index)}: ${problem}`,
      );
    });
    return objects.map((object) => (object.apiVersion === apiVersion ? object : (results.shift() as KubeObject)));
  }

  async #ask(
    objects: readonly KubeObject[],
    apiVersion: string,
    name: string,
    signal: AbortSignal,
  ): Promise<KubeObject[]> {
    const { webhook, clients } = this.#options;
    const version = webhook.conversionReviewVersions.find(isReviewVersion);
    if (version === undefined) throw failure(`no supported ConversionReview version for ${name}`);
    const uid = randomUUID();
    try {
      const { clientConfig } = webhook;
      const review = newReview(version, uid, apiVersion, objects);
      const answer = await clients.post({ ...clientConfig }, review, { timeoutMs, signal });
      return objectsOfReview(answer, version, uid);
    } catch (error) {
      throw failure(`conversion webhook for ${name} failed: ${(error as Error).message}`, error);
    }
  }
}

/** 500 with nothing but a message, as for whatever goes wrong in storage. */
function failure(message: string, cause?: unknown): StatusError {
  return new StatusError(failureStatus('', message), { cause });
}

function kindText({ apiVersion = '', kind = '' }: KubeObject): string {
  return `${apiVersion}, Kind=${kind}`;
}

/** @go k8s.io/apiextensions-apiserver/pkg/apiserver/conversion#validateConvertedObject */
function problemOf(original: KubeObject, converted: KubeObject, apiVersion: string): string | undefined {
  if (converted.apiVersion !== apiVersion) {
    return `invalid groupVersion (expected ${apiVersion}, received ${converted.apiVersion ?? ''})`;
  }
  const same = (what: string, before = '', after = ''): string | undefined =>
    before === after ? undefined : `must have the same ${what}: ${before} != ${after}`;
  const metadata = (converted.metadata as KubeObject['metadata'] | undefined) ?? {};
  return (
    same('kind', original.kind, converted.kind) ??
    same('name', original.metadata.name, metadata.name) ??
    same('namespace', original.metadata.namespace, metadata.namespace) ??
    same('UID', original.metadata.uid, metadata.uid)
  );
}

/** @go k8s.io/apiextensions-apiserver/pkg/apiserver/conversion#restoreObjectMeta */
function withOriginalMetadata(original: KubeObject, converted: KubeObject): KubeObject {
  const { labels, annotations } = converted.metadata;
  const { labels: _labels, annotations: _annotations, ...kept } = original.metadata;
  const metadata = { ...kept, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
  return { ...converted, metadata };
}
