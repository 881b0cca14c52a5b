import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { imageArchive, type ImageRecipe, type TarEntry } from '@kubescript/lib-container-runtime';

import { binaryFile, type ComponentImage } from './components.ts';
import { compressAround, type GzipParts } from './gzip-parts.ts';
import { parentFolders } from './tarball.ts';

/** What all images of a release have in common. */
export interface ImageSettings {
  /** Folder with the platform's binaries. */
  readonly binaries: string;
  /** Folder with the platform's system files: one folder for Node's libraries, one for each program. */
  readonly system: string;
  /** What stands before the component's name, e.g. `kubescript`. */
  readonly registry: string;
  readonly version: string;
  readonly architecture: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The licences of what is in it. */
  readonly licenses: Buffer;
  /** RFC 3339. */
  readonly created: string;
  /** Where binaries are compressed once for all archives. */
  readonly parts: GzipParts;
}

/** The name of a component's image; a tag may hold no plus sign. */
export function imageName(app: string, { registry, architecture, version }: ImageSettings): string {
  return `${registry}/${binaryFile(app, 'linux/amd64')}-${architecture}:${version.replaceAll('+', '_')}`;
}

/** Writes a component's image as a gzipped archive that `docker load` and `ctr images import` take. */
export async function writeImage(outfile: string, image: ComponentImage, settings: ImageSettings): Promise<void> {
  const path = join(settings.binaries, binaryFile(image.app, 'linux/amd64'));
  const binary = await readFile(path);
  const archive = imageArchive(await imageRecipe(image, binary, settings));
  const compressed = await settings.parts.compressed(path, binary);
  await writeFile(outfile, Buffer.concat(await compressAround(archive, binary, compressed)));
}

/** The binary, the libraries and programs that it needs, users, and nothing else: no shell. */
async function imageRecipe(image: ComponentImage, content: Buffer, settings: ImageSettings): Promise<ImageRecipe> {
  const name = binaryFile(image.app, 'linux/amd64');
  const binary = { path: `usr/local/bin/${name}`, mode: 0o755, content };
  const system = await Promise.all(
    ['node', ...image.programs.map(({ file }) => file)].map((part) => systemFiles(join(settings.system, part))),
  );
  const licenses = { path: 'usr/share/licenses/kubescript/LICENSES', content: settings.licenses };
  const files = uniqueByPath([binary, licenses, ...system.flat(), ...userFiles()]);
  return {
    name: imageName(image.app, settings),
    files: [...folders(files, image), ...files],
    entrypoint: [`/${binary.path}`],
    user: `${String(image.user)}:${String(image.user)}`,
    workingDir: '/',
    architecture: settings.architecture,
    created: settings.created,
    labels: settings.labels,
    volumes: image.folders.map((path) => `/${path.replace(/\/$/, '')}`),
  };
}

async function systemFiles(folder: string): Promise<TarEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => ({ path: join(entry.parentPath, entry.name), isLink: entry.isSymbolicLink() }))
      .map(async ({ path, isLink }) => ({
        path: path.slice(folder.length + 1),
        ...(isLink ? { linkTo: await readlink(path) } : { mode: 0o755, content: await readFile(path) }),
      })),
  );
}

function userFiles(): TarEntry[] {
  const users = 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n';
  return [
    { path: 'etc/passwd', content: Buffer.from(users) },
    { path: 'etc/group', content: Buffer.from('root:x:0:\nnonroot:x:65532:\n') },
    { path: 'etc/nsswitch.conf', content: Buffer.from('hosts: files dns\n') },
  ];
}

function uniqueByPath(files: readonly TarEntry[]): readonly TarEntry[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...byPath.keys()].toSorted().flatMap((path) => byPath.get(path) ?? []);
}

function folders(files: readonly TarEntry[], image: ComponentImage): TarEntry[] {
  const own = image.folders.map((path) => ({ path, directory: true, mode: 0o700, owner: image.user }));
  const home = { path: 'home/nonroot/', directory: true, mode: 0o700, owner: 65532 };
  const writable = [...own, home];
  const parents = parentFolders([...files, ...writable.map(({ path }) => ({ path: path.replace(/\/$/, '') }))]);
  return [
    ...parents.map((path) => ({ path, directory: true })),
    { path: 'tmp/', directory: true, mode: 0o1777 },
    ...writable,
  ];
}
