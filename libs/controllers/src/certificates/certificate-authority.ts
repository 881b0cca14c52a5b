import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';

import type { Clock } from '@kubescript/apimachinery';
import type * as x509 from '@peculiar/x509';

import type { RequestedCertificate } from './certificate-request.ts';
import { x509Library } from './x509-library.ts';

const BACKDATE_MS = 5 * 60_000;
const MIN_DURATION_MS = 10 * 60_000;

/** The authority that signs certificates, PEM, and how long they are good for. */
export interface AuthorityOptions {
  readonly cert: string;
  readonly key: string;
  /** `--cluster-signing-duration`, in milliseconds. */
  readonly maxDuration: number;
  readonly clock: Clock;
}

/**
 * Signs what is asked for, as it is: whoever asks is to be checked before.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/authority#CertificateAuthority.Sign
 */
export class CertificateAuthority {
  readonly #options: AuthorityOptions;

  constructor(options: AuthorityOptions) {
    this.#options = options;
  }

  /** The certificate, PEM. `expirationSeconds` is what the client would like. */
  async sign(
    requested: RequestedCertificate,
    usages: readonly string[],
    expirationSeconds: number | undefined,
  ): Promise<string> {
    const lib = await x509Library();
    const { cert, key } = this.#options;
    const issuer = new lib.X509Certificate(cert);
    const { signingKey, signingAlgorithm } = await importSigningKey(key);
    const alternatives = requested.request.extensions.filter(
      (extension) => extension instanceof lib.SubjectAlternativeNameExtension,
    );
    const signed = await lib.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: requested.request.subjectName,
      issuer: issuer.subjectName,
      publicKey: requested.request.publicKey,
      signingKey,
      signingAlgorithm,
      ...this.#validity(issuer, expirationSeconds),
      extensions: [
        new lib.BasicConstraintsExtension(false, undefined, true),
        ...usageExtensions(lib, usages),
        await lib.AuthorityKeyIdentifierExtension.create(issuer),
        ...alternatives,
      ],
    });
    return `${signed.toString('pem')}\n`;
  }

  /** No longer than asked, allowed, or than the authority itself. */
  #validity(
    issuer: x509.X509Certificate,
    expirationSeconds: number | undefined,
  ): { readonly notBefore: Date; readonly notAfter: Date } {
    const { clock, maxDuration } = this.#options;
    const wanted = expirationSeconds === undefined ? maxDuration : expirationSeconds * 1000;
    const duration = Math.min(Math.max(wanted, MIN_DURATION_MS), maxDuration);
    const now = clock.now();
    const end = Math.min(now + duration, issuer.notAfter.getTime());
    if (end <= now) throw new Error('the signer has expired');
    return { notBefore: new Date(now - BACKDATE_MS), notAfter: new Date(end) };
  }
}

async function importSigningKey(pem: string): Promise<{
  readonly signingKey: webcrypto.CryptoKey;
  readonly signingAlgorithm: webcrypto.EcdsaParams | webcrypto.RsaHashedImportParams;
}> {
  const key = createPrivateKey(pem);
  const der = key.export({ type: 'pkcs8', format: 'der' });
  if (key.asymmetricKeyType === 'rsa') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return {
      signingKey: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
      signingAlgorithm: algorithm,
    };
  }
  const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };
  const namedCurve = curves[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (namedCurve === undefined) throw new Error('the key of the signer must be RSA, or EC on P-256, P-384 or P-521');
  const algorithm = { name: 'ECDSA', namedCurve };
  return {
    signingKey: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  };
}

/** 16 random bytes, positive. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString('hex');
}

function usageExtensions(lib: typeof x509, usages: readonly string[]): x509.Extension[] {
  const { KeyUsageFlags: flags } = lib;
  const keyUsages: Readonly<Record<string, x509.KeyUsageFlags | undefined>> = {
    signing: flags.digitalSignature,
    'digital signature': flags.digitalSignature,
    'content commitment': flags.nonRepudiation,
    'key encipherment': flags.keyEncipherment,
    'data encipherment': flags.dataEncipherment,
    'key agreement': flags.keyAgreement,
    'cert sign': flags.keyCertSign,
    'crl sign': flags.cRLSign,
    'encipher only': flags.encipherOnly,
    'decipher only': flags.decipherOnly,
  };
  const wanted = usages.map((usage) => keyUsages[usage]).filter((flag) => flag !== undefined);
  const purposes = usages.map((usage) => purposeIds[usage]).filter((id) => id !== undefined);
  return [
    ...(wanted.length === 0
      ? []
      : [
          new lib.KeyUsagesExtension(
            wanted.reduce((sum, flag) => sum | flag),
            true,
          ),
        ]),
    ...(purposes.length === 0 ? [] : [new lib.ExtendedKeyUsageExtension(purposes)]),
  ];
}

const purposeIds: Readonly<Record<string, string | undefined>> = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
};
