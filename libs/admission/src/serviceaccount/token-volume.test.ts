import type { Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { mountServiceAccountToken } from './token-volume.ts';

const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';

function pod(spec: Partial<Pod['spec']>): Pod {
  return { metadata: {}, spec: { containers: [{ name: 'c' }], ...spec }, status: {} };
}

test('every container gets the token from one volume', () => {
  const made = pod({ initContainers: [{ name: 'i' }] });
  mountServiceAccountToken(made);
  const [volume] = made.spec.volumes ?? [];
  expect(volume?.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
  const mount = { name: volume?.name, readOnly: true, mountPath };
  expect(made.spec.containers[0]?.volumeMounts).toEqual([mount]);
  expect(made.spec.initContainers?.[0]?.volumeMounts).toEqual([mount]);
});

test('a container that mounts something there keeps it', () => {
  const mount = { name: 'own', mountPath };
  const made = pod({ containers: [{ name: 'c', volumeMounts: [mount] }], volumes: [{ name: 'own', emptyDir: {} }] });
  mountServiceAccountToken(made);
  expect(made.spec.containers[0]?.volumeMounts).toEqual([mount]);
  expect(made.spec.volumes).toHaveLength(1);
});

test('doing it again changes nothing', () => {
  const made = pod({});
  mountServiceAccountToken(made);
  const before = structuredClone(made);
  mountServiceAccountToken(made);
  expect(made).toEqual(before);
});
