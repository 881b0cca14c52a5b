import type { DeepReadonly } from '@kubescript/apimachinery';
import type { CertificateSigningRequest } from '@kubescript/api/certificates/v1';
import type { Pkcs10CertificateRequest } from '@peculiar/x509';

import { x509Library } from './x509-library.ts';

/** What a certificate request asks for. */
export interface RequestedCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  readonly request: Pkcs10CertificateRequest;
}

/**
 * Reads the request of a CertificateSigningRequest; throws an Error if it is none, or not signed with its own key.
 *
 * @go k8s.io/kubernetes/pkg/apis/certificates/v1#ParseCSR
 */
export async function parseCertificateRequest(
  csr: DeepReadonly<CertificateSigningRequest>,
): Promise<RequestedCertificate> {
  const lib = await x509Library();
  const pem = Buffer.from(csr.spec.request, 'base64').toString();
  if (!pem.includes('-----BEGIN CERTIFICATE REQUEST-----')) {
    throw new Error('PEM block type must be CERTIFICATE REQUEST');
  }
  const request = new lib.Pkcs10CertificateRequest(pem);
  if (!(await request.verify())) throw new Error('the request is not signed with its own key');
  const names = request.extensions
    .filter((extension) => extension instanceof lib.SubjectAlternativeNameExtension)
    .flatMap((extension) => extension.names.items);
  const valuesOf = (type: string): string[] => names.filter((name) => name.type === type).map(({ value }) => value);
  return {
    commonName: request.subjectName.getField('CN').at(-1) ?? '',
    organizations: request.subjectName.getField('O'),
    dnsNames: valuesOf('dns'),
    ipAddresses: valuesOf('ip'),
    emails: valuesOf('email'),
    uris: valuesOf('url'),
    request,
  };
}

/** True if the request has a condition of that type that holds. */
export function hasCondition({ status }: DeepReadonly<CertificateSigningRequest>, type: string): boolean {
  return (status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}
