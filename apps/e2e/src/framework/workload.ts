import { randomBytes, createHash } from 'node:crypto';

import type { Deployment, ReplicaSetList } from '@kubescript/api/apps/v1';
import type { NodeList, PodList, Service } from '@kubescript/api/core/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadBusyboxInto } from './busybox-image.ts';
import { type Kubectl, type KubectlVersion, TestCluster } from './cluster.ts';
import { runOk } from './command.ts';
import { withPortForward } from './port-forward.ts';
import { waitFor } from './wait.ts';
import { callerPod, webDeployment } from './web-manifest.ts';

const images = ['localhost/busybox:1', 'localhost/busybox:2'] as const;
const namespace = 'shop';

/** Runs the life of a Deployment, step by step, on a cluster started with `flags`, with the real kubectl. */
export function describeWorkload(name: string, version: KubectlVersion, flags: readonly string[]): void {
  describeWorkloadOn(name, version, () => TestCluster.start(...flags));
}

/** The same on a cluster that is started in another way. */
export function describeWorkloadOn(name: string, version: KubectlVersion, start: () => Promise<TestCluster>): void {
  describe(`${name}, kubectl ${version}`, () => {
    let cluster: TestCluster;
    let kubectl: Kubectl;
    const inNamespace = (...args: string[]): string[] => ['-n', namespace, ...args];
    const pods = async (): Promise<PodList['items']> =>
      (await kubectl.json<PodList>('pods', ...inNamespace('-l', 'app=web'))).items;
    const readyPod = async (): Promise<string> =>
      waitFor('a ready pod', async () => {
        const ready = (await pods()).find((pod) => isReady(pod) && pod.metadata.deletionTimestamp === undefined);
        return ready?.metadata.name;
      });

    beforeAll(async () => {
      cluster = await start();
      kubectl = cluster.kubectl(version);
      await loadBusyboxInto(cluster.dataDir, images);
    }, 240_000);

    afterAll(async () => {
      await cluster[Symbol.asyncDispose]();
    }, 120_000);

    test('every node is Ready', async () => {
      await kubectl.ok(['wait', '--for=condition=Ready', 'node', '--all', '--timeout=30s']);
    });

    test('a Deployment of 3 replicas rolls out', async () => {
      await kubectl.ok(['create', 'namespace', namespace]);
      await kubectl.ok(inNamespace('apply', '-f', '-'), { input: webDeployment(images[0]) });
      expect(await kubectl.ok(inNamespace('rollout', 'status', 'deployment/web', '--timeout=60s'))).toContain(
        'successfully rolled out',
      );
      expect((await pods()).filter(isReady)).toHaveLength(3);
    }, 90_000);

    test('ClusterIP serves the host and another pod', async () => {
      await kubectl.ok(inNamespace('expose', 'deployment/web', '--port=80', '--target-port=8080'));
      const service = await kubectl.json<Service>('service', 'web', '-n', namespace);
      const url = `http://${service.spec.clusterIP ?? ''}/`;
      const names = (await pods()).map((pod) => pod.metadata.name);
      expect(names).toContain((await fetchText(url)).trim());
      await kubectl.ok(inNamespace('apply', '-f', '-'), { input: callerPod(images[0]) });
      await kubectl.ok(inNamespace('wait', '--for=condition=Ready', 'pod/caller', '--timeout=60s'));
      const seen = await waitFor(
        'an answer in the pod',
        async () =>
          (await kubectl.run(inNamespace('exec', 'caller', '--', 'wget', '-qO-', url))).stdout.trim() || undefined,
      );
      expect(names).toContain(seen);
    }, 120_000);

    test('NodePort serves the host and another pod', async () => {
      await kubectl.ok(
        inNamespace(
          'expose',
          'deployment/web',
          '--name=web-nodes',
          '--type=NodePort',
          '--port=80',
          '--target-port=8080',
        ),
      );
      const service = await kubectl.json<Service>('service', 'web-nodes', '-n', namespace);
      const nodes = await kubectl.json<NodeList>('nodes');
      const address = nodes.items[0]?.status.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
      const url = `http://${address}:${service.spec.ports?.[0]?.nodePort ?? 0}/`;
      const names = (await pods()).map((pod) => pod.metadata.name);
      expect(names).toContain((await fetchText(url)).trim());
      const fromPod = await kubectl.ok(inNamespace('exec', 'caller', '--', 'wget', '-qO-', url));
      expect(names).toContain(fromPod.trim());
    }, 60_000);

    test('logs', async () => {
      const pod = await readyPod();
      expect(await kubectl.ok(inNamespace('logs', pod))).toBe(`serving ${pod}\n`);
    });

    test('exec hands the exit code on', async () => {
      const result = await kubectl.run(
        inNamespace('exec', await readyPod(), '--', 'sh', '-c', 'echo out; echo err >&2; exit 7'),
      );
      expect(result).toMatchObject({ code: 7, stdout: 'out\n', stderr: expect.stringContaining('err\n') as string });
    });

    test('exec -i ends standard input', async () => {
      const input = randomBytes(1 << 20);
      const output = await kubectl.ok(inNamespace('exec', '-i', await readyPod(), '--', 'sha256sum'), { input });
      expect(output).toContain(createHash('sha256').update(input).digest('hex'));
    });

    test('exec -it has a terminal', async () => {
      const command = [
        kubectl.program,
        ...kubectl.args(inNamespace('exec', '-it', await readyPod(), '--', 'tty')),
      ].join(' ');
      expect(await runOk('script', ['-qec', command, '/dev/null'])).toMatch(/\/dev\/pts\/\d+/);
    });

    test('port-forward', async () => {
      const pod = await readyPod();
      const text = await withPortForward(kubectl, inNamespace(`pod/${pod}`, ':8080'), async (port) =>
        fetchText(`http://127.0.0.1:${port}/`),
      );
      expect(text.trim()).toBe(pod);
    });

    test('scale', async () => {
      await kubectl.ok(inNamespace('scale', 'deployment/web', '--replicas=5'));
      await waitFor('5 ready pods', async () => ((await pods()).filter(isReady).length === 5 ? true : undefined));
      await kubectl.ok(inNamespace('scale', 'deployment/web', '--replicas=3'));
      await waitFor('3 pods', async () => ((await pods()).length === 3 ? true : undefined));
    }, 120_000);

    test('a rolling update keeps to maxUnavailable, and can be undone', async () => {
      let lowest = Infinity;
      const rollout = new AbortController();
      const watching = (async () => {
        while (!rollout.signal.aborted) {
          const { status } = await kubectl.json<Deployment>('deployment', 'web', '-n', namespace);
          lowest = Math.min(lowest, status.availableReplicas ?? 0);
        }
      })();
      await kubectl.ok(inNamespace('set', 'image', 'deployment/web', `web=${images[1]}`));
      await kubectl.ok(inNamespace('rollout', 'status', 'deployment/web', '--timeout=90s'), { timeout: 100_000 });
      rollout.abort();
      await watching;
      expect(lowest).toBeGreaterThanOrEqual(2);
      expect(new Set((await runningPods(pods)).map(imageOf))).toEqual(new Set([images[1]]));

      await kubectl.ok(inNamespace('rollout', 'undo', 'deployment/web'));
      await kubectl.ok(inNamespace('rollout', 'status', 'deployment/web', '--timeout=90s'), { timeout: 100_000 });
      expect(new Set((await runningPods(pods)).map(imageOf))).toEqual(new Set([images[0]]));
    }, 240_000);

    test('deleting the Deployment collects its ReplicaSets and pods', async () => {
      await kubectl.ok(inNamespace('delete', 'deployment/web'));
      await waitFor('no ReplicaSets and pods', async () => {
        const sets = await kubectl.json<ReplicaSetList>('replicasets', '-n', namespace);
        return sets.items.length === 0 && (await pods()).length === 0 ? true : undefined;
      });
    }, 90_000);

    test('deleting the namespace removes everything in it', async () => {
      await kubectl.ok(['delete', 'namespace', namespace, '--timeout=60s'], { timeout: 70_000 });
      expect((await kubectl.run(['get', 'namespace', namespace])).stderr).toContain('NotFound');
    }, 90_000);
  });
}

type PodItem = PodList['items'][number];

function isReady(pod: PodItem): boolean {
  return pod.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

function imageOf(pod: PodItem): string | undefined {
  return pod.spec.containers[0]?.image;
}

async function runningPods(pods: () => Promise<PodItem[]>): Promise<PodItem[]> {
  return (await pods()).filter((pod) => pod.metadata.deletionTimestamp === undefined);
}

async function fetchText(url: string): Promise<string> {
  return waitFor(
    `an answer from ${url}`,
    async () => {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
      return response.ok ? await response.text() : undefined;
    },
    { timeout: 20_000 },
  );
}
