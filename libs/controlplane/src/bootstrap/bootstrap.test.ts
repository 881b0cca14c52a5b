import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { realClock } from '@kubescript/apimachinery';
import { openEmbeddedBackend, StoreSet, type Authorizer } from '@kubescript/apiserver';
import { newApiScheme } from '@kubescript/lib-apis';
import { listObjects, systemContext } from '@kubescript/lib-registry';
import { expect, test } from 'vitest';

import { installGroups } from '../install-groups.ts';
import { bootstrapHooks } from './bootstrap.ts';
import { KubernetesEndpoints } from './kubernetes-endpoints.ts';
import { repairServiceAllocators } from './repair-allocators.ts';

const authorizer: Authorizer = { authorize: () => Promise.resolve({ decision: 'allow', reason: '' }) };
const { signal } = new AbortController();

test('an empty store is bootstrapped once, and nothing changes when it is done again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'controlplane-test-'));
  await using backend = openEmbeddedBackend({ directory });
  await using set = new StoreSet({ backend, scheme: newApiScheme() });
  const clusterIpRanges = ['10.96.0.0/16'];
  const installed = installGroups({
    newStore: set.newStore,
    clock: realClock,
    authorizer,
    tokenIssuer: { issueToken: () => Promise.resolve({ token: '', expires: 0 }) },
    apiAudiences: ['api'],
    serviceNetwork: { clusterIpRanges, nodePortRange: { first: 30000, last: 32767 } },
  });
  const { stores } = installed;
  const hooks = bootstrapHooks({
    ...installed,
    clock: realClock,
    kubernetesService: { securePort: 6443, clusterIpRanges },
    kubernetesEndpoints: new KubernetesEndpoints({
      stores,
      clock: realClock,
      advertiseAddress: '192.0.2.2',
      securePort: 6443,
    }),
    authentication: () => ({ clientCa: 'PEM' }),
  });
  await repairServiceAllocators(installed, realClock, signal);
  await Promise.all(hooks.map((hook) => hook.run(signal)));

  const everywhere = systemContext('', signal);
  const names = async (store: Parameters<typeof listObjects>[0]): Promise<string[]> =>
    (await listObjects(store, everywhere)).map(({ metadata }) => metadata.name ?? '');
  expect(await names(stores.namespaces as never)).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
  expect(await names(stores.clusterRoles as never)).toHaveLength(69);
  expect(await names(stores.priorityClasses as never)).toHaveLength(2);
  expect(await names(stores.services as never)).toEqual(['kubernetes']);
  expect(await names(stores.ipAddresses as never)).toEqual(['10.96.0.1']);

  const before = await backend.currentRevision();
  await Promise.all(hooks.map((hook) => hook.run(signal)));
  expect(await backend.currentRevision()).toBe(before);
  rmSync(directory, { recursive: true });
});
