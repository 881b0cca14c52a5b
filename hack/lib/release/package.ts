// Packages what the build container made: tarballs per platform, images, checksums, below _output/release-tars.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { gitVersionOf } from '@kubescript/component-base';

import { buildInfoFrom, isoSeconds } from '../build-info.ts';
import { root } from '../bundle-app.ts';
import { binaryFile, componentImages, tarballApps, type TarballKind, tarballKinds } from './components.ts';
import { type ImageSettings, writeImage } from './images.ts';
import { hostPlatform, parsePlatforms, type Platform, platformSuffix } from './platforms.ts';
import { type TarballFile, writeTarball } from './tarball.ts';

const built = join(root, '_output/dockerized');
const info = buildInfoFrom(process.env);
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0);

/** Makes everything that is released of the platforms' binaries. */
async function main(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const platforms = parsePlatforms(process.env['KUBE_BUILD_PLATFORMS'] ?? hostPlatform());
  for (const platform of platforms) {
    await Promise.all(tarballKinds(platform).map((kind) => packageTarball(kind, platform, output)));
    await packageImages(platform, output);
  }
  await writeFile(join(output, 'SHA256SUMS'), await checksums(output));
}

async function packageTarball(kind: TarballKind, platform: Platform, output: string): Promise<void> {
  const files = tarballApps[kind].map((app): TarballFile => {
    const name = binaryFile(app, platform);
    return { path: `kubescript/${kind}/bin/${name}`, mode: 0o755, source: join(built, 'bin', platform, name) };
  });
  await writeTarball(join(output, `kubescript-${kind}-${platformSuffix(platform)}.tar.gz`), files, epoch);
}

/** Images are made for the platforms whose system files the build has brought along. */
async function packageImages(platform: Platform, output: string): Promise<void> {
  const system = join(built, 'system', platform);
  if ((await readdir(system).catch(() => [])).length === 0) return;
  const settings = imageSettings(platform, system);
  for (const image of componentImages) {
    const name = `${binaryFile(image.app, platform)}-image-${platformSuffix(platform)}.tar.gz`;
    await writeImage(join(output, `kubescript-${name}`), image, settings);
  }
}

function imageSettings(platform: Platform, system: string): ImageSettings {
  const version = gitVersionOf(info);
  return {
    binaries: join(built, 'bin', platform),
    system,
    registry: process.env['KUBE_DOCKER_REGISTRY'] ?? 'kubescript',
    version,
    architecture: platform.split('/')[1] ?? '',
    created: isoSeconds(epoch),
    labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.revision': info.commit ?? '' },
  };
}

/** What `sha256sum` prints for every file of the folder. */
async function checksums(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted();
  const lines = await Promise.all(
    names.map(async (name) => `${await sha256(join(folder, name))}  ${basename(name)}\n`),
  );
  return lines.join('');
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

await main(process.argv[2] ?? join(root, '_output/release-tars'));
