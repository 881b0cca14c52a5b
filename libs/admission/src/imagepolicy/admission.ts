import type { Clock } from '@kubescript/apimachinery';
import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';

import { isFor, objectOf } from '../generic/attributes.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import type { ImagePolicyBackend } from './backend.ts';

const annotationPart = '.image-policy.k8s.io/';
const auditPrefix = 'imagepolicywebhook.image-policy.k8s.io/';

interface ReviewStatus {
  readonly allowed?: boolean;
  readonly reason?: string;
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/**
 * ImagePolicyWebhook: a program outside the server says which images may run.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/imagepolicy#(*Plugin).Validate
 */
export function imagePolicyWebhook({ imagePolicy, clock }: AdmissionDeps): AdmissionPlugin {
  if (!imagePolicy)
    throw new Error('ImagePolicyWebhook needs a configuration: name it in --admission-control-config-file');
  const cache = new DecisionCache(clock);
  return {
    name: 'ImagePolicyWebhook',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      const isPod = isFor(attributes, '', 'pods') || isFor(attributes, '', 'pods', 'ephemeralcontainers');
      if (isPod) await review(attributes, imagePolicy, cache);
    },
  };
}

async function review(
  attributes: AdmissionAttributes,
  backend: ImagePolicyBackend,
  cache: DecisionCache,
): Promise<void> {
  const spec = reviewSpec(attributes);
  const key = JSON.stringify(spec);
  let status = cache.get(key);
  if (!status) {
    try {
      status = await backend.review(spec, attributes.signal);
    } catch (error) {
      attributes.annotate(`${auditPrefix}failed-open`, String(backend.defaultAllow));
      if (backend.defaultAllow) return;
      throw forbid(attributes, (error as Error).message);
    }
    cache.set(key, status, status.allowed === true ? backend.allowTtlMs : backend.denyTtlMs);
  }
  for (const [name, value] of Object.entries(status.auditAnnotations ?? {})) {
    attributes.annotate(`${auditPrefix}${name}`, value);
  }
  if (status.allowed === true) return;
  const reason = (status.reason ?? '') === '' ? '' : `: ${status.reason ?? ''}`;
  throw forbid(attributes, `image policy webhook backend denied one or more images${reason}`);
}

/** The images, and the annotations that are meant for the backend. */
function reviewSpec(attributes: AdmissionAttributes): unknown {
  const { spec, metadata } = objectOf<Pod>(attributes);
  const lists = attributes.subresource === 'ephemeralcontainers' ? [] : [spec.containers, spec.initContainers ?? []];
  const containers = [...lists.flat(), ...(spec.ephemeralContainers ?? [])];
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => key.includes(annotationPart));
  return {
    containers: containers.map(({ image = '' }) => ({ image })),
    annotations: Object.fromEntries(annotations),
    namespace: attributes.namespace,
  };
}

/** Decisions for as long as the configuration says. */
class DecisionCache {
  readonly #clock: Clock;
  readonly #decisions = new Map<string, { readonly status: ReviewStatus; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string): ReviewStatus | undefined {
    const found = this.#decisions.get(key);
    return found && found.until > this.#clock.now() ? found.status : undefined;
  }

  set(key: string, status: ReviewStatus, ttlMs: number): void {
    const maxEntries = 1024;
    this.#decisions.delete(key);
    this.#decisions.set(key, { status, until: this.#clock.now() + ttlMs });
    const [oldest] = this.#decisions.keys();
    if (this.#decisions.size > maxEntries && oldest !== undefined) this.#decisions.delete(oldest);
  }
}
