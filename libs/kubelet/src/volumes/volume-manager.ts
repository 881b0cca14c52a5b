import { chmod, chown, lchown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pod, Volume } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { runCommand, unmountBelow } from '@kubescript/lib-container-runtime';

import { wholeUnits } from '../container/quantities.ts';
import { writeAtomically } from './atomic-writer.ts';
import { prepareHostPath } from './host-path.ts';
import { volumePayload } from './projections.ts';
import type { PayloadSources } from './projections.ts';

/** Finds the path on this node that stands behind a claim. */
export interface ClaimSource {
  claimPath(namespace: string, claimName: string): Promise<string>;
}

/** What the volume manager works with. */
export interface VolumeManagerOptions {
  readonly rootDir: string;
  readonly clock: Clock;
  readonly claims: ClaimSource;
  /** Sources for the volumes of one pod (its addresses are part of them). */
  sources(pod: DeepReadonly<Pod>): PayloadSources;
}

/**
 * Makes the volumes of pods and keeps the contents of projected ones current. What must not be on disk (secrets,
 * tokens) lies in one memory file system of the kubelet.
 * @go kubernetes/pkg/kubelet/volumemanager#VolumeManager
 */
export class VolumeManager {
  private readonly options: VolumeManagerOptions;
  private readonly paths: { readonly pods: string; readonly volatile: string };
  private volatileReady: Promise<void> | undefined;

  constructor(options: VolumeManagerOptions) {
    this.options = options;
    this.paths = { pods: join(options.rootDir, 'pods'), volatile: join(options.rootDir, 'volatile') };
  }

  /** Makes what is missing and refreshes what has changed. Returns the path of each volume on the node. */
  async mount(pod: DeepReadonly<Pod>): Promise<ReadonlyMap<string, string>> {
    const mounted = new Map<string, string>();
    for (const volume of pod.spec.volumes ?? []) {
      mounted.set(volume.name, await this.mountOne(pod, volume).catch((err: unknown) => failed(volume, err)));
    }
    return mounted;
  }

  /** Removes the volumes of a pod; hostPath and claims keep their contents. */
  async unmount(podUid: string): Promise<void> {
    const directory = join(this.paths.pods, podUid);
    await unmountBelow(join(directory, 'volumes'));
    await rm(directory, { recursive: true, force: true });
    await rm(join(this.paths.volatile, podUid), { recursive: true, force: true });
  }

  /** Uids of the pods that have something on this node's disk. */
  podsOnDisk(): Promise<string[]> {
    return readdir(this.paths.pods).catch(() => []);
  }

  private async mountOne(pod: DeepReadonly<Pod>, volume: DeepReadonly<Volume>): Promise<string> {
    const namespace = pod.metadata.namespace ?? '';
    if (volume.emptyDir !== undefined) return this.mountEmptyDir(pod, volume);
    if (volume.hostPath !== undefined) {
      await prepareHostPath(volume.hostPath.path, volume.hostPath.type);
      return volume.hostPath.path;
    }
    if (volume.persistentVolumeClaim !== undefined) {
      return this.options.claims.claimPath(namespace, volume.persistentVolumeClaim.claimName);
    }
    if (volume.ephemeral !== undefined) {
      return this.options.claims.claimPath(namespace, `${pod.metadata.name ?? ''}-${volume.name}`);
    }
    const payload = await volumePayload(pod, volume, this.options.sources(pod));
    if (payload === undefined) throw new Error(`this kubelet does not support volumes of type ${typeOf(volume)}`);
    const path = await this.projectedPath(pod, volume);
    if (await writeAtomically(path, payload, this.options.clock.now())) await ownByGroup(path, fsGroupOf(pod), 0o440);
    return path;
  }

  private async projectedPath(pod: DeepReadonly<Pod>, volume: DeepReadonly<Volume>): Promise<string> {
    const uid = pod.metadata.uid ?? '';
    const secret = volume.secret !== undefined || volume.projected !== undefined;
    if (!secret) return join(this.paths.pods, uid, 'volumes', pluginOf(volume), volume.name);
    this.volatileReady ??= mountMemory(this.paths.volatile, ['mode=0755']);
    await this.volatileReady;
    return join(this.paths.volatile, uid, pluginOf(volume), volume.name);
  }

  private async mountEmptyDir(pod: DeepReadonly<Pod>, volume: DeepReadonly<Volume>): Promise<string> {
    const path = join(this.paths.pods, pod.metadata.uid ?? '', 'volumes', pluginOf(volume), volume.name);
    const created = await mkdir(path, { recursive: true });
    if (created === undefined) return path;
    const { medium, sizeLimit } = volume.emptyDir ?? {};
    if (medium === 'Memory') {
      await mountMemory(path, sizeLimit === undefined ? [] : [`size=${String(wholeUnits(sizeLimit))}`]);
    } else if (medium !== undefined && medium !== '') {
      throw new Error(`this kubelet does not support the medium ${medium} of emptyDir volumes`);
    }
    await chmod(path, 0o777);
    await ownByGroup(path, fsGroupOf(pod), 0o660);
    return path;
  }
}

async function mountMemory(path: string, options: readonly string[]): Promise<void> {
  await mkdir(path, { recursive: true });
  const mounted = await runCommand('mountpoint', ['-q', path]).then(
    () => true,
    () => false,
  );
  if (!mounted) {
    const flags = options.length === 0 ? [] : ['-o', options.join(',')];
    await runCommand('mount', ['-t', 'tmpfs', ...flags, 'tmpfs', path]);
  }
}

/** Gives a volume to the pod's group, which may then read (and write) all of it. */
async function ownByGroup(path: string, group: number | undefined, access: number): Promise<void> {
  if (group === undefined) return;
  await chown(path, -1, group);
  const root = await stat(path);
  await chmod(path, (root.mode & 0o7777) | 0o2000 | access | 0o110);
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    await lchown(full, -1, group);
    if (entry.isSymbolicLink()) continue;
    const { mode } = await stat(full);
    await chmod(full, (mode & 0o7777) | access | (entry.isDirectory() ? 0o2110 : 0));
  }
}

function fsGroupOf(pod: DeepReadonly<Pod>): number | undefined {
  return pod.spec.securityContext?.fsGroup;
}

function typeOf(volume: DeepReadonly<Volume>): string {
  return Object.keys(volume).find((key) => key !== 'name') ?? 'none';
}

function pluginOf(volume: DeepReadonly<Volume>): string {
  const name = typeOf(volume).replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);
  return `kubernetes.io~${name === 'config-map' ? 'configmap' : name}`;
}

function failed(volume: DeepReadonly<Volume>, err: unknown): never {
  const text = err instanceof Error ? err.message : String(err);
  throw new Error(`MountVolume.SetUp failed for volume "${volume.name}" : ${text}`, { cause: err });
}
