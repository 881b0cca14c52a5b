import type { ResourceAttributes } from '@kubescript/api/authorization/v1';
import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import { type DeepReadonly, formatTime, nameOf } from '@kubescript/apimachinery';
import { authorizationv1, certificatesv1 } from '@kubescript/client';

import type { ControllerContext } from '../shared/controller.ts';
import { hasCondition, parseCertificateRequest, type RequestedCertificate } from './certificate-request.ts';
import { CsrController } from './csr-controller.ts';
import { kubeletClientProblem, signerNames } from './signers.ts';

type Csr = DeepReadonly<CertificateSigningRequest>;

interface Recognizer {
  readonly recognizes: (csr: Csr, requested: RequestedCertificate) => boolean;
  /** The right that the requestor must have. */
  readonly subresource: string;
  readonly message: string;
}

const recognizers: readonly Recognizer[] = [
  {
    recognizes: (csr, requested) => isNodeClient(csr, requested) && csr.spec.username === requested.commonName,
    subresource: 'selfnodeclient',
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
  },
  {
    recognizes: isNodeClient,
    subresource: 'nodeclient',
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
  },
];

function isNodeClient({ spec }: Csr, requested: RequestedCertificate): boolean {
  if (spec.signerName !== signerNames.kubeletClient) return false;
  return kubeletClientProblem(requested, spec.usages ?? []) === undefined;
}

/**
 * Approves the client certificates of kubelets, for whoever may have them approved.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/approver#NewCSRApprovingController
 */
export function newCsrApprovingController(context: ControllerContext): CsrController {
  const { client, clock } = context;
  return new CsrController(context, 'certificatesigningrequest-approving-controller', async function approve(csr) {
    if (hasCondition(csr, 'Approved') || hasCondition(csr, 'Denied')) return;
    const requested = await parseCertificateRequest(csr);
    const suited = recognizers.filter(({ recognizes }) => recognizes(csr, requested));
    for (const { subresource, message } of suited) {
      if (!(await isAuthorized(context, csr, subresource))) continue;
      const lastUpdateTime = formatTime(clock.now());
      const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message, lastUpdateTime };
      const approved = { ...csr, status: { ...csr.status, conditions: [...(csr.status.conditions ?? []), condition] } };
      await client.resource(certificatesv1.certificatesigningrequests).updateSubresource('approval', approved);
      return;
    }
    if (suited.length > 0) {
      const tried = suited.map(({ subresource }) => subresource).join(' ');
      const what = `recognized csr ${JSON.stringify(nameOf(csr))} as [${tried}]`;
      throw new Error(`${what} but subject access review was not approved`);
    }
  });
}

async function isAuthorized({ client }: ControllerContext, { spec }: Csr, subresource: string): Promise<boolean> {
  const resourceAttributes: ResourceAttributes = {
    group: 'certificates.k8s.io',
    resource: 'certificatesigningrequests',
    verb: 'create',
    subresource,
    version: '*',
  };
  const { username: user = '', uid = '', groups = [], extra } = spec;
  const review = await client.resource(authorizationv1.subjectaccessreviews).create({
    metadata: {},
    spec: {
      user,
      groups: [...groups],
      resourceAttributes,
      ...(uid !== '' && { uid }),
      ...(extra && { extra: structuredClone(extra) as Record<string, string[]> }),
    },
    status: { allowed: false },
  });
  return review.status.allowed;
}
