import type { Clock, GroupVersionResource, KubeObject } from '@kubescript/apimachinery';

import type { Client, Resource } from '../typed/resource.ts';
import type { SharedInformer, SharedInformerFactory } from './informer.ts';
import { newSharedInformer } from './shared-informer.ts';

/** How a factory is made. */
export interface InformerFactoryOptions {
  readonly clock?: Clock;
  /** Told of failures; they are retried whatever it does. */
  readonly onError?: (err: unknown, resource: GroupVersionResource) => void;
}

/**
 * A factory of informers over a client, one informer per resource.
 *
 * @go k8s.io/client-go/informers#NewSharedInformerFactory
 */
export function newSharedInformerFactory(client: Client, options: InformerFactoryOptions = {}): SharedInformerFactory {
  return new InformerFactory(client, options);
}

interface Entry {
  readonly informer: SharedInformer<KubeObject>;
  readonly stop: AbortController;
  started: boolean;
}

class InformerFactory implements SharedInformerFactory {
  readonly #client: Client;
  readonly #options: InformerFactoryOptions;
  readonly #full = new Map<string, Entry>();
  readonly #metadata = new Map<string, Entry>();
  readonly #running = new Set<Promise<void>>();
  #signal: AbortSignal | undefined;

  constructor(client: Client, options: InformerFactoryOptions) {
    this.#client = client;
    this.#options = options;
  }

  for<T extends KubeObject>(resource: Resource<T>): SharedInformer<T> {
    const key = keyOf(resource);
    const known = this.#full.get(key);
    if (known !== undefined) return known.informer as unknown as SharedInformer<T>;
    const informer = newSharedInformer<T>({
      client: this.#client.resource(resource),
      ...this.#informerOptions(resource),
    });
    this.#add(this.#full, key, informer);
    return informer;
  }

  forMetadata(resource: Resource<KubeObject>): SharedInformer<KubeObject> {
    const key = keyOf(resource);
    const known = this.#full.get(key) ?? this.#metadata.get(key);
    if (known !== undefined) return known.informer;
    const informer = newSharedInformer<KubeObject>({
      client: this.#client.metadata(resource),
      ...this.#informerOptions(resource),
    });
    this.#add(this.#metadata, key, informer);
    return informer;
  }

  forget(resource: Resource<KubeObject>): void {
    const key = keyOf(resource);
    for (const entries of [this.#full, this.#metadata]) {
      entries.get(key)?.stop.abort(new Error(`${key} is no longer watched`));
      entries.delete(key);
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    for (const entry of this.#entries()) this.#start(entry, signal);
    await aborted(signal);
    await Promise.all(this.#running);
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#entries().map(({ informer }) => informer.whenSynced(signal)));
  }

  #entries(): Entry[] {
    return [...this.#full.values(), ...this.#metadata.values()];
  }

  #informerOptions(resource: GroupVersionResource): { clock?: Clock; onError?: (err: unknown) => void } {
    const { clock, onError } = this.#options;
    return {
      ...(clock === undefined ? {} : { clock }),
      ...(onError === undefined
        ? {}
        : {
            onError: (err) => {
              onError(err, resource);
            },
          }),
    };
  }

  #add(entries: Map<string, Entry>, key: string, informer: SharedInformer<KubeObject>): void {
    const entry: Entry = { informer, stop: new AbortController(), started: false };
    entries.set(key, entry);
    if (this.#signal !== undefined) this.#start(entry, this.#signal);
  }

  #start(entry: Entry, signal: AbortSignal): void {
    if (entry.started || signal.aborted) return;
    entry.started = true;
    const running = entry.informer.run(AbortSignal.any([signal, entry.stop.signal])).finally(() => {
      this.#running.delete(running);
    });
    this.#running.add(running);
  }
}

function keyOf({ group, version, resource }: GroupVersionResource): string {
  return `${resource}.${version}.${group}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
