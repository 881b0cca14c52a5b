import { readFile } from 'node:fs/promises';

import { selfSignedCertificate } from '../certutil/certificate.ts';

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
  return selfSignedCertificate(options.hosts);
}

async function readPem(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`${flag}: cannot read ${path}: ${(err as Error).message}`, { cause: err });
  }
}
