import { spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { realClock } from '@kubescript/apimachinery';
import { connectRuntime } from '@kubescript/cri-client';
import type { CriConnection } from '@kubescript/cri-client';

import { findProgram, runCommand } from './command.ts';
import { containerdPaths, findCniPlugins, writeContainerdConfig } from './containerd-config.ts';
import type { ContainerdPaths, PodNetwork } from './containerd-config.ts';
import { findProcesses, unmountBelow } from './leftovers.ts';
import { pauseImage, pauseImageRecipe } from './pause-image.ts';
import { writeImageArchive } from './oci-image.ts';
import { endProcess, isAlive } from './processes.ts';
import { removePodNetwork, setUpPodNetwork } from './pod-network.ts';

/** How a containerd of our own is started. */
export interface ContainerdOptions {
  /** Everything it keeps is below this directory; keep it short, a socket is in it (100 bytes at most). */
  readonly dir: string;
  /** Name of the pods' bridge, 15 characters at most; one per node. */
  readonly bridgeName: string;
  /** The pods' network, if it is known already; otherwise call `configureNetwork` (the node is not ready before). */
  readonly network?: PodNetwork;
}

/** A running containerd of our own. It lives on when this process dies, and is found again by the next start. */
export interface Containerd {
  /** CRI endpoint, `unix://…`. */
  readonly endpoint: string;
  readonly pid: number;
  /** True where it was already running. */
  readonly adopted: boolean;
  /** Writes (or changes) the network of pods made from now on. */
  configureNetwork(network: PodNetwork): Promise<void>;
  /** Imports an OCI or Docker archive; its images can be used by pods at once. */
  importImage(archive: string): Promise<void>;
  /** Removes all pods, ends containerd, and takes away interfaces, rules and mounts. Images and data stay on disk. */
  stop(): Promise<void>;
}

/** Starts a containerd of our own for one node, or finds the one that runs in the directory. */
export async function startContainerd(options: ContainerdOptions, signal?: AbortSignal): Promise<Containerd> {
  const paths = containerdPaths(resolve(options.dir));
  if (Buffer.byteLength(paths.socket) > 100)
    throw new Error(`the path of containerd's socket is too long: ${paths.socket}`);
  const [program, cniBinDir] = [await requireProgram('containerd', 'containerd'), await findCniPlugins()];
  await requireProgram('runc', 'runc');
  await writeContainerdConfig(paths, cniBinDir);
  const network = options.network;
  const networkReady = network && setUpPodNetwork(options.bridgeName, network, paths.dir);
  const running = await findRunning(paths);
  const pid = running ?? (await launch(program, paths));
  await networkReady;
  await waitForCri(paths, pid, signal);
  const containerd: Containerd = {
    endpoint: `unix://${paths.socket}`,
    pid,
    adopted: running !== undefined,
    configureNetwork: (changed) => setUpPodNetwork(options.bridgeName, changed, paths.dir),
    importImage: (archive) => importImageArchive(paths.socket, archive),
    stop: () => stopContainerd(paths, options.bridgeName, pid),
  };
  await ensurePauseImage(paths);
  return containerd;
}

/**
 * Ends the containerd of a directory whether or not it still runs, e.g. after a crash: pods, processes, interfaces,
 * mounts. Does nothing where there was none.
 */
export async function cleanUpContainerd(dir: string, bridgeName: string): Promise<void> {
  const paths = containerdPaths(resolve(dir));
  await stopContainerd(paths, bridgeName, await findRunning(paths));
}

async function requireProgram(name: string, debianPackage: string): Promise<string> {
  const path = await findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed: install the package ${debianPackage}`);
  return path;
}

async function findRunning(paths: ContainerdPaths): Promise<number | undefined> {
  const pids = await findProcesses((args) => args[0]?.endsWith('containerd') === true && args.includes(paths.config));
  return pids[0];
}

async function launch(program: string, paths: ContainerdPaths): Promise<number> {
  await rm(paths.socket, { force: true });
  await using log = await open(paths.log, 'a');
  const child = spawn(program, ['--config', paths.config, '--log-level', 'warn'], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    cwd: '/',
  });
  const pid = await new Promise<number>((resolveStart, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      resolveStart(child.pid ?? 0);
    });
  });
  child.unref();
  await writeFile(paths.pidFile, String(pid));
  return pid;
}

async function waitForCri(paths: ContainerdPaths, pid: number, signal?: AbortSignal): Promise<void> {
  const deadline = realClock.now() + 20_000;
  for (;;) {
    signal?.throwIfAborted();
    await using cri = connectRuntime(paths.socket);
    const err = await cri.runtime.version({ version: 'v1' }, { timeoutMs: 2000 }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (err === undefined) return;
    if (!isAlive(pid) || realClock.now() > deadline) {
      const log = await readFile(paths.log, 'utf8').catch(() => '');
      throw new Error(`containerd did not start; the end of ${paths.log}: ${log.slice(-600)}`, { cause: err });
    }
    await realClock.sleep(15, signal);
  }
}

async function ensurePauseImage(paths: ContainerdPaths): Promise<void> {
  await using cri = connectRuntime(paths.socket);
  const { image } = await cri.images.imageStatus({ image: { image: pauseImage } });
  if (image !== undefined) return;
  const archive = join(paths.dir, 'pause.tar');
  await writeImageArchive(archive, await pauseImageRecipe());
  await importImageArchive(paths.socket, archive);
  await rm(archive, { force: true });
}

/** Imports an OCI or Docker archive into the containerd that listens on `socket`, where CRI finds its images. */
export async function importImageArchive(socket: string, archive: string): Promise<void> {
  const ctr = await requireProgram('ctr', 'containerd');
  await runCommand(ctr, ['--address', socket, '--namespace', 'k8s.io', 'images', 'import', archive]);
}

async function stopContainerd(paths: ContainerdPaths, bridge: string, pid: number | undefined): Promise<void> {
  if (pid !== undefined && isAlive(pid)) {
    await removeAllPods(paths).catch(() => undefined);
    await endProcess(pid);
  }
  const shims = await findProcesses(
    (args) => args[0]?.includes('containerd-shim') === true && args.includes(paths.socket),
  );
  for (const shim of shims) await endProcess(shim);
  await unmountBelow(paths.dir);
  await removePodNetwork(bridge);
  for (const path of [paths.socket, `${paths.socket}.ttrpc`, paths.pidFile]) await rm(path, { force: true });
}

async function removeAllPods(paths: ContainerdPaths): Promise<void> {
  await using cri = connectRuntime(paths.socket);
  const { items } = await cri.runtime.listPodSandbox({});
  const rest = items.map((item) => item.id);
  await Promise.all(Array.from({ length: 8 }, () => removePods(cri, rest)));
}

async function removePods(cri: CriConnection, rest: string[]): Promise<void> {
  for (let podSandboxId = rest.pop(); podSandboxId !== undefined; podSandboxId = rest.pop()) {
    await cri.runtime.stopPodSandbox({ podSandboxId });
    await cri.runtime.removePodSandbox({ podSandboxId });
  }
}
