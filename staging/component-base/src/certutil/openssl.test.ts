import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { issueCertificate, newCertificateAuthority, selfSignedCertificate } from './certificate.ts';

const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubescript-openssl-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

const openssl = (...args: string[]): string => execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });

describe.skipIf(!hasOpenSsl)('OpenSSL takes what is written, in its strict mode', () => {
  test.each([
    { name: 'a server', purpose: 'sslserver', usage: 'server' as const, hosts: ['localhost', '10.96.0.1', 'fd00::1'] },
    { name: 'a client', purpose: 'sslclient', usage: 'client' as const, hosts: [] },
  ])('$name', async ({ purpose, usage, hosts }) => {
    const authority = await newCertificateAuthority('kubernetes');
    const request = { commonName: 'system:node:ü', organizations: ['system:nodes'], hosts, usages: [usage] };
    const pair = await issueCertificate(authority, request);
    const [ca, leaf] = [file('ca.pem', authority.cert), file('leaf.pem', pair.cert)];
    expect(openssl('verify', '-x509_strict', '-CAfile', ca, '-purpose', purpose, leaf)).toBe(`${leaf}: OK\n`);
    // OpenSSL writes every element again from what it understood of it.
    const again = new X509Certificate(openssl('x509', '-in', leaf));
    expect(again.raw.equals(new X509Certificate(pair.cert).raw)).toBe(true);
    expect(openssl('x509', '-in', leaf, '-noout', '-pubkey')).toBe(
      openssl('pkey', '-in', file('leaf.key', pair.key), '-pubout'),
    );
  });

  test('a certificate that is its own authority', async () => {
    const { cert } = await selfSignedCertificate(['localhost']);
    const path = file('self.pem', cert);
    expect(openssl('verify', '-CAfile', path, path)).toBe(`${path}: OK\n`);
    expect(openssl('x509', '-in', path, '-noout', '-checkhost', 'localhost')).toContain('does match certificate');
  });

  test('an authority may sign certificates of servers', async () => {
    const path = file('ca.pem', (await newCertificateAuthority('kubernetes')).cert);
    expect(openssl('x509', '-in', path, '-noout', '-purpose')).toContain('SSL server CA : Yes');
  });
});
