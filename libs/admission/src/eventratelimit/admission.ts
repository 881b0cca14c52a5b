import { type Clock, newTooManyRequests } from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { Event } from '@kubescript/api/core/v1';

import { objectOf } from '../generic/attributes.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { defaultConfiguration } from '../generic/plugin-configuration.ts';

/** How many events may be written, and whose are counted together. */
interface Limit {
  readonly type: 'Server' | 'Namespace' | 'User' | 'SourceAndObject';
  readonly qps: number;
  readonly burst: number;
  readonly cacheSize?: number;
}

interface Bucket {
  tokens: number;
  filled: number;
}

const defaultCacheSize = 4096;

/**
 * EventRateLimit: nobody floods the server with events.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/eventratelimit#(*Plugin).Validate
 */
export function eventRateLimit({ configuration, clock }: AdmissionDeps): AdmissionPlugin {
  const config = configuration?.('EventRateLimit');
  if (!config) throw new Error('EventRateLimit needs a configuration: name it in --admission-control-config-file');
  const { limits } = defaultConfiguration(config, 'eventratelimit.admission.k8s.io', 'Configuration');
  const enforcers = ((limits ?? []) as readonly Limit[]).map((limit) => new Enforcer(limit, clock));
  return {
    name: 'EventRateLimit',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      const { resource, dryRun } = attributes;
      const isEvent = resource.resource === 'events' && ['', 'events.k8s.io'].includes(resource.group);
      if (!isEvent || dryRun) return Promise.resolve();
      const reached = enforcers.flatMap((enforcer) => enforcer.take(attributes) ?? []);
      if (reached.length === 0) return Promise.resolve();
      const text = reached.length === 1 ? (reached[0] ?? '') : `[${reached.join(', ')}]`;
      return Promise.reject(newTooManyRequests(text, 0));
    },
  };
}

/** One limit, with a bucket of tokens for each whose events are counted together. */
class Enforcer {
  readonly #limit: Limit;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: Limit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes a token; why there is none otherwise. */
  take(attributes: AdmissionAttributes): string | undefined {
    const key = keyOf(this.#limit.type, attributes);
    const bucket = this.#bucketOf(key);
    const now = this.#clock.now();
    bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + ((now - bucket.filled) / 1000) * this.#limit.qps);
    bucket.filled = now;
    if (bucket.tokens < 1) return `limit reached on type ${this.#limit.type} for key ${key}`;
    bucket.tokens--;
    return undefined;
  }

  /** The bucket; those that were not used for the longest time make room. */
  #bucketOf(key: string): Bucket {
    const { burst, cacheSize = defaultCacheSize } = this.#limit;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filled: this.#clock.now() };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > cacheSize && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }
}

function keyOf(type: Limit['type'], attributes: AdmissionAttributes): string {
  switch (type) {
    case 'Server':
      return '';
    case 'Namespace':
      return attributes.namespace;
    case 'User':
      return attributes.user.name;
    case 'SourceAndObject': {
      const { source = {}, involvedObject } = objectOf<Event>(attributes);
      const { kind, namespace, name, uid, apiVersion } = involvedObject;
      return [source.component, source.host, kind, namespace, name, uid, apiVersion].join('');
    }
    default:
      throw new Error(`unknown event rate limit type ${String(type satisfies never)}`);
  }
}
