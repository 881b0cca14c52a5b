import type { Pod, Service } from '@kubescript/api/core/v1';
import { nameOf } from '@kubescript/apimachinery';
import { corev1, discoveryv1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { EndpointsController } from '../endpoints/endpoints-controller.ts';
import { TestCluster } from '../internal/test-cluster.ts';
import { EndpointSliceController } from './endpoint-slice-controller.ts';

const service: Service = {
  metadata: { name: 'web', namespace: 'default', labels: { team: 'a' } },
  spec: {
    clusterIP: '10.0.0.1',
    ipFamilies: ['IPv4'],
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
  },
  status: {},
};

function pod(name: string, ip: string, ready = true): Pod {
  return {
    metadata: { name, namespace: 'default', labels: { app: 'web' } },
    spec: { nodeName: 'n1', containers: [{ name: 'c', ports: [{ name: 'http', containerPort: 8080 }] }] },
    status: {
      phase: 'Running',
      podIP: ip,
      podIPs: [{ ip }],
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  };
}

test('slices and Endpoints follow the pods of a service', async () => {
  await using cluster = new TestCluster();
  const { client, context } = cluster;
  client.seed(corev1.nodes, {
    metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'z' } },
    spec: {},
    status: {},
  });
  client.seed(corev1.services, service);
  cluster.start(new EndpointSliceController(context, { maxPerSlice: 2 }), new EndpointsController(context));
  const slices = () => client.stored(discoveryv1.endpointslices);
  const addresses = () =>
    slices()
      .flatMap((slice) => (slice.endpoints ?? []).map((e) => `${e.addresses.join()} ${String(e.conditions?.ready)}`))
      .sort();
  await expect.poll(() => slices().length).toBe(1);
  expect(slices()[0]).toMatchObject({
    addressType: 'IPv4',
    metadata: { labels: { team: 'a', 'kubernetes.io/service-name': 'web' } },
  });
  const api = client.resource(corev1.pods, 'default');
  await Promise.all([1, 2, 3].map((i) => api.create(pod(`p${String(i)}`, `10.1.0.${String(i)}`, i !== 3))));
  await expect.poll(() => addresses()).toEqual(['10.1.0.1 true', '10.1.0.2 true', '10.1.0.3 false']);
  expect(
    slices()
      .map((slice) => slice.endpoints?.length)
      .sort(),
  ).toEqual([1, 2]);
  expect(slices()[0]?.endpoints?.[0]).toMatchObject({ nodeName: 'n1', zone: 'z', targetRef: { kind: 'Pod' } });
  expect(slices()[0]?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }]);
  await expect.poll(() => client.stored(corev1.endpoints)[0]?.subsets?.[0]?.addresses?.length).toBe(2);
  expect(client.stored(corev1.endpoints)[0]?.subsets?.[0]?.notReadyAddresses?.map(({ ip }) => ip)).toEqual([
    '10.1.0.3',
  ]);
  await api.delete('p1');
  await expect.poll(() => addresses()).toEqual(['10.1.0.2 true', '10.1.0.3 false']);
  for (const slice of slices()) await client.resource(discoveryv1.endpointslices, 'default').delete(nameOf(slice));
  await expect.poll(() => addresses()).toEqual(['10.1.0.2 true', '10.1.0.3 false']);
  await client.resource(corev1.services, 'default').delete('web');
  await expect.poll(() => client.stored(corev1.endpoints).length).toBe(0);
});
