import type { RequestedCertificate } from './certificate-request.ts';

/** The signers of the cluster itself. */
export const signerNames = {
  kubeletServing: 'kubernetes.io/kubelet-serving',
  kubeletClient: 'kubernetes.io/kube-apiserver-client-kubelet',
  apiserverClient: 'kubernetes.io/kube-apiserver-client',
  legacyUnknown: 'kubernetes.io/legacy-unknown',
} as const;

/** One of them. */
export type SignerName = (typeof signerNames)[keyof typeof signerNames];

/**
 * What keeps a signer from signing a request; undefined if nothing does.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/signer#getCSRVerificationFuncForSignerName
 */
export function signerProblem(
  signer: SignerName,
  requested: RequestedCertificate,
  usages: readonly string[],
): string | undefined {
  switch (signer) {
    case signerNames.kubeletServing:
      return kubeletServingProblem(requested, usages);
    case signerNames.kubeletClient:
      return kubeletClientProblem(requested, usages);
    case signerNames.apiserverClient:
      return hasUsages(usages, 'client auth') ? undefined : usagesProblem(usages, 'client auth');
    case signerNames.legacyUnknown:
      return undefined;
  }
}

/** @go k8s.io/kubernetes/pkg/apis/certificates/v1#ValidateKubeletServingCSR */
function kubeletServingProblem(requested: RequestedCertificate, usages: readonly string[]): string | undefined {
  if (!isOfNodes(requested)) return 'subject organization is not system:nodes';
  if (requested.dnsNames.length === 0 && requested.ipAddresses.length === 0) {
    return 'DNS or IP subjectAltName is required';
  }
  if (requested.emails.length > 0) return 'Email subjectAltNames are not allowed';
  if (requested.uris.length > 0) return 'URI subjectAltNames are not allowed';
  if (!hasUsages(usages, 'server auth')) return usagesProblem(usages, 'server auth');
  return isNamedAsNode(requested) ? undefined : 'subject common name does not begin with system:node:';
}

/** @go k8s.io/kubernetes/pkg/apis/certificates/v1#ValidateKubeletClientCSR */
export function kubeletClientProblem(requested: RequestedCertificate, usages: readonly string[]): string | undefined {
  if (!isOfNodes(requested)) return 'subject organization is not system:nodes';
  if (requested.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed';
  if (requested.emails.length > 0) return 'Email subjectAltNames are not allowed';
  if (requested.ipAddresses.length > 0) return 'IP subjectAltNames are not allowed';
  if (requested.uris.length > 0) return 'URI subjectAltNames are not allowed';
  if (!isNamedAsNode(requested)) return 'subject common name does not begin with system:node:';
  return hasUsages(usages, 'client auth') ? undefined : usagesProblem(usages, 'client auth');
}

function isOfNodes({ organizations }: RequestedCertificate): boolean {
  return organizations.length === 1 && organizations[0] === 'system:nodes';
}

function isNamedAsNode({ commonName }: RequestedCertificate): boolean {
  return commonName.startsWith('system:node:');
}

/** Exactly the purpose and what its keys are for; keys that are not RSA need no encipherment. */
function hasUsages(usages: readonly string[], purpose: string): boolean {
  const allowed = [purpose, 'digital signature', 'key encipherment'];
  return (
    usages.includes(purpose) && usages.includes('digital signature') && usages.every((usage) => allowed.includes(usage))
  );
}

function usagesProblem(usages: readonly string[], purpose: string): string {
  return `usages did not match [digital signature ${purpose}], with key encipherment optional: got [${usages.join(' ')}]`;
}
