import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

import { tar } from './tar.ts';
import type { TarEntry } from './tar.ts';

/** What an image is made of. */
export interface ImageRecipe {
  /** Name and tag, e.g. `localhost/pause:3.10`. */
  readonly name: string;
  readonly files: readonly TarEntry[];
  /** Layers below that of `files`, lowest first. Images of one archive share those that are the same arrays. */
  readonly layers?: readonly (readonly TarEntry[])[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly env?: readonly string[];
  readonly workingDir?: string;
  readonly user?: string;
  /** Go's name of the machine architecture; this machine's unless told. */
  readonly architecture?: string;
  /** When it was made, in RFC 3339; 1970 unless told, so that the same files make the same image. */
  readonly created?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

/**
 * Makes an image archive without a registry or a build tool. It is an OCI layout and a Docker archive in one:
 * `ctr images import`, `docker load` and `npm run load` take it.
 */
export function imageArchive(recipe: ImageRecipe): Buffer {
  return imagesArchive([recipe]);
}

/** Makes one archive of several images, in which each layer that they share lies once. */
export function imagesArchive(recipes: readonly ImageRecipe[]): Buffer {
  const layerBlobs = new Map<readonly TarEntry[], Blob>();
  const images = recipes.map((recipe) => imageBlobs(recipe, layerBlobs));
  const blobs = images.flatMap(({ layers, config, manifest }) => [...layers, config, manifest]);
  return tar([
    { path: 'oci-layout', content: json({ imageLayoutVersion: '1.0.0' }) },
    { path: 'blobs/', directory: true },
    { path: 'blobs/sha256/', directory: true },
    ...new Map(blobs.map(({ path, content }) => [path, { path, content }])).values(),
    { path: 'index.json', content: json(indexOf(images)) },
    { path: 'manifest.json', content: json(images.map(dockerManifestOf)) },
  ]);
}

interface ImageBlobs {
  readonly name: string;
  readonly layers: readonly Blob[];
  readonly config: Blob;
  readonly manifest: Blob;
}

function imageBlobs(recipe: ImageRecipe, layerBlobs: Map<readonly TarEntry[], Blob>): ImageBlobs {
  const layers = [...(recipe.layers ?? []), recipe.files].map((files) => {
    const known = layerBlobs.get(files) ?? blob(tar(files));
    layerBlobs.set(files, known);
    return known;
  });
  const config = blob(imageConfig(recipe, layers));
  const manifest = blob(
    json({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: descriptor('application/vnd.oci.image.config.v1+json', config),
      layers: layers.map((layer) => descriptor('application/vnd.oci.image.layer.v1.tar', layer)),
    }),
  );
  return { name: recipe.name, layers, config, manifest };
}

function indexOf(images: readonly ImageBlobs[]): object {
  return {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: images.map(({ name, manifest }) => ({
      ...descriptor('application/vnd.oci.image.manifest.v1+json', manifest),
      annotations: { 'io.containerd.image.name': fullImageName(name) },
    })),
  };
}

function dockerManifestOf({ name, layers, config }: ImageBlobs): object {
  return { Config: config.path, RepoTags: [name], Layers: layers.map(({ path }) => path) };
}

/** Writes `imageArchive(recipe)` to a file. */
export async function writeImageArchive(path: string, recipe: ImageRecipe): Promise<void> {
  await writeFile(path, imageArchive(recipe));
}

/**
 * The full form of an image name, as runtimes use it: `busybox` is `docker.io/library/busybox:latest`.
 * @go github.com/distribution/reference#ParseDockerRef
 */
export function fullImageName(name: string): string {
  const [first = '', ...rest] = name.split('/');
  const hasDomain = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = hasDomain ? name : `docker.io/${rest.length === 0 ? 'library/' : ''}${name}`;
  return path.includes('@') || /:[^/]*$/.test(path) ? path : `${path}:latest`;
}

interface Blob {
  readonly digest: string;
  readonly path: string;
  readonly content: Buffer;
}

function blob(content: Buffer): Blob {
  const hash = createHash('sha256').update(content).digest('hex');
  return { digest: `sha256:${hash}`, path: `blobs/sha256/${hash}`, content };
}

function descriptor(mediaType: string, { digest, content }: Blob): object {
  return { mediaType, digest, size: content.length };
}

function imageConfig(recipe: ImageRecipe, layers: readonly Blob[]): Buffer {
  const created = recipe.created ?? '1970-01-01T00:00:00Z';
  return json({
    created,
    architecture: recipe.architecture ?? (process.arch === 'x64' ? 'amd64' : process.arch),
    os: 'linux',
    config: {
      Env: recipe.env ?? ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
      Entrypoint: recipe.entrypoint ?? null,
      Cmd: recipe.command ?? null,
      WorkingDir: recipe.workingDir ?? '',
      User: recipe.user ?? '',
      ...(recipe.labels === undefined ? {} : { Labels: recipe.labels }),
      ...(recipe.volumes === undefined
        ? {}
        : { Volumes: Object.fromEntries(recipe.volumes.map((path) => [path, {}])) }),
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
    history: layers.map(() => ({ created, created_by: 'kubescript' })),
  });
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
