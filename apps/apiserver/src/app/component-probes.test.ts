import type { Backend } from '@kubescript/apiserver';
import { expect, test } from 'vitest';

import { componentProbes } from './component-probes.ts';

const { signal } = new AbortController();
const backend = (checkHealth: () => Promise<void>): Backend => ({ checkHealth }) as Partial<Backend> as Backend;

test('the components are those that the reference asks', () => {
  expect(Object.keys(componentProbes(backend(() => Promise.resolve()))).sort()).toEqual([
    'controller-manager',
    'etcd-0',
    'scheduler',
  ]);
});

test('the store is as well as it says', async () => {
  expect(await componentProbes(backend(() => Promise.resolve()))['etcd-0']?.(signal)).toBe('ok');
  const failing = componentProbes(backend(() => Promise.reject(new Error('no quorum'))));
  await expect(failing['etcd-0']?.(signal)).rejects.toThrow('no quorum');
});
