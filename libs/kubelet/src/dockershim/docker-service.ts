import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import type Docker from 'dockerode';
import type { ContainerInfo, ContainerInspect } from 'dockerode';

import {
  Container,
  ContainerStatus,
  CriCode,
  CriError,
  PodSandbox,
  PodSandboxStatus,
  decodeMessage,
  encodeMessage,
} from '@kubescript/cri-api';
import type { ContainerState, Decoded, Init, MessageSpec, RuntimeService } from '@kubescript/cri-api';
import { imageArchive, pauseImage, pauseImageRecipe } from '@kubescript/lib-container-runtime';

import { matchesId, matchesLabels } from '../runtime/filters.ts';
import { unimplemented } from '../runtime/unsupported.ts';
import { containerOptions, dockerResources } from './docker-container.ts';
import { callDocker, callDockerIdempotent, statusOf } from './docker-errors.ts';
import { dockerLabel, rememberedContainer, rememberedSandbox } from './docker-labels.ts';
import { sandboxOptions } from './docker-sandbox.ts';

/** Pods and containers on a Docker Engine. `owner` tells the containers of one kubelet from those of others. */
export function dockerService(docker: Docker, owner: string): RuntimeService {
  const list = (type: string, more: readonly string[] = []): Promise<ContainerInfo[]> => {
    const label = [`${dockerLabel.owner}=${owner}`, `${dockerLabel.type}=${type}`, ...more];
    return callDocker(docker.listContainers({ all: true, filters: { label } }));
  };
  const containersOf = (sandboxId: string): Promise<ContainerInfo[]> =>
    list('container', [`${dockerLabel.sandboxId}=${sandboxId}`]);
  const stopSandbox = async (id: string): Promise<void> => {
    for (const { Id, State } of await containersOf(id)) {
      if (State === 'running') await callDockerIdempotent(docker.getContainer(Id).stop({ t: 0 }));
    }
    await callDockerIdempotent(docker.getContainer(id).stop({ t: 0 }));
  };
  return {
    version: async () => {
      const { Version, ApiVersion } = await callDocker(docker.version());
      return { version: '0.1.0', runtimeName: 'docker', runtimeVersion: Version, runtimeApiVersion: ApiVersion };
    },
    status: async () => {
      await callDocker(docker.version());
      const conditions = ['RuntimeReady', 'NetworkReady'].map((type) => ({
        type,
        status: true,
        reason: '',
        message: '',
      }));
      return { status: { conditions }, info: {}, runtimeHandlers: [], features: undefined };
    },
    runPodSandbox: async ({ config = {} }) => {
      await ensurePauseImage(docker);
      const sandbox = await callDocker(docker.createContainer(sandboxOptions(config, owner)));
      try {
        await callDocker(sandbox.start());
      } catch (err) {
        await callDockerIdempotent(sandbox.remove({ force: true }));
        throw err;
      }
      return { podSandboxId: sandbox.id };
    },
    stopPodSandbox: async ({ podSandboxId = '' }) => {
      await stopSandbox(podSandboxId);
      return {};
    },
    removePodSandbox: async ({ podSandboxId = '' }) => {
      for (const { Id } of await containersOf(podSandboxId))
        await callDockerIdempotent(docker.getContainer(Id).remove({ force: true, v: true }));
      await callDockerIdempotent(docker.getContainer(podSandboxId).remove({ force: true, v: true }));
      return {};
    },
    podSandboxStatus: async ({ podSandboxId = '' }) => {
      const status = sandboxStatus(await callDocker(docker.getContainer(podSandboxId).inspect()));
      return { status, info: {}, containersStatuses: [], timestamp: 0 };
    },
    listPodSandbox: async ({ filter }) => {
      const items = (await list('sandbox')).map(listedSandbox).filter(({ id, labels, state }) => {
        const inState = filter?.state === undefined || state === (filter.state.state ?? 'SANDBOX_READY');
        return inState && matchesId(id, filter?.id) && matchesLabels(labels, filter?.labelSelector);
      });
      return { items };
    },
    createContainer: async ({ podSandboxId = '', config = {}, sandboxConfig = {} }) => {
      const sandbox = { id: podSandboxId, config: sandboxConfig, owner };
      const made = await callDocker(docker.createContainer(containerOptions(config, sandbox)));
      return { containerId: made.id };
    },
    startContainer: async ({ containerId = '' }) => {
      const container = docker.getContainer(containerId);
      await callDocker(container.start());
      await linkLog(await callDocker(container.inspect()));
      return {};
    },
    stopContainer: async ({ containerId = '', timeout = 0 }) => {
      await callDockerIdempotent(docker.getContainer(containerId).stop({ t: timeout }));
      return {};
    },
    removeContainer: async ({ containerId = '' }) => {
      const container = docker.getContainer(containerId);
      const inspected = await container.inspect().catch(() => undefined);
      await callDockerIdempotent(container.remove({ force: true, v: true }));
      if (inspected !== undefined) await rm(rememberedContainer(inspected.Config.Labels).logPath, { force: true });
      return {};
    },
    listContainers: async ({ filter }) => {
      const containers = (await list('container')).map(listedContainer).filter((container) => {
        const inSandbox = (filter?.podSandboxId ?? '') === '' || container.podSandboxId === filter?.podSandboxId;
        const inState = filter?.state === undefined || container.state === (filter.state.state ?? 'CONTAINER_CREATED');
        return (
          inSandbox &&
          inState &&
          matchesId(container.id, filter?.id) &&
          matchesLabels(container.labels, filter?.labelSelector)
        );
      });
      return { containers };
    },
    containerStatus: async ({ containerId = '' }) => ({
      status: containerStatus(await callDocker(docker.getContainer(containerId).inspect())),
      info: {},
    }),
    updateContainerResources: async ({ containerId = '', linux }) => {
      await callDocker(docker.getContainer(containerId).update(dockerResources(linux)));
      return {};
    },
    execSync: async ({ containerId = '', cmd = [], timeout = 0 }) => execSync(docker, containerId, cmd, timeout),
    listContainerStats: async () => ({
      stats: await Promise.all(
        (await list('container')).filter(({ State }) => State === 'running').map((info) => statsOf(docker, info)),
      ),
    }),
    listPodSandboxStats: () => Promise.resolve({ stats: [] }),
    reopenContainerLog: unimplemented('ReopenContainerLog'),
    updateRuntimeConfig: () => Promise.resolve({}),
    runtimeConfig: () => Promise.resolve({ linux: { cgroupDriver: 'CGROUPFS' } }),
    containerStats: unimplemented('ContainerStats'),
    exec: unimplemented('Exec'),
    attach: unimplemented('Attach'),
    portForward: unimplemented('PortForward'),
    getContainerEvents: () => ({ [Symbol.asyncIterator]: () => ({ next: unimplemented('GetContainerEvents') }) }),
  };
}

async function ensurePauseImage(docker: Docker): Promise<void> {
  try {
    await docker.getImage(pauseImage).inspect();
  } catch (err) {
    if (statusOf(err) !== 404) return callDocker(Promise.reject(err as Error));
    const progress = await callDocker(docker.loadImage(Readable.from([imageArchive(await pauseImageRecipe())])));
    await finished(progress.resume());
  }
}

/** The kubelet finds Docker's log where it expects the container's; its reader knows Docker's format. */
async function linkLog({ LogPath, Config }: ContainerInspect): Promise<void> {
  const { logPath } = rememberedContainer(Config.Labels);
  if (LogPath === '' || logPath === '') return;
  await mkdir(dirname(logPath), { recursive: true });
  await rm(logPath, { force: true });
  await symlink(LogPath, logPath);
}

async function execSync(
  docker: Docker,
  containerId: string,
  cmd: readonly string[],
  timeoutSeconds: number,
): Promise<{ readonly stdout: Uint8Array; readonly stderr: Uint8Array; readonly exitCode: number }> {
  const exec = await callDocker(
    docker.getContainer(containerId).exec({ Cmd: cmd, AttachStdout: true, AttachStderr: true }),
  );
  const stream = await callDocker(exec.start({ hijack: true, stdin: false }));
  const output: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
  const late = timeoutSeconds > 0 ? AbortSignal.timeout(timeoutSeconds * 1000) : undefined;
  late?.addEventListener('abort', () => {
    stream.destroy();
  });
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of stream) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      while (rest.length >= 8 && rest.length >= 8 + rest.readUInt32BE(4)) {
        const end = 8 + rest.readUInt32BE(4);
        output[rest[0] === 2 ? 'stderr' : 'stdout'].push(rest.subarray(8, end));
        rest = rest.subarray(end);
      }
    }
  } catch (err) {
    if (late?.aborted !== true) throw err;
  }
  if (late?.aborted === true)
    throw new CriError(CriCode.deadlineExceeded, `command timed out after ${String(timeoutSeconds)} s`);
  const { ExitCode } = await callDocker(exec.inspect());
  return { stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr), exitCode: ExitCode ?? 0 };
}

async function statsOf(
  docker: Docker,
  info: ContainerInfo,
): Promise<Awaited<ReturnType<RuntimeService['listContainerStats']>>['stats'][number]> {
  const { cpu_stats: cpu, memory_stats: memory } = await callDocker(
    docker.getContainer(info.Id).stats({ stream: false, 'one-shot': true }),
  );
  const { metadata, labels = {}, annotations = {} } = rememberedContainer(info.Labels);
  const timestamp = Date.now() * 1e6;
  const use = (value: number | undefined): { readonly value: number } => ({ value: value ?? 0 });
  const inactive = memory.stats?.['total_inactive_file'] ?? memory.stats?.['inactive_file'] ?? 0;
  return {
    attributes: {
      id: info.Id,
      metadata: { name: metadata?.name ?? '', attempt: metadata?.attempt ?? 0 },
      labels,
      annotations,
    },
    cpu: { timestamp, usageCoreNanoSeconds: use(cpu.cpu_usage.total_usage), usageNanoCores: undefined },
    memory: {
      ...{
        timestamp,
        availableBytes: undefined,
        rssBytes: undefined,
        pageFaults: undefined,
        majorPageFaults: undefined,
      },
      workingSetBytes: use(Math.max(0, (memory.usage ?? 0) - inactive)),
      usageBytes: use(memory.usage),
    },
    writableLayer: undefined,
  };
}

function sandboxStatus(inspected: ContainerInspect): PodSandboxStatus {
  const { metadata, labels, annotations, network } = rememberedSandbox(inspected.Config.Labels);
  const networks = Object.values(inspected.NetworkSettings.Networks);
  const [ip = '', ...more] = networks
    .flatMap(({ IPAddress, GlobalIPv6Address }) => [IPAddress, GlobalIPv6Address])
    .filter((address) => address !== '');
  return complete(PodSandboxStatus, {
    ...{ id: inspected.Id, metadata, labels, annotations },
    state: inspected.State.Running ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
    createdAt: nanoseconds(inspected.Created),
    network: { ip, additionalIps: more.map((address) => ({ ip: address })) },
    linux: { namespaces: { options: { network } } },
  });
}

function listedSandbox(info: ContainerInfo): PodSandbox {
  const { metadata, labels, annotations } = rememberedSandbox(info.Labels);
  const state = info.State === 'running' ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY';
  return complete(PodSandbox, { id: info.Id, metadata, labels, annotations, state, createdAt: info.Created * 1e9 });
}

function listedContainer(info: ContainerInfo): Container {
  const { metadata, labels, annotations, image } = rememberedContainer(info.Labels);
  return complete(Container, {
    ...{ id: info.Id, metadata, labels, annotations, image, imageRef: info.ImageID, imageId: info.ImageID },
    podSandboxId: info.Labels[dockerLabel.sandboxId],
    state: containerState(info.State),
    createdAt: info.Created * 1e9,
  });
}

function containerStatus(inspected: ContainerInspect): ContainerStatus {
  const { metadata, labels, annotations, image, mounts, logPath } = rememberedContainer(inspected.Config.Labels);
  const { State } = inspected;
  const startFailed = State.Status === 'created' && State.ExitCode !== 0;
  const state = startFailed ? 'CONTAINER_EXITED' : containerState(State.Status);
  const exited = state === 'CONTAINER_EXITED';
  const name = image?.userSpecifiedImage ?? '';
  return complete(ContainerStatus, {
    ...{ id: inspected.Id, metadata, labels, annotations, mounts, logPath, state },
    createdAt: nanoseconds(inspected.Created),
    startedAt: nanoseconds(State.StartedAt),
    finishedAt: exited ? nanoseconds(startFailed ? inspected.Created : State.FinishedAt) : 0,
    exitCode: exited ? State.ExitCode : 0,
    reason: exited ? exitReason(State, startFailed) : '',
    message: State.Error,
    image: { image: name === '' ? (image?.image ?? '') : name },
    imageRef: inspected.Image,
    imageId: inspected.Image,
  });
}

function exitReason(state: ContainerInspect['State'], startFailed: boolean): string {
  if (startFailed) return 'ContainerCannotRun';
  if (state.OOMKilled) return 'OOMKilled';
  return state.ExitCode === 0 ? 'Completed' : 'Error';
}

function containerState(status: string): ContainerState {
  if (status === 'running' || status === 'paused') return 'CONTAINER_RUNNING';
  if (status === 'created') return 'CONTAINER_CREATED';
  return status === 'exited' || status === 'dead' ? 'CONTAINER_EXITED' : 'CONTAINER_UNKNOWN';
}

function nanoseconds(time: string): number {
  return Math.max(0, Date.parse(time)) * 1e6;
}

function complete<M extends MessageSpec>(spec: M, value: Init<M>): Decoded<M> {
  return decodeMessage(spec, encodeMessage(spec, value));
}
