import type { Event } from '@kubescript/api/core/v1';
import type { Clock } from '@kubescript/apimachinery';

import { TokenBucket } from '../workqueue/rate-limiter.ts';

/** What to do with an event: write it anew, count it on one that exists, or nothing. */
export type Correlated =
  | { readonly action: 'create'; readonly event: Event; readonly key: string }
  | { readonly action: 'count'; readonly event: Event; readonly key: string }
  | { readonly action: 'drop' };

const similarLimit = 10;
const similarWindow = 600_000;
const cacheSize = 4096;

/**
 * Keeps events from flooding the server: equal ones are counted on the first, more than ten that differ only in their
 * message within ten minutes are combined, and each object gets 25 at once and then one every five minutes.
 *
 * @go k8s.io/client-go/tools/record#EventCorrelator
 */
export class EventCorrelator {
  readonly #clock: Clock;
  readonly #similar = new Map<string, { messages: Set<string>; last: number }>();
  readonly #seen = new Map<string, Event>();
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Decides about one event, whose count is 1. */
  correlate(event: Event): Correlated {
    const { key, message } = this.#combine(event);
    if (!this.#mayPass(event)) return { action: 'drop' };
    const known = this.#seen.get(key);
    if (known === undefined) return { action: 'create', event: { ...event, message }, key };
    const counted: Event = { ...known, message, count: (known.count ?? 1) + 1 };
    if (event.lastTimestamp !== undefined) counted.lastTimestamp = event.lastTimestamp;
    return { action: 'count', event: counted, key };
  }

  /** Remembers what the server made of an event. */
  written(key: string, event: Event): void {
    this.#seen.delete(key);
    this.#seen.set(key, event);
    forgetOldest(this.#seen);
  }

  /** Forgets an event that the server no longer has. */
  forget(key: string): void {
    this.#seen.delete(key);
  }

  #combine(event: Event): { key: string; message: string } {
    const { involvedObject: object, message = '' } = event;
    const aggregate = [event.source?.component, event.source?.host, ...objectKey(event), event.type, event.reason].join(
      '\n',
    );
    const now = this.#clock.now();
    const known = this.#similar.get(aggregate);
    const record =
      known !== undefined && now - known.last <= similarWindow ? known : { messages: new Set<string>(), last: now };
    record.last = now;
    if (record.messages.size < similarLimit) record.messages.add(`${message}\n${object.fieldPath ?? ''}`);
    this.#similar.delete(aggregate);
    this.#similar.set(aggregate, record);
    forgetOldest(this.#similar);
    if (record.messages.size < similarLimit)
      return { key: `${aggregate}\n${object.fieldPath ?? ''}\n${message}`, message };
    return { key: aggregate, message: `(combined from similar events): ${message}` };
  }

  #mayPass(event: Event): boolean {
    const key = [event.source?.component, event.source?.host, ...objectKey(event)].join('\n');
    const bucket = this.#buckets.get(key) ?? new TokenBucket(1 / 300, 25, this.#clock);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    forgetOldest(this.#buckets);
    return bucket.tryTake();
  }
}

function objectKey({ involvedObject: object }: Event): (string | undefined)[] {
  return [object.kind, object.namespace, object.name, object.uid, object.apiVersion];
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= cacheSize) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
