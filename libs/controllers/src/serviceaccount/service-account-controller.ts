import type { Namespace, ServiceAccount } from '@kubescript/api/core/v1';
import { type DeepReadonly, isAlreadyExists, nameOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';

const accountNames = ['default'] as const;

/**
 * Sees to it that every namespace has its `default` service account.
 *
 * @go k8s.io/kubernetes/pkg/controller/serviceaccount#ServiceAccountsController
 */
export class ServiceAccountController implements Controller {
  readonly name = 'serviceaccount-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #accounts: SharedInformer<ServiceAccount>;
  readonly #namespaces: SharedInformer<Namespace>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#accounts = context.informers.for(corev1.serviceaccounts);
    this.#namespaces = context.informers.for(corev1.namespaces);
    this.#accounts.addEventHandler({
      onDelete: (account) => {
        this.#queue.add(namespaceOf(account));
      },
    });
    this.#namespaces.addEventHandler({
      onAdd: (namespace) => {
        this.#queue.add(nameOf(namespace));
      },
      onUpdate: (_, namespace) => {
        this.#queue.add(nameOf(namespace));
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
        waitFor: [this.#accounts, this.#namespaces],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Creates what a namespace lacks. */
  async sync(namespaceName: string): Promise<void> {
    const namespace = this.#namespaces.lister.get('', namespaceName);
    if (namespace === undefined || !isActive(namespace)) return;
    for (const name of accountNames) {
      if (this.#accounts.lister.get(namespaceName, name) !== undefined) continue;
      try {
        const account = { metadata: { name, namespace: namespaceName } };
        await this.#context.client.resource(corev1.serviceaccounts, namespaceName).create(account);
      } catch (err) {
        if (!isAlreadyExists(err) && !isTerminatingNamespace(err)) throw err;
      }
    }
  }
}

/** True unless the namespace is on its way out. */
export function isActive(namespace: DeepReadonly<Namespace>): boolean {
  return namespace.status.phase !== 'Terminating' && namespace.metadata.deletionTimestamp === undefined;
}
