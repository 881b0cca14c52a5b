import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A certificate and its private key, both PEM. */
export interface ServingCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The certificate to serve with: the one in the files, or a self-signed one for `hosts` that lives in memory for as
 * long as the process does. Callers cannot verify the latter; the health endpoints do not need them to.
 */
export async function servingCertificate(options: {
  readonly tlsCertFile: string;
  readonly tlsPrivateKeyFile: string;
  readonly hosts: readonly string[];
}): Promise<ServingCertificate> {
  if (options.tlsCertFile !== '') {
    const [cert, key] = await Promise.all([
      readPem('--tls-cert-file', options.tlsCertFile),
      readPem('--tls-private-key-file', options.tlsPrivateKeyFile),
    ]);
    return { cert, key };
  }
  return selfSigned(options.hosts);
}

async function readPem(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`${flag}: cannot read ${path}: ${(err as Error).message}`, { cause: err });
  }
}

/** Loaded only where it is needed, because most components of a cluster are given certificates. */
async function selfSigned(hosts: readonly string[]): Promise<ServingCertificate> {
  const { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const cert = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${hosts[0] ?? 'localhost'}@${String(Math.floor(Date.now() / 1000))}`,
      notBefore: new Date(Date.now() - 3_600_000),
      notAfter: new Date(Date.now() + 365 * 86_400_000),
      signingAlgorithm: algorithm,
      keys,
      extensions: [new SubjectAlternativeNameExtension(hosts.map(alternativeName))],
    },
    webcrypto as Crypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: cert.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}

function alternativeName(host: string): { type: 'ip' | 'dns'; value: string } {
  return { type: /^[\d.]+$|:/.test(host) ? 'ip' : 'dns', value: host };
}
