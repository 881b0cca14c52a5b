import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pod, PodSpec } from '@kubescript/api/core/v1';
import { realClock } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { coordinationv1, corev1 } from '@kubescript/client';
import { FakeClient } from '@kubescript/client/testing';
import { silentLogger } from '@kubescript/component-base';
import { busyboxImageRecipe, findProgram, startContainerd, writeImageArchive } from '@kubescript/lib-container-runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { cleanUpKubelet, podsCgroup } from './clean-up.ts';
import { hollowRuntime } from './hollow/hollow-runtime.ts';
import type { KubeletConfig } from './kubelet-config.ts';
import { Kubelet } from './kubelet.ts';
import type { ContainerRuntime } from './runtime/container-runtime.ts';
import { criRuntime } from './runtime/cri-runtime.ts';

let dir: string;
let client: FakeClient;
let events: string[];
const running: { readonly stop: AbortController; readonly done: Promise<void> }[] = [];

beforeEach(async () => {
  dir = await mkdtemp('/tmp/node-kl-');
  client = new FakeClient();
  events = [];
});

afterEach(async () => {
  while (running.length > 0) await stopKubelet();
  await cleanUpKubelet(dir);
  await rm(dir, { recursive: true, force: true });
});

async function startKubelet(runtime: ContainerRuntime, changes: Partial<KubeletConfig> = {}): Promise<Kubelet> {
  const kubelet = await Kubelet.create({
    ...{ client, runtime, clock: realClock, logger: silentLogger },
    events: { event: (object, type, reason) => void events.push(`${object.metadata.name ?? ''} ${type} ${reason}`) },
    ...{ nodeName: 'n1', nodeIps: ['192.0.2.9'], rootDir: dir, podLogsDir: join(dir, 'logs'), cgroupRoot: '' },
    ...{ clusterDns: ['10.96.0.10'], clusterDomain: 'cluster.local', resolvConf: '', seccompRoot: '', providerId: '' },
    ...{
      registerNode: true,
      registerSchedulable: true,
      nodeLabels: { zone: 'a' },
      registerWithTaints: [],
      podCidrs: [],
    },
    ...{ maxPods: 5, port: 10250, nodeLeaseSeconds: 40, containerLogMaxBytes: 1e7, containerLogMaxFiles: 5 },
    ...{ imageGcHighPercent: 100, imageGcLowPercent: 99 },
    ...changes,
  });
  const stop = new AbortController();
  running.push({ stop, done: kubelet.run(stop.signal) });
  return kubelet;
}

async function stopKubelet(): Promise<void> {
  const last = running.pop();
  last?.stop.abort(new Error('the test is over'));
  await last?.done.catch(() => undefined);
}

async function createPod(name: string, spec: Partial<PodSpec> = {}): Promise<void> {
  const container = {
    name: 'c',
    image: 'localhost/busybox:test',
    command: ['sleep', '600'],
    imagePullPolicy: 'IfNotPresent',
  };
  await client.resource(corev1.pods, 'default').create({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, status: {} },
    spec: {
      nodeName: 'n1',
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 0,
      containers: [container],
      ...spec,
    },
  });
}

function getPod(name: string): Promise<DeepReadonly<Pod>> {
  return client.resource(corev1.pods, 'default').get(name);
}

async function phaseOf(name: string): Promise<string> {
  const { status } = await getPod(name);
  const ready = status.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
  return `${status.phase ?? ''}${ready ? ' ready' : ''}`;
}

describe('on a hollow runtime', () => {
  test('the node registers itself, becomes ready and renews its lease', async () => {
    await startKubelet(hollowRuntime(realClock));
    const nodes = client.resource(corev1.nodes);
    await expect
      .poll(
        async () =>
          (await nodes.get('n1').catch(() => undefined))?.status.conditions?.find(({ type }) => type === 'Ready')
            ?.status,
      )
      .toBe('True');
    const node = await nodes.get('n1');
    expect(node.metadata.labels).toMatchObject({
      'kubernetes.io/hostname': 'n1',
      'kubernetes.io/os': 'linux',
      zone: 'a',
    });
    expect(node.status.addresses).toContainEqual({ type: 'InternalIP', address: '192.0.2.9' });
    expect(node.status.capacity).toMatchObject({ pods: '5' });
    expect(node.status.nodeInfo?.containerRuntimeVersion).toBe('hollow://1.0.0');
    const leases = client.resource(coordinationv1.leases, 'kube-node-lease');
    await expect.poll(async () => (await leases.get('n1').catch(() => undefined))?.spec.holderIdentity).toBe('n1');
  });

  test('a pod of this node runs, others do not', async () => {
    await startKubelet(hollowRuntime(realClock));
    await createPod('mine');
    await createPod('other', { nodeName: 'n2' });
    await expect.poll(() => phaseOf('mine')).toBe('Running ready');
    const { status } = await getPod('mine');
    expect(status).toMatchObject({ hostIP: '192.0.2.9', qosClass: 'BestEffort' });
    expect(status.podIP).toMatch(/^198\./);
    expect(status.containerStatuses?.[0]).toMatchObject({ name: 'c', ready: true, started: true, restartCount: 0 });
    expect(await phaseOf('other')).toBe('');
  });

  test('a pod that was removed leaves nothing in the runtime and on the disk', async () => {
    const runtime = hollowRuntime(realClock);
    await startKubelet(runtime);
    await createPod('p', { volumes: [{ name: 'e', emptyDir: {} }] });
    await expect.poll(() => phaseOf('p')).toBe('Running ready');
    await client.resource(corev1.pods, 'default').delete('p');
    await expect.poll(async () => (await runtime.runtime.listPodSandbox({})).items.length).toBe(0);
    await expect.poll(() => readdir(join(dir, 'pods'))).toEqual([]);
    await expect.poll(() => readdir(join(dir, 'logs'))).toEqual([]);
  });

  test('the next kubelet finds running pods and does not restart them; what is nobody’s it removes', async () => {
    const runtime = hollowRuntime(realClock);
    await startKubelet(runtime);
    await createPod('stays');
    await createPod('goes');
    await expect.poll(() => phaseOf('stays')).toBe('Running ready');
    await expect.poll(() => phaseOf('goes')).toBe('Running ready');
    const before = (await getPod('stays')).status.containerStatuses;
    await stopKubelet();
    await client.resource(corev1.pods, 'default').delete('goes');
    await startKubelet(runtime);
    await expect.poll(async () => (await runtime.runtime.listPodSandbox({})).items.length).toBe(1);
    await createPod('later');
    await expect.poll(() => phaseOf('later')).toBe('Running ready');
    expect((await getPod('stays')).status.containerStatuses).toEqual(before);
  });

  test.each([
    ['OutOfcpu', { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1000' } } }] }],
    ['NodeAffinity', { nodeSelector: { zone: 'b' } }],
  ])('a pod that does not fit is refused: %s', async (reason, spec) => {
    await startKubelet(hollowRuntime(realClock));
    await createPod('p', spec);
    await expect.poll(() => phaseOf('p')).toBe('Failed');
    expect((await getPod('p')).status).toMatchObject({
      reason,
      message: expect.stringContaining('Pod was rejected: ') as string,
    });
    expect(events).toContain(`p Warning ${reason}`);
  });

  test('what a pod refers to but is not there keeps it waiting, with the reason', async () => {
    await startKubelet(hollowRuntime(realClock));
    const container = {
      name: 'c',
      image: 'i',
      env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'cm', key: 'k' } } }],
    };
    await createPod('p', { containers: [container] });
    const waiting = async (): Promise<unknown> => (await getPod('p')).status.containerStatuses?.[0]?.state?.waiting;
    await expect.poll(waiting).toEqual({ reason: 'CreateContainerConfigError', message: 'configmap "cm" not found' });
  });

  test('the phase Failed with DeadlineExceeded when a pod has run too long', async () => {
    await startKubelet(hollowRuntime(realClock));
    await createPod('p', { activeDeadlineSeconds: 1 });
    await expect.poll(() => phaseOf('p'), { timeout: 5000 }).toBe('Failed');
    expect((await getPod('p')).status.reason).toBe('DeadlineExceeded');
  });
});

const real = process.getuid?.() === 0 && existsSync('/bin/busybox') && (await findProgram('containerd')) !== undefined;

describe.skipIf(!real)('on containerd', { timeout: 60_000 }, () => {
  test('init containers, volumes, environment, probes, restarts and exit codes', async () => {
    await using containerd = await containerdFor('kskl0');
    await startKubelet(containerd.runtime, { cgroupRoot: podsCgroup(dir) });
    client.seed(corev1.configmaps, { metadata: { name: 'cm', namespace: 'default' }, data: { key: 'from-cm' } });
    const image = 'localhost/busybox:test';
    const shared = [{ name: 'e', mountPath: '/e' }];
    await createPod('web', {
      initContainers: [{ name: 'i', image, command: ['sh', '-c', 'echo page > /e/index.html'], volumeMounts: shared }],
      containers: [
        {
          ...{
            name: 'c',
            image,
            command: ['sh', '-c', 'test "$(cat /cm/key) $NAME" = "from-cm web" && httpd -f -p 8080 -h /e'],
          },
          env: [{ name: 'NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
          volumeMounts: [...shared, { name: 'cm', mountPath: '/cm' }],
          readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 },
          resources: { limits: { memory: '64Mi' } },
        },
      ],
      volumes: [
        { name: 'e', emptyDir: { medium: 'Memory' } },
        { name: 'cm', configMap: { name: 'cm' } },
      ],
    });
    await createPod('once', {
      restartPolicy: 'Never',
      containers: [{ name: 'c', image, command: ['sh', '-c', 'echo last words > /dev/termination-log; exit 4'] }],
    });
    await createPod('loop', { containers: [{ name: 'c', image, command: ['false'] }] });
    await expect.poll(() => phaseOf('web'), { timeout: 15_000 }).toBe('Running ready');
    await expect.poll(() => phaseOf('once'), { timeout: 15_000 }).toBe('Failed');
    const ended = (await getPod('once')).status.containerStatuses?.[0]?.state?.terminated;
    expect(ended).toMatchObject({ exitCode: 4, reason: 'Error', message: 'last words\n' });
    const loop = async (): Promise<unknown> => (await getPod('loop')).status.containerStatuses?.[0];
    await expect
      .poll(loop, { timeout: 15_000 })
      .toMatchObject({ restartCount: 1, state: { waiting: { reason: 'CrashLoopBackOff' } } });
    for (const name of ['web', 'once', 'loop']) await client.resource(corev1.pods, 'default').delete(name);
    await expect
      .poll(async () => (await containerd.runtime.runtime.listPodSandbox({})).items.length, { timeout: 15_000 })
      .toBe(0);
  });

  test('containers run on while the kubelet is away, and are not restarted when it is back', async () => {
    await using containerd = await containerdFor('kskl1');
    await startKubelet(containerd.runtime);
    await createPod('p');
    await expect.poll(() => phaseOf('p'), { timeout: 15_000 }).toBe('Running ready');
    const before = (await getPod('p')).status.containerStatuses?.[0];
    await stopKubelet();
    await startKubelet(containerd.runtime);
    await createPod('later');
    await expect.poll(() => phaseOf('later'), { timeout: 15_000 }).toBe('Running ready');
    const after = (await getPod('p')).status.containerStatuses?.[0];
    expect(after).toMatchObject({ containerID: before?.containerID, restartCount: 0, ready: true });
  });
});

async function containerdFor(bridgeName: string): Promise<{ readonly runtime: ContainerRuntime } & AsyncDisposable> {
  const network = { podCidrs: [bridgeName === 'kskl0' ? '10.235.0.0/24' : '10.235.1.0/24'] };
  const containerd = await startContainerd({ dir: join(dir, 'c'), bridgeName, network });
  const archive = join(dir, 'busybox.tar');
  await writeImageArchive(archive, await busyboxImageRecipe('localhost/busybox:test'));
  await containerd.importImage(archive);
  const runtime = criRuntime(containerd.endpoint);
  return {
    runtime,
    [Symbol.asyncDispose]: async () => {
      while (running.length > 0) await stopKubelet();
      await runtime[Symbol.asyncDispose]();
      await containerd.stop();
    },
  };
}
