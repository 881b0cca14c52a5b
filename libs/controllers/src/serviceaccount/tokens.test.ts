import { generateKeyPairSync } from 'node:crypto';

import type { Secret } from '@kubescript/api/core/v1';
import { corev1 } from '@kubescript/client';
import { decodeJwt, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { LegacyTokenIssuer } from './legacy-token.ts';
import { planCleanup } from './legacy-token-cleaner.ts';
import { TokensController } from './tokens-controller.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const issuer = new LegacyTokenIssuer(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const secretOf = (annotations: Record<string, string>, more: object = {}): Secret => ({
  metadata: { name: 's', namespace: 'ns', annotations },
  type: 'kubernetes.io/service-account-token',
  ...more,
});
const name = 'kubernetes.io/service-account.name';
const uid = 'kubernetes.io/service-account.uid';

describe('TokensController', () => {
  test('fills a Secret with a token for its service account', async () => {
    await using cluster = new TestCluster();
    const { client } = cluster;
    client.seed(corev1.serviceaccounts, { metadata: { name: 'x', namespace: 'ns' } });
    client.seed(corev1.secrets, secretOf({ [name]: 'x' }));
    cluster.start(new TokensController(cluster.context, { issuer, rootCa: 'PEM' }));
    const filled = (): Secret | undefined => client.stored(corev1.secrets)[0] as Secret | undefined;
    await expect.poll(() => filled()?.data?.['token']).toBeDefined();
    const account = client.stored(corev1.serviceaccounts)[0];
    const token = Buffer.from(filled()?.data?.['token'] ?? '', 'base64').toString();
    const { payload } = await jwtVerify(token, keys.publicKey);
    expect(payload).toEqual({
      iss: 'kubernetes/serviceaccount',
      'kubernetes.io/serviceaccount/namespace': 'ns',
      'kubernetes.io/serviceaccount/secret.name': 's',
      'kubernetes.io/serviceaccount/service-account.name': 'x',
      'kubernetes.io/serviceaccount/service-account.uid': account?.metadata.uid,
      sub: 'system:serviceaccount:ns:x',
    });
    expect(Buffer.from(filled()?.data?.['ca.crt'] ?? '', 'base64').toString()).toBe('PEM');
    expect(filled()?.metadata.annotations?.[uid]).toBe(account?.metadata.uid);
    expect(decodeJwt(token).exp).toBeUndefined();
  });

  test.each([{ [name]: 'gone' }, { [name]: 'x', [uid]: 'former' }])(
    'deletes a Secret whose service account is gone: %j',
    async (annotations) => {
      await using cluster = new TestCluster();
      cluster.client.seed(corev1.serviceaccounts, { metadata: { name: 'x', namespace: 'ns' } });
      cluster.client.seed(corev1.secrets, secretOf(annotations));
      cluster.start(new TokensController(cluster.context, { issuer, rootCa: '' }));
      await expect.poll(() => cluster.client.stored(corev1.secrets)).toEqual([]);
    },
  );

  test('leaves other Secrets alone', async () => {
    await using cluster = new TestCluster();
    cluster.client.seed(
      corev1.secrets,
      { ...secretOf({ [name]: 'x' }), type: 'Opaque' },
      {
        ...secretOf({}),
        metadata: { name: 't', namespace: 'ns' },
      },
    );
    const controller = new TokensController(cluster.context, { issuer, rootCa: '' });
    cluster.start();
    await cluster.context.informers.for(corev1.secrets).whenSynced(new AbortController().signal);
    await controller.sync('ns/s');
    await controller.sync('ns/t');
    expect(cluster.client.writes()).toEqual([]);
  });
});

describe('clean-up of tokens that nobody uses', () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 0, 31);
  const account = { metadata: { name: 'x', namespace: 'ns', uid: 'u' }, secrets: [{ name: 's' }] };
  const state = { now, period: 10 * day, account, isMounted: false };
  const old = (labels: Record<string, string> = {}): Secret => {
    const secret = secretOf({ [name]: 'x' });
    return { ...secret, metadata: { ...secret.metadata, creationTimestamp: '2025-12-01T00:00:00Z', labels } };
  };
  const used = 'kubernetes.io/legacy-token-last-used';
  const invalid = 'kubernetes.io/legacy-token-invalid-since';

  test.each([
    { name: 'never used', secret: old(), want: 'invalidate' },
    { name: 'used lately', secret: old({ [used]: '2026-01-25' }), want: 'keep' },
    { name: 'used long ago', secret: old({ [used]: '2026-01-01' }), want: 'invalidate' },
    { name: 'used on no day', secret: old({ [used]: 'x' }), want: 'keep' },
    { name: 'refused lately', secret: old({ [invalid]: '2026-01-25' }), want: 'keep' },
    { name: 'refused long ago', secret: old({ [invalid]: '2026-01-01' }), want: 'delete' },
    { name: 'mounted', secret: old(), change: { isMounted: true }, want: 'keep' },
    { name: 'made by hand', secret: old(), change: { account: { ...account, secrets: [] } }, want: 'keep' },
    { name: 'new', secret: old(), change: { period: 100 * day }, want: 'keep' },
    { name: 'of another type', secret: { ...old(), type: 'Opaque' }, want: 'keep' },
  ])('$name: $want', ({ secret, change, want }) => {
    expect(planCleanup(secret, { ...state, ...change })).toBe(want);
  });
});
