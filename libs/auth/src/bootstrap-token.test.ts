import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import { BootstrapTokenAuthenticator } from './bootstrap-token.ts';

const clock = { now: () => Date.UTC(2026, 0, 1), sleep: () => Promise.resolve() };
const good = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
  expiration: '2026-01-02T00:00:00Z',
  'auth-extra-groups': 'system:bootstrappers:workers',
};

test.each([
  { name: 'a good one', data: good, known: true },
  { name: 'an expired one', data: { ...good, expiration: '2025-12-31T00:00:00Z' }, known: false },
  { name: 'one for another use', data: { ...good, 'usage-bootstrap-authentication': 'false' }, known: false },
  { name: 'one with another secret', data: { ...good, 'token-secret': 'x' }, known: false },
  { name: 'one that would give any group', data: { ...good, 'auth-extra-groups': 'system:masters' }, known: false },
])('bootstrap tokens: $name', async ({ data, known }) => {
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  const secret = {
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    data: Object.fromEntries(encoded) as Record<string, string>,
  };
  const authenticator = new BootstrapTokenAuthenticator(
    { secret: () => Promise.resolve(secret as DeepReadonly<KubeObject>) },
    clock,
  );
  const user = { name: 'system:bootstrap:abcdef', groups: ['system:bootstrappers', 'system:bootstrappers:workers'] };
  expect(await authenticator.authenticateToken('abcdef.0123456789abcdef')).toEqual(known ? { user } : undefined);
  expect(await authenticator.authenticateToken('something else')).toBeUndefined();
});
