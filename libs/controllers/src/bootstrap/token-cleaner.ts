import type { Secret } from '@kubescript/api/core/v1';
import { type DeepReadonly, isConflict, isNotFound, keyOf, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { expiryOf, isBootstrapSecret } from './bootstrap-secrets.ts';

/**
 * Deletes bootstrap tokens that have expired.
 *
 * @go k8s.io/kubernetes/pkg/controller/bootstrap#TokenCleaner
 */
export class TokenCleaner implements Controller {
  readonly name = 'token-cleaner-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #secrets: SharedInformer<Secret>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#secrets = context.informers.for(corev1.secrets);
    const enqueue = (secret: DeepReadonly<Secret>): void => {
      if (namespaceOf(secret) === 'kube-system' && isBootstrapSecret(secret)) this.#queue.add(keyOf(secret));
    };
    this.#secrets.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, secret) => {
        enqueue(secret);
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 1,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#secrets],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Deletes a token whose time has come, else looks again when it comes. */
  async sync(key: string): Promise<void> {
    const secret = this.#secrets.lister.getByKey(key);
    const expiry = secret === undefined ? undefined : expiryOf(secret);
    if (secret === undefined || expiry === undefined) return;
    const left = expiry - this.#context.clock.now();
    if (left > 0) {
      this.#queue.addAfter(key, left);
      return;
    }
    const { resourceVersion = '' } = secret.metadata;
    const preconditions = { uid: uidOf(secret), resourceVersion };
    try {
      await this.#context.client
        .resource(corev1.secrets, namespaceOf(secret))
        .delete(nameOf(secret), { preconditions });
    } catch (err) {
      if (!isNotFound(err) && !isConflict(err)) throw err;
    }
  }
}
