import type { Event, ObjectReference } from '@kubescript/api/core/v1';
import {
  type Clock,
  type DeepReadonly,
  formatTime,
  isNotFound,
  type KubeObject,
  realClock,
  StatusError,
} from '@kubescript/apimachinery';

import type { Client } from '../typed/resource.ts';
import { events } from '../zz_generated/core/v1.ts';
import { EventCorrelator } from './correlator.ts';

/** How a recorder is made. */
export interface EventRecorderOptions {
  readonly client: Client;
  /** The component that reports: `deployment-controller`. */
  readonly component: string;
  /** The node it runs on, for the kubelet. */
  readonly host?: string;
  readonly clock?: Clock;
  readonly onError?: (err: unknown) => void;
}

/** Whether an event tells of trouble. */
export type EventType = 'Normal' | 'Warning';

const maxQueued = 1000;

/**
 * Tells users what happens to objects. Recording never waits and never fails: events are written one after the other
 * in the background, and dropped if the server cannot keep up.
 *
 * @go k8s.io/client-go/tools/record#EventRecorder
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #clock: Clock;
  readonly #correlator: EventCorrelator;
  readonly #queue: Event[] = [];
  #writing: Promise<void> | undefined;
  #serial = 0;
  #closed = false;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#correlator = new EventCorrelator(this.#clock);
  }

  /** Records an event about an object that knows its kind, or about what a reference names. */
  event(
    object: DeepReadonly<KubeObject> | DeepReadonly<ObjectReference>,
    type: EventType,
    reason: string,
    message: string,
    options: { readonly action?: string } = {},
  ): void {
    if (this.#closed || this.#queue.length >= maxQueued) return;
    this.#queue.push(
      this.#eventOf('metadata' in object ? referenceTo(object) : object, { type, reason, message, ...options }),
    );
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes what is queued unless the server does not answer within a second, then drops everything. */
  async close(): Promise<void> {
    const stop = new AbortController();
    const deadline = this.#clock.sleep(1000, stop.signal).catch(() => undefined);
    await Promise.race([this.flush(), deadline]);
    stop.abort();
    this.#queue.length = 0;
    this.#closed = true;
  }

  /** Resolves when everything recorded so far was written or given up. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  #eventOf(
    object: DeepReadonly<ObjectReference>,
    what: { readonly type: EventType; readonly reason: string; readonly message: string; readonly action?: string },
  ): Event {
    const { component, host } = this.#options;
    const now = this.#clock.now();
    const namespace = object.namespace === undefined || object.namespace === '' ? 'default' : object.namespace;
    const name = object.name ?? '';
    this.#serial += 1;
    return {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: {
        name: `${name}.${(BigInt(now) * 1_000_000n + BigInt(this.#serial % 1_000_000)).toString(16)}`,
        namespace,
      },
      involvedObject: { ...object },
      reason: what.reason,
      message: what.message.slice(0, 1024),
      type: what.type,
      source: host === undefined ? { component } : { component, host },
      reportingComponent: component,
      reportingInstance: host ?? '',
      ...(what.action === undefined ? {} : { action: what.action }),
      firstTimestamp: formatTime(now),
      lastTimestamp: formatTime(now),
      count: 1,
    };
  }

  async #writeAll(): Promise<void> {
    for (let event = this.#queue.shift(); event !== undefined; event = this.#queue.shift()) {
      try {
        await this.#write(event);
      } catch (err) {
        this.#options.onError?.(err);
      }
    }
  }

  async #write(event: Event): Promise<void> {
    const correlated = this.#correlator.correlate(event);
    if (correlated.action === 'drop') return;
    const client = this.#options.client.resource(events, correlated.event.metadata.namespace ?? 'default');
    if (correlated.action === 'count') {
      try {
        const { message, count, lastTimestamp, metadata } = correlated.event;
        const patch = { message, count, lastTimestamp };
        const written = await client.patch(metadata.name ?? '', 'application/merge-patch+json', patch);
        this.#correlator.written(correlated.key, structuredClone(written) as Event);
        return;
      } catch (err) {
        if (!isNotFound(err)) throw err;
        this.#correlator.forget(correlated.key);
      }
    }
    const written = await this.#create(client.create.bind(client), { ...correlated.event, metadata: event.metadata });
    if (written !== undefined) this.#correlator.written(correlated.key, structuredClone(written) as Event);
  }

  /** Tries again while no answer comes; what the server refuses is given up (a namespace that is being deleted, …). */
  async #create(
    create: (event: Event) => Promise<DeepReadonly<Event>>,
    event: Event,
  ): Promise<DeepReadonly<Event> | undefined> {
    for (let tries = 0; ; tries++) {
      try {
        return await create(event);
      } catch (err) {
        if (err instanceof StatusError) return undefined;
        if (tries >= 5 || this.#closed) throw err;
        await this.#clock.sleep(1000 * 2 ** tries);
      }
    }
  }
}

/** A reference to an object that knows its kind. */
export function referenceTo(object: DeepReadonly<KubeObject>): ObjectReference {
  const { kind, apiVersion, metadata } = object;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(metadata.name === undefined ? {} : { name: metadata.name }),
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
  };
}
