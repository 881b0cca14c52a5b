// Runs inside the build container: bundles the apps and makes executables of them for the platforms in
// KUBE_BUILD_PLATFORMS, below _output/dockerized/bin; beside them, what the images for Linux hold of the system.
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { gitVersionOf } from '@kubescript/component-base';

import { buildInfoFrom } from '../build-info.ts';
import { bundleApp, root } from '../bundle-app.ts';
import { appsFor, binaryFile, componentImages } from './components.ts';
import { copySystemFiles } from './copy-system.ts';
import { nodeExecutable } from './node-binaries.ts';
import { hostPlatform, nodePackages, parsePlatforms, type Platform, preparingNode } from './platforms.ts';
import { makeExecutables } from './single-executable.ts';

const exec = promisify(execFile);
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
  const programs = [...new Set(componentImages.flatMap((image) => image.programs))];
  for (const platform of platforms.filter((name) => name.startsWith('linux/'))) {
    await copySystemFiles({
      system: join(root, '_output/system', platform.split('/')[1] ?? ''),
      output: join(output, 'system', platform),
      node: nodeExecutable(nodePackages[platform]),
      programs,
    });
  }
}

function bundleOf(app: string): string {
  return join(output, 'bundles', `${app}.cjs`);
}

async function build(platform: Platform): Promise<void> {
  const folder = join(output, 'bin', platform);
  await mkdir(folder, { recursive: true });
  const bundles = new Map(appsFor(platform).map((app) => [join(folder, binaryFile(app, platform)), bundleOf(app)]));
  await Promise.all(appsFor(platform).map((app) => tryBundle(app, platform)));
  await makeExecutables({ platform, bundles });
  console.log(`built ${platform}: ${[...bundles.keys()].map((path) => basename(path)).join(' ')}`);
}

/** Most executables cannot be run here: what goes into them is, on the same version of Node. */
async function tryBundle(app: string, platform: Platform): Promise<void> {
  const node = nodeExecutable(preparingNode(platform, hostPlatform()));
  const question = app === 'kubectl' ? ['version', '--client'] : ['--version'];
  const { stdout } = await exec(node, [bundleOf(app), ...question], { env: {} });
  const version = gitVersionOf(buildInfoFrom(process.env));
  if (!stdout.includes(version))
    throw new Error(`${app} for ${platform} does not say that it is ${version}: ${stdout}`);
}

await main();
