import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { runOk } from './command.ts';

const root = resolve(import.meta.dirname, '../../../..');
const releaseTars = join(root, '_output/release-tars');

/** True where hack/release.sh or hack/quick-release.sh has been run for linux/amd64. */
export const haveRelease = existsSync(releaseFile('kubescript-server-linux-amd64.tar.gz'));

/** Path of a released file. */
export function releaseFile(name: string): string {
  return join(releaseTars, name);
}

/** What SHA256SUMS says: digests by file name. */
export function releaseChecksums(): ReadonlyMap<string, string> {
  const lines = readFileSync(releaseFile('SHA256SUMS'), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Unpacks a released tarball; returns the folder with its binaries. */
export async function unpackRelease(kind: 'client' | 'server' | 'node', folder: string): Promise<string> {
  await runOk('tar', ['-xzf', releaseFile(`kubescript-${kind}-linux-amd64.tar.gz`), '-C', folder]);
  return join(folder, 'kubescript', kind, 'bin');
}

/** Loads a component's released image into Docker; returns its name. */
export async function loadReleaseImage(component: string): Promise<string> {
  const archive = releaseFile(`kubescript-${component}-image-linux-amd64.tar.gz`);
  const printed = await runOk('docker', ['load', '-i', archive], { timeout: 120_000 });
  const name = /Loaded image: (\S+)/.exec(printed)?.[1];
  if (name === undefined) throw new Error(`docker load printed no name: ${printed}`);
  return name;
}

/** Where the launcher looks for a component's program, beside its own folder. */
const programPaths: Readonly<Record<string, string>> = {
  'kube-apiserver': 'apiserver/kube-apiserver',
  'kube-controller-manager': 'controller-manager/kube-controller-manager',
  'kube-scheduler': 'scheduler/kube-scheduler',
  kubelet: 'kubelet/kubelet',
  'kube-proxy': 'proxy/kube-proxy',
};

/** Puts a program where the launcher below `folder` looks for a component's. */
export async function installComponent(folder: string, component: string, script: string): Promise<void> {
  const path = join(folder, programPaths[component] ?? component);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/**
 * A shell script that runs an image as its own user on the host's network, on the data directories of test clusters,
 * which it hands to that user. SIGTERM goes through to the component.
 */
export function containerScript(image: string, user: number, dataDirs: string): string {
  const run = `docker run --rm --network host --volume ${dataDirs}:${dataDirs} ${image}`;
  return `chown -R ${user} ${dataDirs}\nexec ${run} "$@"`;
}

/** The launcher that `nx build hyperkube` makes. */
export const hyperkubeBinary = join(root, 'dist/apps/hyperkube/hyperkube');

/** The environment in which a copy of it finds the Node that the lock file pins. */
export const pinnedNodePath = `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
