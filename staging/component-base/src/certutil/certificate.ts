import { X509Certificate, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

import type * as x509 from '@peculiar/x509';

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

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;

/** Makes a certificate authority that is valid for ten years. */
export async function newCertificateAuthority(commonName: string): Promise<KeyPair> {
  const lib = await loadLibrary();
  const keys = await generateKeys();
  const cert = await lib.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: subject({ commonName, usages: [] }),
    keys,
    signingAlgorithm: algorithm,
    ...validity(3650),
    extensions: [
      new lib.BasicConstraintsExtension(true, undefined, true),
      new lib.KeyUsagesExtension(
        lib.KeyUsageFlags.digitalSignature | lib.KeyUsageFlags.keyEncipherment | lib.KeyUsageFlags.keyCertSign,
        true,
      ),
      await lib.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: cert.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** Issues a certificate for a new key, signed by the authority. */
export async function issueCertificate(authority: KeyPair, request: CertificateRequest): Promise<KeyPair> {
  const lib = await loadLibrary();
  const keys = await generateKeys();
  const issuer = new lib.X509Certificate(authority.cert);
  const cert = await lib.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: subject(request),
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    ...validity(request.validDays ?? 365),
    extensions: [...leafExtensions(lib, request), await lib.AuthorityKeyIdentifierExtension.create(issuer)],
  });
  return { cert: cert.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** A certificate that is its own authority, for servers that nobody needs to verify. */
export async function selfSignedCertificate(hosts: readonly string[]): Promise<KeyPair> {
  const lib = await loadLibrary();
  const keys = await generateKeys();
  const request = { commonName: hosts[0] ?? 'localhost', hosts, usages: ['server'] as const };
  const cert = await lib.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: subject(request),
    keys,
    signingAlgorithm: algorithm,
    ...validity(365),
    extensions: leafExtensions(lib, request),
  });
  return { cert: cert.toString('pem'), key: await exportKey(keys.privateKey) };
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

function leafExtensions(lib: typeof x509, request: CertificateRequest): x509.Extension[] {
  const usages = { server: lib.ExtendedKeyUsage.serverAuth, client: lib.ExtendedKeyUsage.clientAuth };
  const names = (request.hosts ?? []).map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }));
  return [
    new lib.BasicConstraintsExtension(false, undefined, true),
    new lib.KeyUsagesExtension(lib.KeyUsageFlags.digitalSignature | lib.KeyUsageFlags.keyEncipherment, true),
    new lib.ExtendedKeyUsageExtension(request.usages.map((usage) => usages[usage])),
    ...(names.length > 0 ? [new lib.SubjectAlternativeNameExtension(names)] : []),
  ];
}

function subject(request: CertificateRequest): x509.JsonName {
  return [...(request.organizations ?? []).map((group) => ({ O: [group] })), { CN: [request.commonName] }];
}

/** Begins an hour ago, so that clocks may differ a little. */
function validity(days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + days * dayMs) };
}

/** 16 random bytes, positive. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  return (((bytes[0] ?? 0) & 0x7f) | 0x01).toString(16).padStart(2, '0') + bytes.toString('hex', 1);
}

function generateKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}

type CryptoKeyPair = webcrypto.CryptoKeyPair;

/** Loaded when a certificate is made for the first time: most starts make none. */
async function loadLibrary(): Promise<typeof x509> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
