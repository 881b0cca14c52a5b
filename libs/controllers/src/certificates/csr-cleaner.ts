import { X509Certificate } from 'node:crypto';

import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import { type DeepReadonly, isNotFound, nameOf, parseTime, until } from '@kubescript/apimachinery';
import { certificatesv1, type SharedInformer } from '@kubescript/client';

import type { Controller, ControllerContext } from '../shared/controller.ts';
import { hasCondition } from './certificate-request.ts';

const hour = 3_600_000;
const POLL_MS = 10 * 60_000;

type Csr = DeepReadonly<CertificateSigningRequest>;

/**
 * True if nobody needs a request any more: refused or answered an hour ago, pending for a day, or expired.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/cleaner#(*CSRCleanerController).handle
 */
export function isObsolete(csr: Csr, now: number): boolean {
  const { conditions = [], certificate = '' } = csr.status;
  const isOlder = (type: string, age: number): boolean =>
    conditions.some(
      (condition) =>
        condition.type === type &&
        condition.lastUpdateTime !== undefined &&
        now - parseTime(condition.lastUpdateTime) > age,
    );
  if (conditions.length === 0) {
    const { creationTimestamp } = csr.metadata;
    return creationTimestamp !== undefined && now - parseTime(creationTimestamp) > 24 * hour;
  }
  if (isOlder('Denied', hour) || isOlder('Failed', hour)) return true;
  if (!hasCondition(csr, 'Approved') || certificate === '') return false;
  return isOlder('Approved', hour) || hasExpired(certificate, now);
}

function hasExpired(certificate: string, now: number): boolean {
  try {
    return new X509Certificate(Buffer.from(certificate, 'base64')).validToDate.getTime() < now;
  } catch {
    return false;
  }
}

/**
 * Deletes CertificateSigningRequests that nobody needs any more.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/cleaner#CSRCleanerController
 */
export class CsrCleanerController implements Controller {
  readonly name = 'certificatesigningrequest-cleaner-controller';
  readonly #context: ControllerContext;
  readonly #requests: SharedInformer<CertificateSigningRequest>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#requests = context.informers.for(certificatesv1.certificatesigningrequests);
  }

  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#requests.whenSynced(signal);
    } catch (err) {
      if (signal.aborted) return;
      throw err;
    }
    const logger = this.#context.newLogger(this.name);
    await until(
      async () => {
        await this.clean().catch((err: unknown) => {
          logger.warn('could not delete obsolete requests, will be tried again', { err });
        });
      },
      POLL_MS,
      { signal, clock: this.#context.clock },
    );
  }

  /** Deletes all that are obsolete now. */
  async clean(): Promise<void> {
    const { client, clock } = this.#context;
    const api = client.resource(certificatesv1.certificatesigningrequests);
    for (const csr of this.#requests.lister.list()) {
      if (!isObsolete(csr, clock.now())) continue;
      await api.delete(nameOf(csr)).catch((err: unknown) => {
        if (!isNotFound(err)) throw err;
      });
    }
  }
}
