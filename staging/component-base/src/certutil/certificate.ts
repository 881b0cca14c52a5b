import { type KeyObject, X509Certificate, createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';

import {
  type CertificateContent,
  authorityKeyIdentifier,
  basicConstraints,
  distinguishedName,
  extendedKeyUsage,
  keyUsage,
  signCertificate,
  subjectAltName,
  subjectKeyIdentifier,
  subjectOf,
} from './x509.ts';

/** A certificate (with its chain, if any) and its private key, both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate is for. */
export interface CertificateRequest {
  /** The user name of a client, or the name of a server. */
  readonly commonName: string;
  /** The groups of a client. */
  readonly organizations?: readonly string[];
  /** DNS names and IP addresses of a server. */
  readonly hosts?: readonly string[];
  readonly usages: readonly ('server' | 'client')[];
  /** A year unless told. */
  readonly validDays?: number;
}

const dayMs = 86_400_000;

/** Makes a certificate authority that is valid for ten years. */
export async function newCertificateAuthority(commonName: string): Promise<KeyPair> {
  const keys = await generateKeys();
  const name = distinguishedName(commonName);
  return signed(keys, keys.privateKey, {
    ...{ issuer: name, subject: name, ...validity(3650) },
    extensions: [
      basicConstraints(true),
      keyUsage('digitalSignature', 'keyEncipherment', 'keyCertSign'),
      subjectKeyIdentifier(keys.publicKey),
    ],
  });
}

/** Issues a certificate for a new key, signed by the authority. */
export async function issueCertificate(authority: KeyPair, request: CertificateRequest): Promise<KeyPair> {
  const keys = await generateKeys();
  const issuer = new X509Certificate(authority.cert);
  return signed(keys, createPrivateKey(authority.key), {
    ...{ issuer: subjectOf(issuer), subject: distinguishedName(request.commonName, request.organizations) },
    ...validity(request.validDays ?? 365),
    extensions: [...leafExtensions(request), authorityKeyIdentifier(issuer)],
  });
}

/** A certificate that is its own authority, for servers that nobody needs to verify. */
export async function selfSignedCertificate(hosts: readonly string[]): Promise<KeyPair> {
  const keys = await generateKeys();
  const name = distinguishedName(hosts[0] ?? 'localhost');
  return signed(keys, keys.privateKey, {
    ...{ issuer: name, subject: name, ...validity(365) },
    extensions: leafExtensions({ hosts, usages: ['server'] }),
  });
}

/**
 * True if a PEM certificate is valid for another 30 days, was issued by `authority`, and covers every one of `hosts`:
 * otherwise it has to be issued again.
 */
export function isCurrent(cert: string, authority: string, hosts: readonly string[] = []): boolean {
  const leaf = new X509Certificate(cert);
  const expiry = Date.parse(leaf.validTo);
  const covers = hosts.every((host) => (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined);
  return covers && expiry - Date.now() > 30 * dayMs && leaf.verify(new X509Certificate(authority).publicKey);
}

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function signed(
  { publicKey, privateKey }: Keys,
  signer: KeyObject,
  content: Omit<CertificateContent, 'serialNumber' | 'publicKey'>,
): KeyPair {
  return {
    cert: signCertificate({ ...content, publicKey, serialNumber: serialNumber() }, signer),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function leafExtensions({ hosts = [], usages }: Pick<CertificateRequest, 'hosts' | 'usages'>): readonly Buffer[] {
  return [
    basicConstraints(false),
    keyUsage('digitalSignature', 'keyEncipherment'),
    extendedKeyUsage(usages),
    ...(hosts.length > 0 ? [subjectAltName(hosts)] : []),
  ];
}

/** Begins an hour ago, so that clocks may differ a little. */
function validity(days: number): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + days * dayMs) };
}

/** 16 random bytes, positive and never shorter. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes;
}

/** An elliptic key of the curve P-256. */
function generateKeys(): Promise<Keys> {
  return promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
}
