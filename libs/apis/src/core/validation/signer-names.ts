import {
  checkName,
  dnsSubdomainMaxLength,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
  tooLong,
} from '@kubescript/apimachinery';

const SHAPE = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
const MAX_PATH = 253 + 63 + 1;

/** The name of a signer of certificates: `example.com/signer`. @go core/validation#ValidateSignerName */
export function validateSignerName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const [domain = '', signer, ...rest] = name.split('/');
  if (signer === undefined || rest.length > 0) return [invalid(path, name, SHAPE)];
  const errors: FieldError[] = [];
  if (domain.length > dnsSubdomainMaxLength) errors.push(tooLong(path, '', dnsSubdomainMaxLength));
  errors.push(...validateFirstBrokenLabel(domain, isDns1123Label, path));
  if (!domain.includes('.')) {
    errors.push(invalid(path, domain, 'should be a domain with at least two segments separated by dots'));
  }
  errors.push(...validateFirstBrokenLabel(signer, isDns1123Subdomain, path));
  const max = dnsSubdomainMaxLength + MAX_PATH + 1;
  if (name.length > max) errors.push(tooLong(path, '', max));
  return errors;
}

/** Only the first label that breaks the rule is reported. */
function validateFirstBrokenLabel(text: string, rule: (label: string) => string[], path: FieldPath): FieldError[] {
  for (const label of text.split('.')) {
    const broken = rule(label);
    if (broken.length > 0) {
      return broken.map((message) => invalid(path, text, `validating label "${label}": ${message}`));
    }
  }
  return [];
}

/** Signers of the Kubernetes project. @go core/validation#IsKubernetesSignerName */
export function isKubernetesSigner(name: string): boolean {
  const host = name.split('/', 1)[0] ?? '';
  return host === 'kubernetes.io' || host.endsWith('.kubernetes.io');
}

/** The name of a trust bundle starts with that of its signer. @go core/validation#ValidateClusterTrustBundleName */
export function clusterTrustBundleName(signer: string): (name: string, isPrefix: boolean) => string[] {
  if (signer === '') {
    return (name, isPrefix) =>
      name.includes(':')
        ? ['ClusterTrustBundle without signer name must not have ":" in its name']
        : checkName(isDns1123Subdomain, name, isPrefix);
  }
  const prefix = `${signer.replaceAll('/', ':')}:`;
  return (name, isPrefix) =>
    name.startsWith(prefix)
      ? checkName(isDns1123Subdomain, name.slice(prefix.length), isPrefix)
      : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}

/** The signer that the name of a trust bundle tells of; empty if it tells of none. */
export function signerOfBundle(name: string): string {
  const split = name.lastIndexOf(':');
  return split < 0 ? '' : name.slice(0, split).replaceAll(':', '/');
}
