import { readFile, rm, writeFile } from 'node:fs/promises';

import type { ClusterLayout } from './layout.ts';

/** What the next start must do as this one did. */
export interface ClusterFile {
  readonly clusterCidr: string;
  readonly storage: 'embedded' | 'etcd';
}

/** A running cluster, as others find it. */
export interface RunningState {
  readonly pid: number;
  /** The file that this process runs. */
  readonly program: string;
  readonly server: string;
  readonly nodes: readonly RunningNode[];
}

/** A running node: what `load` needs of it. */
export interface RunningNode {
  readonly name: string;
  readonly runtime: 'containerd' | 'docker' | 'hollow';
  /** CRI socket of containerd, or the socket of Docker. */
  readonly socket: string;
  /** This containerd was started for the cluster, and ends with it. */
  readonly ownContainerd: boolean;
}

/** The running cluster of a data directory, or undefined; what a killed one left behind does not count. */
export async function readRunningState(layout: ClusterLayout): Promise<RunningState | undefined> {
  const state = await readLastState(layout);
  return state !== undefined && (await isAlive(state)) ? state : undefined;
}

/** The state of a cluster that runs, or that was killed; undefined after a clean stop. */
export async function readLastState(layout: ClusterLayout): Promise<RunningState | undefined> {
  return readJson<RunningState>(layout.stateFile);
}

/** Says that the cluster runs. */
export async function writeRunningState(layout: ClusterLayout, state: RunningState): Promise<void> {
  await writeFile(layout.stateFile, `${JSON.stringify(state, null, 2)}\n`);
}

/** Says that the cluster has ended. */
export async function removeRunningState(layout: ClusterLayout): Promise<void> {
  await rm(layout.stateFile, { force: true });
}

/** The facts of an earlier start, or undefined for a new cluster. */
export async function readClusterFile(layout: ClusterLayout): Promise<ClusterFile | undefined> {
  return readJson<ClusterFile>(layout.clusterFile);
}

/** Keeps the facts for the next start. */
export async function writeClusterFile(layout: ClusterLayout, file: ClusterFile): Promise<void> {
  await writeFile(layout.clusterFile, `${JSON.stringify(file, null, 2)}\n`);
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`cannot read ${path}: ${(err as Error).message}; remove it if the cluster may be made anew`, {
      cause: err,
    });
  }
}

/** True while the cluster's process runs; not if it was killed, even if its number lives on as a zombie's or another's. */
export async function isAlive({ pid, program }: RunningState): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined ? process.platform !== 'linux' : commandLine.split('\0').includes(program);
}
