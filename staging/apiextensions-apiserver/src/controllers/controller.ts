import { type Clock, type DeepReadonly, isConflict, isNotFound } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import {
  type ResourceClient,
  type SharedInformer,
  type WorkQueue,
  type WorkQueueMetricsProvider,
  newWorkQueue,
} from '@kubescript/client';

import type { DefinitionCache } from '../apiserver/definition-cache.ts';
import type { DefinitionStore } from '../registry/definition/rest.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;

/** What the controllers of definitions work with. */
export interface ControllerDeps {
  readonly client: ResourceClient<CustomResourceDefinition>;
  readonly informer: SharedInformer<CustomResourceDefinition>;
  readonly store: DefinitionStore;
  readonly cache: DefinitionCache;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly queueMetrics?: WorkQueueMetricsProvider;
}

/**
 * One concern of definitions. `sync` brings a definition on its way and may be called again at any time; a definition
 * that changed meanwhile is synced again on its own.
 */
export interface DefinitionSync {
  readonly name: string;
  /** `queue` is the one that the definition came from. */
  sync(crd: Crd, queue: WorkQueue, signal: AbortSignal): Promise<void>;
  /** The definition is gone. */
  forget?(name: string, queue: WorkQueue): void;
}

/** Calls a DefinitionSync for every definition that is new or changed, one after the other. */
export class DefinitionController {
  readonly name: string;
  readonly #sync: DefinitionSync;
  readonly #deps: ControllerDeps;

  constructor(sync: DefinitionSync, deps: ControllerDeps) {
    this.name = sync.name;
    this.#sync = sync;
    this.#deps = deps;
  }

  /** Works until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { informer, clock, queueMetrics } = this.#deps;
    const queue = newWorkQueue({ clock, name: this.name, ...(queueMetrics && { metrics: queueMetrics }) });
    const add = (crd: Crd): void => {
      queue.add(crd.metadata.name ?? '');
    };
    const remove = informer.addEventHandler({
      onAdd: add,
      onUpdate: (_old, crd) => {
        add(crd);
      },
      onDelete: ({ metadata }) => this.#sync.forget?.(metadata.name ?? '', queue),
    });
    const stop = (): void => {
      queue.shutDown();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    for await (const key of queue.keys()) await this.#process(key, queue, signal);
    remove();
  }

  async #process(key: string, queue: WorkQueue, signal: AbortSignal): Promise<void> {
    const crd = this.#deps.informer.lister.get('', key);
    if (!crd) return;
    try {
      await this.#sync.sync(crd, queue, signal);
      queue.forget(key);
    } catch (error) {
      // Somebody else changed or deleted it: that will be told as well.
      if (isConflict(error) || isNotFound(error) || signal.aborted) return;
      this.#deps.onError(error);
      queue.addRateLimited(key);
    }
  }
}
