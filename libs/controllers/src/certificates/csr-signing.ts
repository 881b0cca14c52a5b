import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import { type DeepReadonly, formatTime } from '@kubescript/apimachinery';
import { certificatesv1 } from '@kubescript/client';

import type { ControllerContext } from '../shared/controller.ts';
import { CertificateAuthority } from './certificate-authority.ts';
import { hasCondition, parseCertificateRequest } from './certificate-request.ts';
import { CsrController } from './csr-controller.ts';
import { type SignerName, signerProblem } from './signers.ts';

/** The authority of each signer, PEM; signers without one sign nothing. */
export interface CsrSigningOptions {
  readonly authorities: Partial<Readonly<Record<SignerName, { readonly cert: string; readonly key: string }>>>;
  /** `--cluster-signing-duration`, in milliseconds. */
  readonly maxDuration: number;
}

/**
 * Signs the approved requests of the cluster's own signers.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/signer#NewCSRSigningController
 */
export function newCsrSigningController(context: ControllerContext, options: CsrSigningOptions): CsrController {
  const { client, clock } = context;
  const authorities = new Map(
    Object.entries(options.authorities).map(([signer, pair]) => [
      signer,
      new CertificateAuthority({ ...pair, maxDuration: options.maxDuration, clock }),
    ]),
  );
  const update = async (csr: DeepReadonly<CertificateSigningRequest>, status: object): Promise<void> => {
    const api = client.resource(certificatesv1.certificatesigningrequests);
    await api.updateStatus({ ...csr, status: { ...csr.status, ...status } });
  };
  return new CsrController(context, 'certificatesigningrequest-signing-controller', async function sign(csr) {
    const authority = authorities.get(csr.spec.signerName);
    if (authority === undefined || !hasCondition(csr, 'Approved') || hasCondition(csr, 'Failed')) return;
    const requested = await parseCertificateRequest(csr);
    const usages = csr.spec.usages ?? [];
    const message = signerProblem(csr.spec.signerName as SignerName, requested, usages);
    if (message !== undefined) {
      const time = formatTime(clock.now());
      const failed = {
        type: 'Failed',
        status: 'True',
        reason: 'SignerValidationFailure',
        message,
        lastUpdateTime: time,
      };
      await update(csr, { conditions: [...(csr.status.conditions ?? []), failed] });
      return;
    }
    const pem = await authority.sign(requested, usages, csr.spec.expirationSeconds);
    await update(csr, { certificate: Buffer.from(pem).toString('base64') });
  });
}
