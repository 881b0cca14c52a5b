import { X509Certificate, createPrivateKey } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { isCurrent, issueCertificate, newCertificateAuthority, selfSignedCertificate } from './certificate.ts';

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
});
