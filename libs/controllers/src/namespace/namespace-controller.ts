import type { Namespace } from '@kubescript/api/core/v1';
import { type Clock, type DeepReadonly, TaskGroup, isConflict, keyOf } from '@kubescript/apimachinery';
import { type Client, type Discovery, type SharedInformer, type WorkQueue, newWorkQueue } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import { NamespacedResourcesDeleter } from './namespaced-resources-deleter.ts';

/** Pods often end before their grace period does, so a namespace is looked at this often at least, in milliseconds. */
const longestWait = 1000;

/** How the namespace controller is made. */
export interface NamespaceControllerOptions {
  readonly client: Client;
  readonly discovery: Discovery;
  readonly namespaces: SharedInformer<Namespace>;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** `--concurrent-namespace-syncs`; 10 unless told. */
  readonly workers?: number;
}

/**
 * Empties and finalizes the namespaces that are being deleted.
 * @go k8s.io/kubernetes/pkg/controller/namespace#NamespaceController
 */
export class NamespaceController {
  readonly #options: NamespaceControllerOptions;
  readonly #queue: WorkQueue;
  readonly #deleter: NamespacedResourcesDeleter;

  constructor(options: NamespaceControllerOptions) {
    this.#options = options;
    this.#queue = newWorkQueue({ name: 'namespace', ...(options.clock === undefined ? {} : { clock: options.clock }) });
    this.#deleter = new NamespacedResourcesDeleter(options);
  }

  /** Runs until the signal; the informer is run by its factory. */
  async run(signal: AbortSignal): Promise<void> {
    const removeHandler = this.#options.namespaces.addEventHandler({
      onAdd: (namespace) => {
        this.enqueueNamespace(namespace);
      },
      onUpdate: (_, namespace) => {
        this.enqueueNamespace(namespace);
      },
    });
    const group = new TaskGroup(signal);
    for (let worker = 0; worker < (this.#options.workers ?? 10); worker++) {
      group.spawn(`worker ${worker}`, () => this.#work());
    }
    const shutDown = (): void => {
      this.#queue.shutDown();
    };
    group.signal.addEventListener('abort', shutDown, { once: true });
    if (group.signal.aborted) shutDown();
    await group.wait();
    removeHandler();
  }

  /** Queues a namespace if it is being deleted. */
  enqueueNamespace(namespace: DeepReadonly<Namespace>): void {
    if (namespace.metadata.deletionTimestamp !== undefined) this.#queue.add(keyOf(namespace));
  }

  async #work(): Promise<void> {
    for await (const key of this.#queue.keys()) {
      try {
        await this.syncNamespace(key);
      } catch (err) {
        if (!isConflict(err))
          this.#options.logger.warn('Namespace deletion failed; it is tried again', { namespace: key, err });
        this.#queue.addRateLimited(key);
      }
    }
  }

  /** Does one attempt, and comes back later if something remains. */
  async syncNamespace(key: string): Promise<void> {
    const namespace = this.#options.namespaces.lister.getByKey(key);
    const again = namespace === undefined ? undefined : await this.#deleter.delete(namespace);
    if (again === undefined) this.#queue.forget(key);
    else this.#queue.addAfter(key, Math.min(again, longestWait));
  }
}
