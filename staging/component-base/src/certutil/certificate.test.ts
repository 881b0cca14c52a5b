import { X509Certificate, createPrivateKey, generateKeyPairSync } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { isCurrent, issueCertificate, newCertificateAuthority, selfSignedCertificate } from './certificate.ts';
import { basicConstraints, distinguishedName, signCertificate } from './x509.ts';

describe('certificates', () => {
  test('a client certificate carries user and groups, and verifies against its authority', async () => {
    const authority = await newCertificateAuthority('kubernetes');
    const pair = await issueCertificate(authority, {
      commonName: 'system:node:a',
      organizations: ['system:nodes', 'more'],
      usages: ['client'],
    });
    const cert = new X509Certificate(pair.cert);
    expect(cert.subject).toBe('O=system:nodes\nO=more\nCN=system:node:a');
    expect(cert.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
    expect(cert.checkPrivateKey(createPrivateKey(pair.key))).toBe(true);
    expect(cert.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(cert.ca).toBe(false);
  });

  test('a server certificate covers names and addresses', async () => {
    const authority = await newCertificateAuthority('kubernetes');
    const hosts = ['localhost', 'kubernetes.default.svc', '127.0.0.1', 'fd00::1'];
    const pair = await issueCertificate(authority, { commonName: 'kube-apiserver', hosts, usages: ['server'] });
    expect(isCurrent(pair.cert, authority.cert, hosts)).toBe(true);
    expect(isCurrent(pair.cert, authority.cert, ['10.0.0.1'])).toBe(false);
  });

  test('a certificate of another authority or near its end is not current', async () => {
    const [authority, other] = await Promise.all([newCertificateAuthority('a'), newCertificateAuthority('a')]);
    const pair = await issueCertificate(authority, { commonName: 'x', usages: ['client'], validDays: 29 });
    expect(isCurrent(pair.cert, authority.cert)).toBe(false);
    const long = await issueCertificate(authority, { commonName: 'x', usages: ['client'] });
    expect(isCurrent(long.cert, other.cert)).toBe(false);
  });

  test('a self-signed certificate verifies itself', async () => {
    const { cert } = await selfSignedCertificate(['127.0.0.1']);
    expect(isCurrent(cert, cert, ['127.0.0.1'])).toBe(true);
  });

  test('an authority may sign, a leaf may not, and the leaf names the key of its authority', async () => {
    const authority = await newCertificateAuthority('kubernetes');
    const leaf = new X509Certificate((await issueCertificate(authority, { commonName: 'x', usages: ['client'] })).cert);
    const root = new X509Certificate(authority.cert);
    expect([root.ca, leaf.ca]).toEqual([true, false]);
    expect(leaf.checkIssued(root)).toBe(true);
    expect(leaf.issuer).toBe('CN=kubernetes');
    expect(BigInt(`0x${leaf.serialNumber}`)).toBeGreaterThan(2n ** 119n);
    expect(leaf.serialNumber).not.toBe(root.serialNumber);
  });

  test('names are the requested ones, beyond ASCII and beyond one byte of length too', async () => {
    const authority = await newCertificateAuthority('Prüfstelle "a", b');
    const commonName = 'x'.repeat(200);
    const { cert } = await issueCertificate(authority, { commonName, hosts: ['a.b'], usages: ['server', 'client'] });
    const leaf = new X509Certificate(cert);
    expect(leaf.subject).toBe(`CN=${commonName}`);
    expect(leaf.checkIssued(new X509Certificate(authority.cert))).toBe(true);
    expect(leaf.subjectAltName).toBe('DNS:a.b');
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  });

  test('an authority with an RSA key and without a key identifier signs too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const name = distinguishedName('old', ['org']);
    const [notBefore, notAfter] = [new Date(Date.now() - 1000), new Date(Date.UTC(2055, 1))];
    const extensions = [basicConstraints(true)];
    const content = {
      serialNumber: Buffer.of(1),
      issuer: name,
      subject: name,
      notBefore,
      notAfter,
      publicKey,
      extensions,
    };
    const cert = signCertificate(content, privateKey);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const pair = await issueCertificate({ cert, key }, { commonName: 'x', usages: ['client'] });
    expect(new X509Certificate(cert).validTo).toBe('Feb  1 00:00:00 2055 GMT');
    expect(isCurrent(pair.cert, cert)).toBe(true);
    expect(new X509Certificate(pair.cert).checkIssued(new X509Certificate(cert))).toBe(true);
  });

  test('a key that cannot sign like this is refused', async () => {
    const authority = await newCertificateAuthority('a');
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(issueCertificate({ ...authority, key }, { commonName: 'x', usages: ['client'] })).rejects.toThrow(
      'cannot sign with a key of the type ed25519',
    );
  });
});
