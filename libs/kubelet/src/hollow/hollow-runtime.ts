import { createHash } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';

import type { Clock } from '@kubescript/apimachinery';
import {
  Container,
  ContainerStatus,
  Image,
  PodSandbox,
  PodSandboxStatus,
  decodeMessage,
  encodeMessage,
} from '@kubescript/cri-api';
import type { Decoded, ImageService, Init, MessageSpec, RuntimeService } from '@kubescript/cri-api';
import { fullImageName } from '@kubescript/lib-container-runtime';

import type { ContainerRuntime, RemoteProcess, RuntimeStreams } from '../runtime/container-runtime.ts';
import { matchesId, matchesLabels } from '../runtime/filters.ts';
import { criNotFound, unimplemented } from '../runtime/unsupported.ts';
import { HollowStore } from './hollow-store.ts';
import type { HollowContainer, HollowSandbox } from './hollow-store.ts';

const notice = 'HOLLOW NODE: this container is faked; no process runs here.';

/**
 * A runtime that only keeps books: sandboxes and containers "run" until they are stopped, every image is there once it
 * was pulled, commands succeed without doing anything. For scale tests and for machines without a runtime; logs and
 * commands say what it is.
 */
export function hollowRuntime(clock: Clock): ContainerRuntime {
  const store = new HollowStore();
  return {
    runtime: runtimeService(store, clock),
    images: imageService(store),
    streams,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function runtimeService(store: HollowStore, clock: Clock): RuntimeService {
  const now = (): number => clock.now() * 1e6;
  const endContainer = (container: HollowContainer, exitCode: number): void => {
    if (container.state !== 'CONTAINER_RUNNING') return;
    Object.assign(container, { state: 'CONTAINER_EXITED', finishedAt: now(), exitCode });
  };
  const stopSandbox = (id: string): void => {
    const sandbox = store.sandboxes.get(id);
    if (sandbox === undefined) return;
    for (const container of store.containersOf(id)) endContainer(container, 137);
    sandbox.ready = false;
  };
  return {
    version: () =>
      Promise.resolve({ version: '0.1.0', runtimeName: 'hollow', runtimeVersion: '1.0.0', runtimeApiVersion: 'v1' }),
    status: () => {
      const ready = ['RuntimeReady', 'NetworkReady'].map((type) => ({ type, status: true, reason: '', message: '' }));
      return Promise.resolve({ status: { conditions: ready }, info: {}, runtimeHandlers: [], features: undefined });
    },
    runPodSandbox: ({ config = {} }) => {
      const id = store.newId();
      store.sandboxes.set(id, {
        id,
        config,
        createdAt: now(),
        ip: isHostNetwork(config) ? '' : store.newAddress(),
        ready: true,
      });
      return Promise.resolve({ podSandboxId: id });
    },
    stopPodSandbox: ({ podSandboxId = '' }) => {
      stopSandbox(podSandboxId);
      return Promise.resolve({});
    },
    removePodSandbox: ({ podSandboxId = '' }) => {
      stopSandbox(podSandboxId);
      for (const { id } of store.containersOf(podSandboxId)) store.containers.delete(id);
      store.sandboxes.delete(podSandboxId);
      return Promise.resolve({});
    },
    podSandboxStatus: async ({ podSandboxId = '' }) => {
      const sandbox = store.sandbox(podSandboxId);
      return Promise.resolve({ status: sandboxStatus(sandbox), info: {}, containersStatuses: [], timestamp: now() });
    },
    listPodSandbox: ({ filter }) => {
      const items = [...store.sandboxes.values()].map(listedSandbox).filter(({ id, labels, state }) => {
        const wanted = filter?.state?.state;
        return (
          matchesId(id, filter?.id) &&
          matchesLabels(labels, filter?.labelSelector) &&
          (filter?.state === undefined || state === (wanted ?? 'SANDBOX_READY'))
        );
      });
      return Promise.resolve({ items });
    },
    createContainer: async ({ podSandboxId = '', config = {}, sandboxConfig }) => {
      const sandbox = store.sandbox(podSandboxId);
      const id = store.newId();
      const directory = sandboxConfig?.logDirectory ?? sandbox.config.logDirectory ?? '';
      const logPath = directory === '' || (config.logPath ?? '') === '' ? '' : join(directory, config.logPath ?? '');
      const times = { createdAt: now(), startedAt: 0, finishedAt: 0, exitCode: 0 };
      store.containers.set(id, { id, podSandboxId, config, logPath, state: 'CONTAINER_CREATED', ...times });
      return Promise.resolve({ containerId: id });
    },
    startContainer: async ({ containerId = '' }) => {
      const container = store.container(containerId);
      await writeNotice(container.logPath, clock.now());
      Object.assign(container, { state: 'CONTAINER_RUNNING', startedAt: now() });
      return {};
    },
    stopContainer: ({ containerId = '', timeout = 0 }) => {
      const container = store.containers.get(containerId);
      if (container !== undefined) endContainer(container, timeout > 0 ? 143 : 137);
      return Promise.resolve({});
    },
    removeContainer: ({ containerId = '' }) => {
      store.containers.delete(containerId);
      return Promise.resolve({});
    },
    listContainers: ({ filter }) => {
      const containers = [...store.containers.values()].map(listedContainer).filter((container) => {
        const inSandbox = (filter?.podSandboxId ?? '') === '' || container.podSandboxId === filter?.podSandboxId;
        const inState = filter?.state === undefined || container.state === (filter.state.state ?? 'CONTAINER_CREATED');
        return (
          inSandbox &&
          inState &&
          matchesId(container.id, filter?.id) &&
          matchesLabels(container.labels, filter?.labelSelector)
        );
      });
      return Promise.resolve({ containers });
    },
    containerStatus: async ({ containerId = '' }) =>
      Promise.resolve({ status: containerStatus(store.container(containerId)), info: {} }),
    execSync: async ({ containerId = '' }) => {
      store.container(containerId);
      return Promise.resolve({ stdout: Buffer.from(`${notice}\n`), stderr: new Uint8Array(0), exitCode: 0 });
    },
    updateContainerResources: () => Promise.resolve({}),
    reopenContainerLog: () => Promise.resolve({}),
    updateRuntimeConfig: () => Promise.resolve({}),
    listContainerStats: () => Promise.resolve({ stats: [] }),
    listPodSandboxStats: () => Promise.resolve({ stats: [] }),
    runtimeConfig: () => Promise.resolve({ linux: { cgroupDriver: 'CGROUPFS' } }),
    containerStats: unimplemented('ContainerStats'),
    exec: unimplemented('Exec'),
    attach: unimplemented('Attach'),
    portForward: unimplemented('PortForward'),
    getContainerEvents: () => ({ [Symbol.asyncIterator]: () => ({ next: unimplemented('GetContainerEvents') }) }),
  };
}

function imageService(store: HollowStore): ImageService {
  const find = (name: string): Image | undefined => {
    const wanted = name.startsWith('sha256:') ? name : fullImageName(name);
    const found = [...store.images.values()].find((image) => image.id === wanted || image.name === wanted);
    return found && complete(Image, { id: found.id, repoTags: [found.name], size: 1 });
  };
  return {
    listImages: () =>
      Promise.resolve({
        images: [...store.images.values()].map(({ id, name }) => complete(Image, { id, repoTags: [name], size: 1 })),
      }),
    imageStatus: ({ image }) => Promise.resolve({ image: find(image?.image ?? ''), info: {} }),
    pullImage: ({ image }) => {
      const name = fullImageName(image?.image ?? '');
      const id = `sha256:${createHash('sha256').update(name).digest('hex')}`;
      store.images.set(id, { id, name });
      return Promise.resolve({ imageRef: id });
    },
    removeImage: ({ image }) => {
      const found = find(image?.image ?? '');
      if (found !== undefined) store.images.delete(found.id);
      return Promise.resolve({});
    },
    imageFsInfo: () => Promise.resolve({ imageFilesystems: [], containerFilesystems: [] }),
  };
}

const streams: RuntimeStreams = {
  exec: () => Promise.resolve(talkingProcess()),
  attach: () => Promise.resolve(talkingProcess()),
  portForward: (_, port) => Promise.reject(criNotFound('port of a hollow pod', String(port))),
};

/** A process that says what it is, and ends well. */
function talkingProcess(): RemoteProcess {
  const stdout = new PassThrough();
  stdout.end(`${notice}\n`);
  const stdin = new PassThrough();
  stdin.resume();
  return {
    ...{ stdin, stdout, stderr: undefined, exit: Promise.resolve({ exitCode: 0, error: '' }) },
    resize: () => undefined,
    close: () => undefined,
  };
}

async function writeNotice(logPath: string, now: number): Promise<void> {
  if (logPath === '') return;
  await mkdir(dirname(logPath), { recursive: true });
  await appendFile(logPath, `${new Date(now).toISOString()} stdout F ${notice}\n`);
}

function isHostNetwork(config: HollowSandbox['config']): boolean {
  return config.linux?.securityContext?.namespaceOptions?.network === 'NODE';
}

function listedSandbox({ id, config, createdAt, ready }: HollowSandbox): PodSandbox {
  const { metadata, labels, annotations } = config;
  return complete(PodSandbox, {
    id,
    metadata,
    labels,
    annotations,
    createdAt,
    state: ready ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
  });
}

function sandboxStatus(sandbox: HollowSandbox): PodSandboxStatus {
  const { id, config, createdAt, ready, ip } = sandbox;
  const { metadata, labels, annotations } = config;
  const options = config.linux?.securityContext?.namespaceOptions;
  const linux = { namespaces: { options } };
  const state = ready ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY';
  return complete(PodSandboxStatus, { id, metadata, labels, annotations, createdAt, state, network: { ip }, linux });
}

function listedContainer({ id, podSandboxId, config, state, createdAt }: HollowContainer): Container {
  const { metadata, image, labels, annotations } = config;
  return complete(Container, {
    id,
    podSandboxId,
    metadata,
    image,
    imageRef: image?.image,
    labels,
    annotations,
    state,
    createdAt,
  });
}

function containerStatus(container: HollowContainer): ContainerStatus {
  const { id, config, state, createdAt, startedAt, finishedAt, exitCode, logPath } = container;
  const { metadata, image, labels, annotations, mounts } = config;
  const name = image?.userSpecifiedImage ?? '';
  const reason = state !== 'CONTAINER_EXITED' ? '' : exitCode === 0 ? 'Completed' : 'Error';
  return complete(ContainerStatus, {
    ...{
      id,
      metadata,
      labels,
      annotations,
      mounts,
      state,
      createdAt,
      startedAt,
      finishedAt,
      exitCode,
      reason,
      logPath,
    },
    image: { image: name === '' ? (image?.image ?? '') : name },
    imageRef: image?.image,
    imageId: image?.image,
  });
}

/** Fills in the zero values of a message. */
function complete<M extends MessageSpec>(spec: M, value: Init<M>): Decoded<M> {
  return decodeMessage(spec, encodeMessage(spec, value));
}
