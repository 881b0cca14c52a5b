// Packages what the build container made: tarballs per platform, images, licences, a bill of materials, provenance and
// checksums, below _output/release-tars.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { gitVersionOf } from '@kubescript/component-base';

import { buildInfoFrom, isoSeconds } from '../build-info.ts';
import { root } from '../bundle-app.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { binaryFile, componentImages, tarballApps, type TarballKind, tarballKinds } from './components.ts';
import { GzipParts } from './gzip-parts.ts';
import { type ImageSettings, writeImage } from './images.ts';
import { type LicensedWork, licensesText, packageLicenses } from './licenses.ts';
import { readLockFile, runtimePackages } from './lock-file.ts';
import { nodeExecutable } from './node-binaries.ts';
import { hostPlatform, neededNodes, nodePackages, parsePlatforms, type Platform, platformSuffix } from './platforms.ts';
import { provenance, type ProvenanceOptions } from './provenance.ts';
import { parsePackages, type SystemPackage } from './system-packages.ts';
import { type TarballFile, writeTarball } from './tarball.ts';

const built = join(root, '_output/dockerized');
const info = buildInfoFrom(process.env);
const parts = new GzipParts();
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0);

/** Makes everything that is released of the platforms' binaries. */
async function main(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const platforms = parsePlatforms(process.env['KUBE_BUILD_PLATFORMS'] ?? hostPlatform());
  const nodes = neededNodes(platforms, hostPlatform());
  const lockFile = await readLockFile();
  const packages = runtimePackages(lockFile);
  const licenses = Buffer.from(licensesText([...(await nodeLicense()), ...(await packageLicenses(packages))]));
  for (const platform of platforms) {
    await Promise.all(tarballKinds(platform).map((kind) => packageTarball(kind, platform, { output, licenses })));
    await packageImages(platform, { output, licenses });
  }
  const system = await systemPackages(platforms);
  const bill = billOfMaterials({ version: gitVersionOf(info), created: isoSeconds(epoch), packages, nodes, system });
  await writeFile(join(output, 'LICENSES.txt'), licenses);
  await writeFile(join(output, 'kubescript.cdx.json'), bill);
  await writeFile(join(output, 'provenance.json'), await provenanceOf(output, { platforms, nodes, system, lockFile }));
  await writeFile(join(output, 'SHA256SUMS'), sumLines(await checksums(output)));
}

/** The packages of the distribution that images hold files of. */
async function systemPackages(platforms: readonly Platform[]): Promise<readonly SystemPackage[]> {
  const linux = platforms.filter((platform) => platform.startsWith('linux/'));
  const lists = await Promise.all(
    linux.map((platform) => readFile(join(built, 'system', platform, 'packages'), 'utf8')),
  );
  return lists.flatMap(parsePackages);
}

/** Where to put a package, and the licences that go into it. */
interface Destination {
  readonly output: string;
  readonly licenses: Buffer;
}

async function nodeLicense(): Promise<readonly LicensedWork[]> {
  const node = nodePackages[hostPlatform()];
  const text = await readFile(join(dirname(nodeExecutable(node)), '../LICENSE'), 'utf8');
  return [{ title: `Node.js ${node.version}`, license: 'MIT, and those of its parts', text }];
}

async function provenanceOf(
  output: string,
  inputs: Pick<ProvenanceOptions, 'platforms' | 'nodes' | 'system' | 'lockFile'>,
): Promise<string> {
  return provenance({
    ...inputs,
    commit: info.commit ?? '',
    treeState: info.treeState ?? '',
    baseImage: process.env['KUBE_BUILD_BASE_USED'] ?? '',
    subjects: await checksums(output),
  });
}

async function packageTarball(kind: TarballKind, platform: Platform, { output, licenses }: Destination): Promise<void> {
  const binaries = tarballApps[kind].map((app): TarballFile => {
    const name = binaryFile(app, platform);
    return { path: `kubescript/${kind}/bin/${name}`, mode: 0o755, source: join(built, 'bin', platform, name) };
  });
  const files = [...binaries, { path: 'kubescript/LICENSES', mode: 0o644, source: licenses }];
  await writeTarball(join(output, `kubescript-${kind}-${platformSuffix(platform)}.tar.gz`), files, {
    modified: epoch,
    parts,
  });
}

async function packageImages(platform: Platform, { output, licenses }: Destination): Promise<void> {
  if (!platform.startsWith('linux/')) return;
  const system = join(built, 'system', platform);
  const settings = { ...imageSettings(platform, system), licenses };
  for (const image of componentImages) {
    const name = `${binaryFile(image.app, platform)}-image-${platformSuffix(platform)}.tar.gz`;
    await writeImage(join(output, `kubescript-${name}`), image, settings);
  }
}

function imageSettings(platform: Platform, system: string): Omit<ImageSettings, 'licenses'> {
  const version = gitVersionOf(info);
  return {
    binaries: join(built, 'bin', platform),
    system,
    registry: process.env['KUBE_DOCKER_REGISTRY'] ?? 'kubescript',
    version,
    architecture: platform.split('/')[1] ?? '',
    created: isoSeconds(epoch),
    parts,
    labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.revision': info.commit ?? '' },
  };
}

/** The digest of every file of the folder by name, sorted. */
async function checksums(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).toSorted();
  return new Map(await Promise.all(names.map(async (name) => [name, await sha256(join(folder, name))] as const)));
}

/** What `sha256sum` prints. */
function sumLines(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

await main(process.argv[2] ?? join(root, '_output/release-tars'));
