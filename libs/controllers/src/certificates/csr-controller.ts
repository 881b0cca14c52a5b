import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import { type DeepReadonly, keyOf } from '@kubescript/apimachinery';
import { certificatesv1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';

/** What a controller does with a request that is new or changed. */
export type HandleCsr = (csr: DeepReadonly<CertificateSigningRequest>) => Promise<void>;

/**
 * Hands every CertificateSigningRequest that has no certificate yet to `handle`.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates#CertificateController
 */
export class CsrController implements Controller {
  readonly name: string;
  readonly #context: ControllerContext;
  readonly #handle: HandleCsr;
  readonly #queue: WorkQueue;
  readonly #requests: SharedInformer<CertificateSigningRequest>;

  constructor(context: ControllerContext, name: string, handle: HandleCsr) {
    this.name = name;
    this.#context = context;
    this.#handle = handle;
    this.#queue = newWorkQueue({ clock: context.clock, name });
    this.#requests = context.informers.for(certificatesv1.certificatesigningrequests);
    this.#requests.addEventHandler({
      onAdd: (csr) => {
        this.#queue.add(keyOf(csr));
      },
      onUpdate: (_, csr) => {
        this.#queue.add(keyOf(csr));
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 5,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#requests],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  async sync(key: string): Promise<void> {
    const csr = this.#requests.lister.getByKey(key);
    if (csr === undefined || (csr.status.certificate ?? '') !== '') return;
    await this.#handle(csr);
  }
}
