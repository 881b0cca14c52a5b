import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';

import { realClock } from '@kubescript/apimachinery';
import { isCriNotFound } from '@kubescript/cri-api';
import type { ContainerConfig, PodSandboxConfig } from '@kubescript/cri-api';
import {
  busyboxImageRecipe,
  findProgram,
  imageArchive,
  startContainerd,
  startDockerd,
  writeImageArchive,
} from '@kubescript/lib-container-runtime';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { dockerRuntime } from '../dockershim/docker-runtime.ts';
import { hollowRuntime } from '../hollow/hollow-runtime.ts';
import type { ContainerRuntime } from './container-runtime.ts';
import { criRuntime } from './cri-runtime.ts';

const image = 'localhost/busybox:contract';

interface Started {
  readonly runtime: ContainerRuntime;
  stop(): Promise<void>;
}

/** What every runtime must do; `real` ones run processes as well. */
function describeRuntime(name: string, real: boolean, start: (dir: string) => Promise<Started>): void {
  describe(name, { timeout: 60_000 }, () => {
    let dir: string;
    let started: Started;
    let runtime: ContainerRuntime;
    beforeAll(async () => {
      dir = await mkdtemp('/tmp/node-rt-');
      started = await start(dir);
      runtime = started.runtime;
      if (!real) await runtime.images.pullImage({ image: { image } });
    });
    afterAll(async () => {
      await started.stop();
      await rm(dir, { recursive: true, force: true });
    });

    let serial = 0;
    const sandboxConfig = (): PodSandboxConfig => ({
      metadata: { name: `p${String(serial)}`, uid: `u${String(serial++)}`, namespace: 'default', attempt: 0 },
      hostname: 'pod-host',
      logDirectory: join(dir, 'logs', String(serial)),
      labels: { app: `a${String(serial)}`, 'io.kubernetes.pod.uid': `u${String(serial)}` },
      annotations: { note: 'kept' },
      linux: { securityContext: { namespaceOptions: { pid: 'CONTAINER' } } },
    });
    const run = async (
      container: ContainerConfig,
    ): Promise<{ sandboxId: string; containerId: string; config: PodSandboxConfig }> => {
      const config = sandboxConfig();
      const { podSandboxId: sandboxId } = await runtime.runtime.runPodSandbox({ config });
      const { containerId } = await runtime.runtime.createContainer({
        podSandboxId: sandboxId,
        sandboxConfig: config,
        config: container,
      });
      await runtime.runtime.startContainer({ containerId });
      return { sandboxId, containerId, config };
    };
    const container = (...command: string[]): ContainerConfig => ({
      metadata: { name: 'c', attempt: 2 },
      image: { image },
      command,
      labels: { 'io.kubernetes.container.name': 'c' },
      annotations: { 'io.kubernetes.container.hash': 'abc' },
      logPath: 'c/2.log',
    });
    const statusOf = async (containerId: string): Promise<string> =>
      (await runtime.runtime.containerStatus({ containerId })).status?.state ?? '';

    test('says what it is and that it is ready', async () => {
      expect((await runtime.runtime.version({ version: 'v1' })).runtimeName).not.toBe('');
      const { status } = await runtime.runtime.status({});
      expect(status?.conditions.map(({ type, status: ok }) => [type, ok])).toEqual([
        ['RuntimeReady', true],
        ['NetworkReady', true],
      ]);
    });

    test('knows the images it has, and no others', async () => {
      const { image: found } = await runtime.images.imageStatus({ image: { image } });
      expect(found?.repoTags).toContain(image);
      expect((await runtime.images.listImages({})).images.map(({ id }) => id)).toContain(found?.id);
      expect((await runtime.images.imageStatus({ image: { image: 'localhost/none:1' } })).image).toBeUndefined();
    });

    test('runs a pod through its life', async () => {
      const { sandboxId, containerId, config } = await run(container('sleep', '600'));
      const { status: sandbox } = await runtime.runtime.podSandboxStatus({ podSandboxId: sandboxId });
      expect(sandbox).toMatchObject({
        state: 'SANDBOX_READY',
        metadata: config.metadata,
        annotations: config.annotations,
      });
      expect(sandbox?.network?.ip).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
      const { status } = await runtime.runtime.containerStatus({ containerId });
      expect(status).toMatchObject({ state: 'CONTAINER_RUNNING', metadata: { name: 'c', attempt: 2 } });
      expect(status?.annotations).toMatchObject({ 'io.kubernetes.container.hash': 'abc' });
      expect(status?.createdAt).toBeGreaterThan(1e18);
      await runtime.runtime.stopContainer({ containerId, timeout: 0 });
      const { status: ended } = await runtime.runtime.containerStatus({ containerId });
      expect(ended).toMatchObject({ state: 'CONTAINER_EXITED', exitCode: 137, reason: 'Error' });
      expect(ended?.finishedAt).toBeGreaterThan(1e18);
      await runtime.runtime.stopPodSandbox({ podSandboxId: sandboxId });
      expect((await runtime.runtime.podSandboxStatus({ podSandboxId: sandboxId })).status?.state).toBe(
        'SANDBOX_NOTREADY',
      );
      await runtime.runtime.removePodSandbox({ podSandboxId: sandboxId });
      const gone = await runtime.runtime.containerStatus({ containerId }).catch((err: unknown) => err);
      expect(isCriNotFound(gone)).toBe(true);
    });

    test('ending and removing may be repeated', async () => {
      const { sandboxId, containerId } = await run(container('sleep', '600'));
      for (let i = 0; i < 2; i++) {
        await runtime.runtime.stopContainer({ containerId, timeout: 0 }).catch(ifFound);
        await runtime.runtime.removeContainer({ containerId }).catch(ifFound);
        await runtime.runtime.stopPodSandbox({ podSandboxId: sandboxId }).catch(ifFound);
        await runtime.runtime.removePodSandbox({ podSandboxId: sandboxId }).catch(ifFound);
      }
    });

    test('lists by label, sandbox and state', async () => {
      const { sandboxId, containerId, config } = await run(container('sleep', '600'));
      const labelSelector = { app: config.labels?.['app'] ?? '' };
      const { items } = await runtime.runtime.listPodSandbox({ filter: { labelSelector } });
      expect(items.map(({ id }) => id)).toEqual([sandboxId]);
      const inSandbox = await runtime.runtime.listContainers({ filter: { podSandboxId: sandboxId } });
      expect(inSandbox.containers.map(({ id, state }) => [id, state])).toEqual([[containerId, 'CONTAINER_RUNNING']]);
      const exited = { podSandboxId: sandboxId, state: { state: 'CONTAINER_EXITED' } } as const;
      expect((await runtime.runtime.listContainers({ filter: exited })).containers).toEqual([]);
      await runtime.runtime.stopPodSandbox({ podSandboxId: sandboxId });
      await runtime.runtime.removePodSandbox({ podSandboxId: sandboxId });
    });

    test.runIf(real)('keeps exit codes and logs', async () => {
      const { sandboxId, containerId, config } = await run(container('sh', '-c', 'echo out; echo err >&2; exit 3'));
      await expect.poll(() => statusOf(containerId), { timeout: 10_000 }).toBe('CONTAINER_EXITED');
      expect((await runtime.runtime.containerStatus({ containerId })).status).toMatchObject({
        exitCode: 3,
        reason: 'Error',
      });
      const log = await readFile(join(config.logDirectory ?? '', 'c/2.log'), 'utf8');
      expect(log).toContain('out');
      expect(log).toContain('stderr');
      await runtime.runtime.removePodSandbox({ podSandboxId: sandboxId });
    });

    test.runIf(real)('runs commands: output, exit code, input to its end, time limit', async () => {
      const { sandboxId, containerId } = await run(container('sleep', '600'));
      const sync = await runtime.runtime.execSync({
        containerId,
        cmd: ['sh', '-c', 'echo a; echo b >&2; exit 5'],
        timeout: 5,
      });
      expect([Buffer.from(sync.stdout).toString(), Buffer.from(sync.stderr).toString(), sync.exitCode]).toEqual([
        'a\n',
        'b\n',
        5,
      ]);
      await expect(runtime.runtime.execSync({ containerId, cmd: ['sleep', '30'], timeout: 1 })).rejects.toMatchObject({
        code: 4,
      });
      const input = Buffer.alloc(300_000, 'x');
      const wc = await runtime.streams.exec(containerId, ['wc', '-c'], {
        stdin: true,
        stdout: true,
        stderr: true,
        tty: false,
      });
      if (wc.stdin !== undefined) Readable.from([input]).pipe(wc.stdin);
      expect((await text(wc.stdout ?? Readable.from([]))).trim()).toBe('300000');
      expect(await wc.exit).toEqual({ exitCode: 0, error: '' });
      wc.close();
      const failing = await runtime.streams.exec(containerId, ['sh', '-c', 'echo oops >&2; exit 7'], {
        stdin: false,
        stdout: true,
        stderr: true,
        tty: false,
      });
      expect((await buffer(failing.stderr ?? Readable.from([]))).toString()).toBe('oops\n');
      expect(await failing.exit).toEqual({ exitCode: 7, error: '' });
      failing.close();
      await runtime.runtime.removePodSandbox({ podSandboxId: sandboxId });
    });

    test.runIf(real)('connects to ports of a pod', async () => {
      const { sandboxId } = await run(container('sh', '-c', 'echo hello > /tmp/index.html; httpd -f -p 8080 -h /tmp'));
      const answer = async (): Promise<string> => {
        const connection = await runtime.streams.portForward(sandboxId, 8080);
        connection.end('GET / HTTP/1.0\r\n\r\n');
        return text(connection);
      };
      await expect.poll(() => answer().catch(() => ''), { timeout: 10_000 }).toContain('hello');
      await runtime.runtime.removePodSandbox({ podSandboxId: sandboxId });
    });
  });
}

/** containerd before 1.7 reports a container that is gone. */
function ifFound(err: unknown): void {
  if (!isCriNotFound(err)) throw err;
}

describeRuntime('hollow', false, () =>
  Promise.resolve({ runtime: hollowRuntime(realClock), stop: () => Promise.resolve() }),
);

const isRoot = process.getuid?.() === 0 && existsSync('/bin/busybox');

describe.skipIf(!isRoot || (await findProgram('containerd')) === undefined)('real', () => {
  describeRuntime('containerd', true, async (dir) => {
    const containerd = await startContainerd({
      dir: join(dir, 'c'),
      bridgeName: 'ksrt0',
      network: { podCidrs: ['10.234.0.0/24'] },
    });
    const archive = join(dir, 'busybox.tar');
    await writeImageArchive(archive, await busyboxImageRecipe(image));
    await containerd.importImage(archive);
    const runtime = criRuntime(containerd.endpoint);
    return {
      runtime,
      stop: async () => {
        await runtime[Symbol.asyncDispose]();
        await containerd.stop();
      },
    };
  });
});

describe.skipIf(!isRoot || (await findProgram('dockerd')) === undefined)('real', () => {
  describeRuntime('docker', true, async (dir) => {
    const dockerd = await startDockerd({ dir: join(dir, 'd') });
    const docker = new Docker({ socketPath: dockerd.socket });
    const progress = await docker.loadImage(Readable.from([imageArchive(await busyboxImageRecipe(image))]));
    await finished(progress.resume());
    return {
      runtime: dockerRuntime(dockerd.socket, 'contract'),
      stop: async () => {
        for (const { Id } of await docker.listContainers({
          all: true,
          filters: { label: ['io.kubescript.owner=contract'] },
        })) {
          await docker.getContainer(Id).remove({ force: true });
        }
        await dockerd.stop();
      },
    };
  });
});
