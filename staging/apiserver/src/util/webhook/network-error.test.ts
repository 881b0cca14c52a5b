import { expect, test } from 'vitest';

import { networkErrorText } from './network-error.ts';

const now = new Date('2026-01-02T03:04:05.678Z');

test.each([
  {
    error: { code: 'ECONNREFUSED', address: '127.0.0.1', port: 1 },
    want: 'dial tcp 127.0.0.1:1: connect: connection refused',
  },
  {
    error: { errors: [{ code: 'EHOSTUNREACH', address: '::1', port: 443 }] },
    want: 'dial tcp [::1]:443: connect: no route to host',
  },
  { error: { code: 'ENOTFOUND', hostname: 'nowhere.test' }, want: /^dial tcp: lookup nowhere\.test.*: no such host$/ },
  { error: { code: 'ECONNRESET', message: 'socket hang up' }, want: 'EOF' },
  {
    error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    want: 'tls: failed to verify certificate: x509: certificate signed by unknown authority',
  },
  {
    error: {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      host: 'a.b',
      cert: { subjectaltname: 'DNS:c.d, IP Address:1.2.3.4' },
    },
    want: 'tls: failed to verify certificate: x509: certificate is valid for c.d, 1.2.3.4, not a.b',
  },
  {
    error: { code: 'CERT_HAS_EXPIRED', cert: { valid_to: 'Jan  1 00:00:00 2026 GMT' } },
    want:
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid: ' +
      'current time 2026-01-02T03:04:05Z is after 2026-01-01T00:00:00Z',
  },
  { error: { message: 'something else' }, want: 'something else' },
])('$want', ({ error, want }) => {
  expect(networkErrorText({ message: '', ...error }, now)).toMatch(want);
});
