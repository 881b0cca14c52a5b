import { Buffer } from 'node:buffer';

import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import { type DeepReadonly, type KubeObject, jsonEqual } from '@kubescript/apimachinery';
import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';

import { forbid, isFor, objectOf, oldObjectOf } from '../generic/attributes.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { subjectOrganizations } from './request-subject.ts';

const group = 'certificates.k8s.io';
const resource = 'certificatesigningrequests';

/**
 * CertificateApproval: whoever approves or denies a request must be allowed to, for its signer.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/certificates/approval#(*Plugin).Validate
 */
export function certificateApproval({ authorizer }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      if (!isFor(attributes, group, resource, 'approval')) return;
      const { signerName } = oldObjectOf<CertificateSigningRequest>(attributes).spec;
      if (await mayUseSigner(authorizer, attributes, 'approve', signerName)) return;
      throw forbid(attributes, `user not permitted to approve requests with signerName "${signerName}"`);
    },
  };
}

/**
 * CertificateSigning: whoever writes a certificate into a request must be allowed to sign for its signer.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/certificates/signing#(*Plugin).Validate
 */
export function certificateSigning({ authorizer }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'CertificateSigning',
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      if (!isFor(attributes, group, resource, 'status')) return;
      const old = oldObjectOf<CertificateSigningRequest>(attributes);
      if (!isSigned(objectOf<CertificateSigningRequest>(attributes), old)) return;
      const { signerName } = old.spec;
      if (await mayUseSigner(authorizer, attributes, 'sign', signerName)) return;
      throw forbid(attributes, `user not permitted to sign requests with signerName "${signerName}"`);
    },
  };
}

/**
 * CertificateSubjectRestriction: nobody asks for a client certificate of `system:masters`.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/certificates/subjectrestriction#(*Plugin).Validate
 */
export function certificateSubjectRestriction(): AdmissionPlugin {
  return {
    name: 'CertificateSubjectRestriction',
    handles: (operation) => operation === 'CREATE',
    validate(attributes) {
      if (isFor(attributes, group, resource)) checkSubject(objectOf<CertificateSigningRequest>(attributes), attributes);
      return Promise.resolve();
    },
  };
}

function checkSubject({ spec }: DeepReadonly<CertificateSigningRequest>, attributes: AdmissionAttributes): void {
  if (spec.signerName !== 'kubernetes.io/kube-apiserver-client') return;
  const organizations = subjectOrganizations(Buffer.from(spec.request, 'base64').toString());
  if (!organizations) throw forbid(attributes, 'unable to parse request');
  if (!organizations.includes('system:masters')) return;
  throw forbid(
    attributes,
    'use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
  );
}

function isSigned(
  { status }: DeepReadonly<CertificateSigningRequest>,
  old: DeepReadonly<CertificateSigningRequest>,
): boolean {
  const failed = (request: DeepReadonly<CertificateSigningRequest>): boolean =>
    request.status.conditions?.some(({ type }) => type === 'Failed') ?? false;
  return status.certificate !== old.status.certificate || failed({ ...old, status }) !== failed(old);
}

/** A signer may be allowed by its name, or by the wildcard of its domain. */
async function mayUseSigner(
  authorizer: AdmissionDeps['authorizer'],
  { user }: AdmissionAttributes,
  verb: string,
  signerName: string,
): Promise<boolean> {
  const wildcard = `${signerName.split('/')[0] ?? ''}/*`;
  for (const name of [signerName, wildcard]) {
    const { decision } = await authorizer.authorize({
      user,
      verb,
      name,
      isResourceRequest: true,
      namespace: '',
      apiGroup: group,
      apiVersion: '*',
      resource: 'signers',
      subresource: '',
      path: '',
    });
    if (decision === 'allow') return true;
  }
  return false;
}

/**
 * ClusterTrustBundleAttest: whoever writes the trust bundle of a signer must be allowed to attest for it.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/certificates/ctbattest#(*Plugin).Validate
 */
export function clusterTrustBundleAttest({ authorizer }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'ClusterTrustBundleAttest',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      if (!isFor(attributes, group, 'clustertrustbundles')) return;
      const { signerName = '' } = objectOf<TrustBundle>(attributes).spec;
      if (signerName === '') return;
      if (attributes.operation === 'UPDATE' && jsonEqual(attributes.object, attributes.oldObject)) return;
      if (await mayUseSigner(authorizer, attributes, 'attest', signerName)) return;
      throw forbid(attributes, `user not permitted to attest for signerName "${signerName}"`);
    },
  };
}

interface TrustBundle extends KubeObject {
  readonly spec: { readonly signerName?: string };
}
