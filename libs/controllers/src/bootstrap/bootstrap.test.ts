import { createHmac } from 'node:crypto';

import type { ConfigMap, Secret } from '@kubescript/api/core/v1';
import { corev1 } from '@kubescript/client';
import { describe, expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { BootstrapSigner, detachedSignature } from './bootstrap-signer.ts';
import { signingTokenOf } from './bootstrap-secrets.ts';
import { TokenCleaner } from './token-cleaner.ts';

const now = Date.UTC(2026, 0, 1);
const good = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true' };
const secretOf = (data: Record<string, string>, name = 'bootstrap-token-abcdef'): Secret => ({
  metadata: { name, namespace: 'kube-system' },
  type: 'bootstrap.kubernetes.io/token',
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
});

test.each([
  { name: 'a good one', secret: secretOf(good), signs: true },
  { name: 'one for another use', secret: secretOf({ ...good, 'usage-bootstrap-signing': 'false' }), signs: false },
  { name: 'an expired one', secret: secretOf({ ...good, expiration: '2025-12-31T00:00:00Z' }), signs: false },
  { name: 'one with no time', secret: secretOf({ ...good, expiration: 'soon' }), signs: false },
  { name: 'one of another name', secret: secretOf(good, 'bootstrap-token-xxxxxx'), signs: false },
  { name: 'another type', secret: { ...secretOf(good), type: 'Opaque' }, signs: false },
])('a token signs: $name: $signs', ({ secret, signs }) => {
  expect(signingTokenOf(secret, now) !== undefined).toBe(signs);
});

test('a signature is one of RFC 7515 without the payload', async () => {
  const [header = '', payload, signature] = (await detachedSignature('text', { id: 'abcdef', secret: 'key' })).split(
    '.',
  );
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'abcdef' });
  expect(payload).toBe('');
  const signed = `${header}.${Buffer.from('text').toString('base64url')}`;
  expect(signature).toBe(createHmac('sha256', 'key').update(signed).digest('base64url'));
});

describe('controllers', () => {
  const info: ConfigMap = {
    metadata: { name: 'cluster-info', namespace: 'kube-public' },
    data: { kubeconfig: 'text', 'jws-kubeconfig-former': 'x' },
  };

  test('cluster-info is signed with the tokens that are there', async () => {
    await using cluster = new TestCluster();
    const { client } = cluster;
    client.seed(corev1.configmaps, info);
    client.seed(corev1.secrets, secretOf(good));
    cluster.start(new BootstrapSigner(cluster.context));
    const names = (): string[] => Object.keys(client.stored(corev1.configmaps)[0]?.data ?? {}).sort();
    await expect.poll(names).toEqual(['jws-kubeconfig-abcdef', 'kubeconfig']);
    await client.resource(corev1.secrets, 'kube-system').delete('bootstrap-token-abcdef');
    await expect.poll(names).toEqual(['kubeconfig']);
  });

  test('expired tokens are deleted, others when their time comes', async () => {
    await using cluster = new TestCluster();
    const { client } = cluster;
    const soon = new Date(Date.now() + 1500).toISOString();
    client.seed(
      corev1.secrets,
      secretOf({ expiration: '2020-01-01T00:00:00Z' }, 'bootstrap-token-a'),
      secretOf({ expiration: soon }, 'bootstrap-token-b'),
      secretOf(good),
    );
    cluster.start(new TokenCleaner(cluster.context));
    const names = (): (string | undefined)[] => client.stored(corev1.secrets).map(({ metadata }) => metadata.name);
    await expect.poll(names).toEqual(['bootstrap-token-b', 'bootstrap-token-abcdef']);
    await expect.poll(names, { timeout: 4000 }).toEqual(['bootstrap-token-abcdef']);
  });
});
