import { corev1, discoveryv1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { EndpointSliceMirroringController } from './endpoint-slice-mirroring-controller.ts';

test('Endpoints of services without a selector are mirrored, changed and taken back', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  const metadata = { name: 'db', namespace: 'default' };
  client.seed(corev1.services, { metadata, spec: { ports: [{ port: 1 }] }, status: {} });
  cluster.start(new EndpointSliceMirroringController(cluster.context));
  const api = client.resource(corev1.endpoints, 'default');
  const subset = (...ips: string[]) => ({ addresses: ips.map((ip) => ({ ip })), ports: [{ name: 'p', port: 1 }] });
  await api.create({ metadata, subsets: [subset('10.0.0.1', 'fd00::1')] });
  const seen = () =>
    client
      .stored(discoveryv1.endpointslices)
      .map((slice) => `${slice.addressType} ${(slice.endpoints ?? []).flatMap((e) => e.addresses).join()}`)
      .sort();
  await expect.poll(seen).toEqual(['IPv4 10.0.0.1', 'IPv6 fd00::1']);
  await api.patch('db', 'application/merge-patch+json', { subsets: [subset('10.0.0.2')] });
  await expect.poll(seen).toEqual(['IPv4 10.0.0.2']);
  await client
    .resource(corev1.services, 'default')
    .patch('db', 'application/merge-patch+json', { spec: { selector: { a: 'b' } } });
  await expect.poll(seen).toEqual([]);
});
