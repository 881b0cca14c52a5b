import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PeerCertificate, connect } from 'node:tls';

import { selfSignedCertificate } from '@kubescript/component-base';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startTestServer } from '../testing/index.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tls-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function writePair(name: string, host: string): Promise<{ cert: string; key: string; pem: string }> {
  const pair = await selfSignedCertificate([host]);
  const [cert, key] = [join(directory, `${name}.crt`), join(directory, `${name}.key`)];
  writeFileSync(key, pair.key);
  writeFileSync(cert, pair.cert);
  return { cert, key, pem: pair.cert };
}

interface Handshake {
  readonly names: string;
  readonly protocol: string | null;
}

function shake(
  url: string,
  options: { readonly servername?: string; readonly maxVersion?: 'TLSv1.2' } = {},
): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(url).port);
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
      const { subjectaltname = '' } = socket.getPeerCertificate() as Partial<PeerCertificate>;
      resolve({ names: subjectaltname, protocol: socket.getProtocol() });
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('names have their own certificates, and a changed file is taken over', async () => {
  const serving = await writePair('serving', 'main.example');
  const named = await writePair('named', 'own.example');
  const wild = await writePair('wild', 'unused.example');
  await using server = await startTestServer({
    serving: { tlsCertFile: serving.cert, tlsPrivateKeyFile: serving.key },
    tls: { tlsSniCertKey: [`${named.cert},${named.key}`, `${wild.cert},${wild.key}:*.wild.example`] },
  });
  expect((await shake(server.url)).names).toBe('DNS:main.example');
  expect((await shake(server.url, { servername: 'own.example' })).names).toBe('DNS:own.example');
  expect((await shake(server.url, { servername: 'a.wild.example' })).names).toBe('DNS:unused.example');
  expect((await shake(server.url, { servername: 'other.example' })).names).toBe('DNS:main.example');
  await writePair('serving', 'renewed.example');
  await expect.poll(async () => (await shake(server.url)).names, { timeout: 10_000 }).toBe('DNS:renewed.example');
}, 30_000);

test('old versions are refused', async () => {
  await using server = await startTestServer({ tls: { tlsMinVersion: 'VersionTLS13' } });
  expect((await shake(server.url)).protocol).toBe('TLSv1.3');
  await expect(shake(server.url, { maxVersion: 'TLSv1.2' })).rejects.toThrow();
});
