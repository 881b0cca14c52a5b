import {
  type Clock,
  type DeepReadonly,
  isGone,
  isResourceExpired,
  type KubeObject,
  realClock,
} from '@kubescript/apimachinery';

import type { ListOptions, ResourceClient } from '../typed/resource.ts';

/** Where a reflector puts what it sees. */
export interface ReflectorSink<T> {
  /** Everything there is, at the end of a list. */
  replace(objects: readonly DeepReadonly<T>[]): void;
  /** An object that was added or changed. */
  changed(object: DeepReadonly<T>): void;
  deleted(object: DeepReadonly<T>): void;
}

/** How a reflector is made. */
export interface ReflectorOptions<T extends KubeObject> {
  readonly client: ResourceClient<T>;
  readonly sink: ReflectorSink<T>;
  readonly selectors?: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;
  readonly clock?: Clock;
  /** Told of every failure before the next try. */
  readonly onError?: (err: unknown) => void;
}

const backoff = { base: 200, max: 30_000, resetAfter: 120_000 };
const pageSize = 500;

/**
 * Keeps a sink current: lists, then watches from where the list was read, for ever. A watch that ends is resumed at
 * the last resourceVersion seen; if the server no longer has that (410), everything is listed again.
 *
 * @go k8s.io/client-go/tools/cache#(*Reflector).ListAndWatch
 */
export class Reflector<T extends KubeObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #clock: Clock;
  /** '' while a list is needed. */
  #resourceVersion = '';
  /** False once the server said that its cache is behind what we have seen: then the list must be current. */
  #mayBeStale = true;
  #failures = 0;
  #lastFailure = 0;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
  }

  /** Runs until the signal; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#resourceVersion === '') await this.#list(signal);
        await this.#watch(signal);
      } catch (err) {
        if (isAborted(signal)) return;
        if (!this.#needsList(err)) this.#options.onError?.(err);
        await this.#backOff(signal);
      }
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, sink, selectors } = this.#options;
    const objects: DeepReadonly<T>[] = [];
    const first = this.#mayBeStale ? { resourceVersion: '0' } : { limit: pageSize };
    let page = await client.list({ ...selectors, ...first, signal });
    objects.push(...page.items);
    while (page.continue !== '') {
      page = await client.list({ ...selectors, limit: pageSize, continue: page.continue, signal });
      objects.push(...page.items);
    }
    this.#mayBeStale = true;
    this.#resourceVersion = page.resourceVersion;
    sink.replace(objects);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { client, selectors } = this.#options;
    const started = this.#clock.now();
    let events = 0;
    const watch = client.watch({
      ...selectors,
      resourceVersion: this.#resourceVersion,
      allowWatchBookmarks: true,
      timeoutSeconds: 300 + Math.floor(Math.random() * 300),
      signal,
    });
    for await (const event of watch) {
      events += 1;
      this.#take(event.type, event.object);
    }
    if (events === 0 && this.#clock.now() - started < 1000) throw new Error('the watch ended at once without an event');
  }

  #take(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: DeepReadonly<T>): void {
    const { sink } = this.#options;
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
        sink.changed(object);
        break;
      case 'DELETED':
        sink.deleted(object);
        break;
      case 'BOOKMARK':
        break;
      default:
        throw new Error(`unknown event ${String(type satisfies never)}`);
    }
    this.#resourceVersion = object.metadata.resourceVersion ?? this.#resourceVersion;
  }

  /** True if the failure says that our resourceVersion is too old; the next turn lists. */
  #needsList(err: unknown): boolean {
    if (!isResourceExpired(err) && !isGone(err)) return false;
    if (this.#resourceVersion === '') this.#mayBeStale = false;
    this.#resourceVersion = '';
    return true;
  }

  async #backOff(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#lastFailure > backoff.resetAfter) this.#failures = 0;
    this.#lastFailure = now;
    const delay = Math.min(backoff.base * 2 ** this.#failures, backoff.max);
    this.#failures += 1;
    try {
      await this.#clock.sleep(delay * (1 + Math.random()), signal);
    } catch {
      /* the signal; run() sees it */
    }
  }
}

/** Asked after a wait, in which the signal may have changed. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
