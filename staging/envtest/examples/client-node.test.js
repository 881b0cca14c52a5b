import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { expect, test } from 'vitest';

import { startEnvironment } from '@kubescript/envtest';

test('@kubernetes/client-node talks to an environment, whose controllers clean up', async () => {
  await using environment = await startEnvironment({ controllers: true });
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromString(environment.kubeconfig);
  const api = kubeConfig.makeApiClient(CoreV1Api);

  await api.createNamespace({ body: { metadata: { name: 'team' } } });
  await api.createNamespacedConfigMap({
    namespace: 'team',
    body: { metadata: { name: 'settings' }, data: { color: 'blue' } },
  });
  expect((await api.readNamespacedConfigMap({ name: 'settings', namespace: 'team' })).data).toEqual({ color: 'blue' });

  await api.deleteNamespace({ name: 'team' });
  const gone = () => api.readNamespace({ name: 'team' }).catch((error) => error.code);
  await expect.poll(gone, { timeout: 10_000 }).toBe(404);
});
