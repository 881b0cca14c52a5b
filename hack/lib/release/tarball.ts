import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { tarEnd, tarEntry } from '@kubescript/lib-container-runtime';

import { compress, type GzipParts } from './gzip-parts.ts';

/** A file of a tarball: from a file of this machine or with the given content. */
export interface TarballFile {
  readonly path: string;
  readonly mode: number;
  readonly source: string | Uint8Array;
}

/**
 * Writes a gzipped tar that depends on nothing but its files and the time given (seconds since 1970): sorted, owned by
 * root, no name and time in gzip's head. Contents of files of this machine are compressed once for all tarballs that are
 * given the same `parts`.
 */
export async function writeTarball(
  outfile: string,
  files: readonly TarballFile[],
  { modified, parts }: { readonly modified: number; readonly parts: GzipParts },
): Promise<void> {
  await pipeline(Readable.from(archive(files, modified, parts)), createWriteStream(outfile));
}

async function* archive(files: readonly TarballFile[], modified: number, parts: GzipParts): AsyncGenerator<Buffer> {
  const pending = parentFolders(files).flatMap((path) => tarEntry({ path, directory: true, modified }));
  for (const { path, mode, source } of files.toSorted(byPath)) {
    const content = typeof source === 'string' ? await readFile(source) : source;
    const [header = Buffer.alloc(0), body = Buffer.alloc(0), padding = Buffer.alloc(0)] = tarEntry({
      path,
      mode,
      content,
      modified,
    });
    yield compress(Buffer.concat([...pending.splice(0), header]));
    yield typeof source === 'string' ? parts.compressed(source, content) : compress(body);
    pending.push(padding);
  }
  yield compress(Buffer.concat([...pending, tarEnd()]));
}

/** Every folder above one of the files, sorted, with a slash at the end. */
export function parentFolders(files: readonly { readonly path: string }[]): readonly string[] {
  const folders = files.flatMap(({ path }) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)));
  return [...new Set(folders)].toSorted();
}

function byPath(a: TarballFile, b: TarballFile): number {
  return a.path < b.path ? -1 : 1;
}
