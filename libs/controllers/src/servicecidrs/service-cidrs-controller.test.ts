import { networkingv1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { protectionFinalizer } from './plan.ts';
import { ServiceCidrsController } from './service-cidrs-controller.ts';

test('a new ServiceCIDR is protected and ready', async () => {
  await using cluster = new TestCluster();
  const api = cluster.client.resource(networkingv1.servicecidrs);
  await api.create({ metadata: { name: 'more' }, spec: { cidrs: ['10.9.0.0/24'] }, status: {} });
  cluster.start(new ServiceCidrsController(cluster.context));
  await expect
    .poll(async () => (await api.get('more')).status.conditions)
    .toMatchObject([{ type: 'Ready', status: 'True', message: 'Kubernetes Service CIDR is ready' }]);
  expect((await api.get('more')).metadata.finalizers).toEqual([protectionFinalizer]);
});
