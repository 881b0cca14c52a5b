import { type KeyObject, type X509Certificate, createHash, sign } from 'node:crypto';

import { type IpAddress, parseIp } from '@kubescript/apimachinery';

import {
  type DerElement,
  bitString,
  booleanTrue,
  directoryString,
  explicitTag,
  implicitTag,
  nullElement,
  objectIdentifier,
  octetString,
  positiveInteger,
  readElements,
  sequence,
  setOf,
  time,
} from './der.ts';

/** Certificates are written here and not by a library: a first start makes three, and would load it for them. */

const oid = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256WithRsa: '1.2.840.113549.1.1.11',
} as const;

/** What a certificate says (RFC 5280). */
export interface CertificateContent {
  readonly serialNumber: Uint8Array;
  /** Names in DER: `distinguishedName()`, or that of an authority. */
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** The certificate as PEM, signed with SHA-256. The key is an elliptic or an RSA one. */
export function signCertificate(content: CertificateContent, signer: KeyObject): string {
  const algorithm = signatureAlgorithm(signer);
  const toBeSigned = sequence(
    explicitTag(0, positiveInteger(Buffer.of(2))),
    positiveInteger(content.serialNumber),
    algorithm,
    content.issuer,
    sequence(time(content.notBefore), time(content.notAfter)),
    content.subject,
    content.publicKey.export({ type: 'spki', format: 'der' }),
    explicitTag(3, sequence(...content.extensions)),
  );
  return toPem('CERTIFICATE', sequence(toBeSigned, algorithm, bitString(sign('sha256', toBeSigned, signer))));
}

/** A name of groups (organizations) and a user or server (common name). */
export function distinguishedName(commonName: string, organizations: readonly string[] = []): Buffer {
  const attribute = (type: string, value: string): Buffer =>
    setOf(sequence(objectIdentifier(type), directoryString(value)));
  return sequence(
    ...organizations.map((name) => attribute(oid.organization, name)),
    attribute(oid.commonName, commonName),
  );
}

/** May the certificate sign others? */
export function basicConstraints(authority: boolean): Buffer {
  return extension(oid.basicConstraints, authority ? sequence(booleanTrue()) : sequence(), true);
}

/** The bits of a key's usage that are used here, counted from the left. */
const keyUsageBits = { digitalSignature: 0, keyEncipherment: 2, keyCertSign: 5 } as const;

/** What the key may be used for. */
export function keyUsage(...usages: readonly (keyof typeof keyUsageBits)[]): Buffer {
  const bits: readonly number[] = usages.map((usage) => keyUsageBits[usage]);
  const byte = bits.reduce((set, bit) => set | (0x80 >> bit), 0);
  return extension(oid.keyUsage, bitString(Buffer.of(byte), 7 - Math.max(...bits)), true);
}

/** Whether servers or clients show the certificate. */
export function extendedKeyUsage(usages: readonly ('server' | 'client')[]): Buffer {
  const purposes = { server: oid.serverAuth, client: oid.clientAuth };
  return extension(oid.extendedKeyUsage, sequence(...usages.map((usage) => objectIdentifier(purposes[usage]))));
}

/** The DNS names and IP addresses of a server. */
export function subjectAltName(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) => {
    const ip = parseIp(host);
    return ip === undefined ? implicitTag(2, Buffer.from(host)) : implicitTag(7, ipBytes(ip));
  });
  return extension(oid.subjectAltName, sequence(...names));
}

/** Names the key of an authority. */
export function subjectKeyIdentifier(publicKey: KeyObject): Buffer {
  return extension(oid.subjectKeyIdentifier, octetString(keyIdentifier(publicKey)));
}

/** Names the key of the authority that signed. */
export function authorityKeyIdentifier(authority: X509Certificate): Buffer {
  return extension(oid.authorityKeyIdentifier, sequence(implicitTag(0, keyIdentifierOf(authority))));
}

/** The subject of a certificate, in DER. */
export function subjectOf(certificate: X509Certificate): Buffer {
  const [, , , , , subject] = fieldsOf(certificate);
  if (subject === undefined) throw new RangeError('the certificate has no subject');
  return subject.bytes;
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(objectIdentifier(id), ...(critical ? [booleanTrue()] : []), octetString(value));
}

function signatureAlgorithm(key: KeyObject): Buffer {
  if (key.asymmetricKeyType === 'ec') return sequence(objectIdentifier(oid.ecdsaWithSha256));
  if (key.asymmetricKeyType === 'rsa') return sequence(objectIdentifier(oid.sha256WithRsa), nullElement());
  throw new Error(`an authority cannot sign with a key of the type ${String(key.asymmetricKeyType)}`);
}

/** SHA-1 of the bits of the key (RFC 5280, section 4.2.1.2). */
function keyIdentifier(publicKey: KeyObject): Buffer {
  const [info] = readElements(publicKey.export({ type: 'spki', format: 'der' }));
  const bits = info && readElements(info.content)[1];
  if (bits === undefined) throw new RangeError('the public key has no bits');
  return createHash('sha1').update(bits.content.subarray(1)).digest();
}

/** What the certificate itself says, or else what would be said of its key. */
function keyIdentifierOf(certificate: X509Certificate): Buffer {
  const wanted = objectIdentifier(oid.subjectKeyIdentifier);
  const found = extensionsOf(certificate).find(({ content }) => content.subarray(0, wanted.length).equals(wanted));
  const value = found && readElements(found.content).at(-1);
  const [identifier] = value ? readElements(value.content) : [];
  return identifier?.content ?? keyIdentifier(certificate.publicKey);
}

function extensionsOf(certificate: X509Certificate): readonly DerElement[] {
  const tagged = fieldsOf(certificate).find(({ tag }) => tag === 0xa3);
  const [list] = tagged ? readElements(tagged.content) : [];
  return list ? readElements(list.content) : [];
}

/** Version, serial number, algorithm, issuer, validity, subject, key, extensions. */
function fieldsOf({ raw }: X509Certificate): readonly DerElement[] {
  const [certificate] = readElements(raw);
  const [toBeSigned] = certificate ? readElements(certificate.content) : [];
  return toBeSigned ? readElements(toBeSigned.content) : [];
}

function ipBytes({ family, value }: IpAddress): Buffer {
  return Buffer.from(value.toString(16).padStart(family === 4 ? 8 : 32, '0'), 'hex');
}

function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
