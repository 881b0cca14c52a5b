import type { NodeList, Pod, Service } from '@kubescript/api/core/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Kubectl, kubectlPath } from '../framework/cluster.ts';
import { waitFor } from '../framework/wait.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { newClusterPki } from './framework/cluster-pki.ts';
import { startControlLoops } from './framework/control-loops.ts';
import { writeKubeconfig } from './framework/kubeconfig-file.ts';
import { newNetwork } from './framework/network.ts';
import { startNode } from './framework/node-container.ts';
import { podImage } from './framework/node-image.ts';
import { describeContainers } from './framework/session.ts';

describeContainers('a node in a container, with containerd inside', () => {
  const stack = new AsyncDisposableStack();
  let kubectl: Kubectl;

  beforeAll(async () => {
    const network = await newNetwork();
    const pki = await newClusterPki();
    const flags = ['--enable-admission-plugins=NodeRestriction'];
    const server = stack.use(await ApiServerContainer.start({ network, pki, flags }));
    kubectl = new Kubectl(kubectlPath('1.36'), stack.use(await writeKubeconfig(await server.address())).path);
    for (const container of await startControlLoops(network, pki)) stack.use(container);
    stack.use(await startNode('node-1', network, pki));
  });

  afterAll(() => stack.disposeAsync());

  test('joins and becomes Ready', async () => {
    await waitFor('the node', async () => {
      const { items } = await kubectl.json<NodeList>('nodes');
      return items.length > 0 ? true : undefined;
    });
    await kubectl.ok(['wait', '--for=condition=Ready', 'node/node-1', '--timeout=45s']);
    const { items } = await kubectl.json<NodeList>('nodes');
    expect(items[0]?.status.nodeInfo?.containerRuntimeVersion).toMatch(/^containerd:\/\//);
  });

  test('runs a Pod that is scheduled to it', async () => {
    await kubectl.ok(['apply', '-f', '-'], { input: JSON.stringify(webPod('web')) });
    await kubectl.ok(['wait', '--for=condition=Ready', 'pod/web', '--timeout=45s']);
    const pod = await kubectl.json<Pod>('pod', 'web');
    expect(pod.spec.nodeName).toBe('node-1');
    expect(pod.status.podIP).toMatch(/^10\.217\.0\./);
    expect(pod.status.containerStatuses?.[0]?.containerID).toMatch(/^containerd:\/\//);
  });

  test('logs and exec', async () => {
    expect(await kubectl.ok(['logs', 'web'])).toBe('serving web\n');
    const command = ['exec', '-i', 'web', '--', 'sh', '-c', 'cat; hostname >&2; exit 3'];
    expect(await kubectl.run(command, { input: 'through' })).toMatchObject({
      code: 3,
      stdout: 'through',
      stderr: expect.stringMatching(/^web\n/) as string,
    });
  });

  test('a Service leads from one Pod to another', async () => {
    await kubectl.ok(['expose', 'pod/web', '--port=80', '--target-port=8080']);
    const { spec } = await kubectl.json<Service>('service', 'web');
    await kubectl.ok(['run', 'caller', `--image=${podImage}`, '--image-pull-policy=Never', '--', 'sleep', '86400']);
    await kubectl.ok(['wait', '--for=condition=Ready', 'pod/caller', '--timeout=45s']);
    const url = `http://${spec.clusterIP ?? ''}/`;
    const answer = await waitFor('an answer of the Service', async () => {
      const { code, stdout } = await kubectl.run(['exec', 'caller', '--', 'wget', '-qO-', url]);
      return code === 0 ? stdout : undefined;
    });
    expect(answer).toBe('web\n');
  });

  test('a container that ends is started again, and a deleted Pod is gone', async () => {
    await kubectl.ok(['exec', 'web', '--', 'touch', '/tmp/end']);
    await waitFor('a restart', async () => {
      const { status } = await kubectl.json<Pod>('pod', 'web');
      return status.containerStatuses?.[0]?.restartCount === 1 ? true : undefined;
    });
    await kubectl.ok(['delete', 'pod', 'web', 'caller', '--grace-period=1', '--timeout=45s']);
    expect(await kubectl.ok(['get', 'pods'])).toBe('');
  });
});

function webPod(name: string): object {
  const script = `echo serving ${name}; mkdir -p /www; echo ${name} > /www/index.html; httpd -p 8080 -h /www
    until [ -e /tmp/end ]; do sleep 0.2; done`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: name } },
    spec: {
      containers: [
        {
          name,
          image: podImage,
          imagePullPolicy: 'Never',
          command: ['sh', '-c', script],
          readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 },
        },
      ],
    },
  };
}
