import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What of a package.json matters here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package as others install it. */
export interface PackedPackage {
  readonly name: string;
  /** Its folder in the repository, from the root. */
  readonly folder: string;
  readonly tarball: string;
  /** Subpaths of `exports`, without package.json. */
  readonly entries: readonly string[];
}

/** Condition of `exports` by which this repository reads sources; they are not part of a tarball. */
const sourceCondition = '@kubescript/source';

/** Packs every package of staging into `directory`. They must have been built. */
export async function packStaging(root: string, directory: string): Promise<readonly PackedPackage[]> {
  const names = (await readdir(join(root, 'staging'))).toSorted();
  const packages = await Promise.all(
    names.map(async (name) => ({
      folder: `staging/${name}`,
      manifest: await readManifest(join(root, 'staging', name)),
    })),
  );
  const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));
  const folders = await Promise.all(
    packages.map(async ({ folder, manifest }) =>
      copyForPacking({ root, folder, directory }, publishedManifest(manifest, versions)),
    ),
  );
  npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', directory, ...folders], directory);
  return packages.map(({ folder, manifest }) => ({
    name: manifest.name,
    folder,
    tarball: join(directory, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`),
    entries: Object.keys(manifest.exports ?? {}).filter((entry) => entry !== './package.json'),
  }));
}

/** Runs npm; throws its output if it fails. */
export function npm(args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.slice(0, 2).join(' ')} failed:\n${stdout}${stderr}`);
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * The package.json of a tarball: packages of this repository by their version in place of `*`, and nothing that only
 * this repository needs. A bundle has its dependencies inside.
 */
export function publishedManifest(manifest: Manifest, versions: ReadonlyMap<string, string>): Manifest {
  const { dependencies = {}, exports = {}, ...rest } = manifest;
  const { nx: _nx, devDependencies: _dev, ...published } = rest as Record<string, unknown> & Omit<Manifest, 'exports'>;
  const isBundle = manifest.files?.includes('bundle') === true;
  const real = Object.entries(isBundle ? {} : dependencies).map(([name, range]) => [
    name,
    range === '*' ? (versions.get(name) ?? fail(`${manifest.name}: ${name} is not published`)) : range,
  ]);
  return {
    ...published,
    exports: Object.fromEntries(Object.entries(exports).map(([entry, target]) => [entry, withoutSource(target)])),
    ...(real.length === 0 ? {} : { dependencies: Object.fromEntries(real) as Record<string, string> }),
  };
}

function withoutSource(target: unknown): unknown {
  if (typeof target !== 'object' || target === null) return target;
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== sourceCondition));
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly directory: string;
}

async function copyForPacking({ root, folder, directory }: Place, manifest: Manifest): Promise<string> {
  const target = join(directory, folder);
  await mkdir(target, { recursive: true });
  for (const entry of [...(manifest.files ?? []), 'README.md']) {
    const filter = (path: string): boolean => !path.endsWith('.tsbuildinfo');
    await cp(join(root, folder, entry), join(target, entry), { recursive: true, filter });
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return target;
}

function fail(message: string): never {
  throw new Error(message);
}
