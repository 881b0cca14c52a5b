import { X509Certificate } from 'node:crypto';
import { type SecureContext, type SecureVersion, createSecureContext } from 'node:tls';

/** A certificate with its chain, and its key; PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate for clients that ask for one of the names; without names, for those in the certificate. */
export interface NamedCertificate extends CertifiedKey {
  /** `kube.example`, `*.example`. */
  readonly names: readonly string[];
}

/** What connections are secured with. */
export interface TlsMaterial extends CertifiedKey {
  /** PEM of the authorities that client certificates are asked to come from. */
  readonly clientCa?: string;
  readonly named?: readonly NamedCertificate[];
  /** In OpenSSL's words; by default those of Node. */
  readonly ciphers?: string;
  readonly minVersion?: SecureVersion;
}

const defaultMinVersion: SecureVersion = 'TLSv1.2';

/** What Node takes for one certificate. */
export function secureContextOptions(
  material: TlsMaterial,
  { certificate, key }: CertifiedKey = material,
): { cert: string; key: string; minVersion: SecureVersion; ca?: string; ciphers?: string; honorCipherOrder?: boolean } {
  const { clientCa, ciphers, minVersion = defaultMinVersion } = material;
  return {
    cert: certificate,
    key,
    minVersion,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
    ...(ciphers === undefined ? {} : { ciphers, honorCipherOrder: true }),
  };
}

/**
 * The contexts of named certificates: finds that of a name, an exact one before one with a wildcard; undefined where the
 * default is meant.
 *
 * @go k8s.io/apiserver/pkg/server/dynamiccertificates#(*DynamicServingCertificateController).BuildNamedCertificates
 */
export function contextByName(material: TlsMaterial): (name: string) => SecureContext | undefined {
  const contexts = new Map<string, SecureContext>();
  for (const named of material.named ?? []) {
    const context = createSecureContext(secureContextOptions(material, named));
    for (const name of namesOf(named)) if (!contexts.has(name)) contexts.set(name, context);
  }
  return function findContext(name) {
    const lower = name.toLowerCase();
    return contexts.get(lower) ?? contexts.get(lower.replace(/^[^.]+/, '*'));
  };
}

function namesOf({ names, certificate }: NamedCertificate): readonly string[] {
  if (names.length > 0) return names.map((name) => name.toLowerCase());
  const { subjectAltName = '' } = new X509Certificate(certificate);
  return [...subjectAltName.matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name.toLowerCase());
}
