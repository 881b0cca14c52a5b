import { getCiphers } from 'node:tls';

import { expect, test } from 'vitest';

import { knownCipherSuites, openSslCiphers, parseNamedCertificate, tlsVersion } from './tls.ts';

test('every cipher suite is one that Node knows', () => {
  const known = new Set(getCiphers());
  for (const name of knownCipherSuites) expect(known).toContain((openSslCiphers([name]) ?? '').toLowerCase());
  expect(openSslCiphers([])).toBeUndefined();
  expect(() => openSslCiphers(['TLS_X'])).toThrow("Cipher suite TLS_X not supported or doesn't exist");
});

test('versions are named as in Go', () => {
  expect(tlsVersion('VersionTLS13')).toBe('TLSv1.3');
  expect(tlsVersion('')).toBeUndefined();
  expect(() => tlsVersion('1.3')).toThrow('unknown tls version "1.3"');
});

test.each([
  { text: 'a.crt,a.key', want: { certFile: 'a.crt', keyFile: 'a.key', names: [] } },
  { text: 'a.crt, a.key:x.y,*.z', want: { certFile: 'a.crt', keyFile: 'a.key', names: ['x.y', '*.z'] } },
])('$text', ({ text, want }) => {
  expect(parseNamedCertificate(text)).toEqual(want);
});

test.each(['', 'a.crt', 'a,b,c', 'a,b:c:d'])('%j is refused', (text) => {
  expect(() => parseNamedCertificate(text)).toThrow('expected comma separated certificate and key file paths');
});
