// Runs inside the build container: bundles the apps and makes executables of them for the platforms in
// KUBE_BUILD_PLATFORMS, below _output/dockerized/bin; beside them, what the images of this platform need of the system.
import { cp, mkdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { sharedLibraries } from '@kubescript/lib-container-runtime';

import { buildInfoFrom } from '../build-info.ts';
import { bundleApp, root } from '../bundle-app.ts';
import { appsFor, binaryFile, componentImages } from './components.ts';
import { findOnPath } from './system-files.ts';
import { hostPlatform, nodePackages, parsePlatforms, type Platform } from './platforms.ts';
import { nodeExecutable } from './node-binaries.ts';
import { makeExecutables } from './single-executable.ts';

const output = join(root, '_output/dockerized');

async function main(): Promise<void> {
  const platforms = parsePlatforms(process.env['KUBE_BUILD_PLATFORMS'] ?? hostPlatform());
  await rm(output, { recursive: true, force: true });
  for (const app of new Set(platforms.flatMap(appsFor))) {
    await bundleApp({ app, outfile: bundleOf(app), info: buildInfoFrom(process.env) });
  }
  for (const platform of platforms) {
    await build(platform);
  }
  if (platforms.includes(hostPlatform())) await copySystemFiles(hostPlatform());
}

function bundleOf(app: string): string {
  return join(output, 'bundles', `${app}.cjs`);
}

async function build(platform: Platform): Promise<void> {
  const folder = join(output, 'bin', platform);
  await mkdir(folder, { recursive: true });
  const bundles = new Map(appsFor(platform).map((app) => [join(folder, binaryFile(app, platform)), bundleOf(app)]));
  await makeExecutables({ platform, bundles });
  console.log(`built ${platform}: ${[...bundles.keys()].map((path) => basename(path)).join(' ')}`);
}

/** What an image holds beside the binary: the libraries of Node, and programs that components run with theirs. */
async function copySystemFiles(platform: Platform): Promise<void> {
  const programs = [...new Set(componentImages.flatMap((image) => image.programs))];
  const found = await Promise.all(programs.map(async (name) => ({ name, path: await findOnPath(name) })));
  const missing = found.filter(({ path }) => path === undefined).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`the build image lacks ${missing.join(', ')}, which images need`);
  await copyWithLibraries('node', nodeExecutable(nodePackages[platform]), platform);
  for (const { name, path } of found) if (path !== undefined) await copyWithLibraries(name, path, platform, path);
}

async function copyWithLibraries(name: string, program: string, platform: Platform, copy?: string): Promise<void> {
  const target = join(output, 'system', platform, name);
  for (const path of await sharedLibraries(program)) await copyFile(path, target);
  if (copy !== undefined) await cp(await realpath(copy), join(target, 'usr/bin', name));
}

async function copyFile(path: string, target: string): Promise<void> {
  await mkdir(dirname(join(target, path)), { recursive: true });
  await cp(await realpath(path), join(target, path));
}

await main();
