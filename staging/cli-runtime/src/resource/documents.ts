import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { isJsonObject, type KubeObject } from '@kubescript/apimachinery';
import { parseAllDocuments } from 'yaml';

import { type IoStreams, readAll } from '../streams/io-streams.ts';

/** One object of a file. */
export interface FileObject {
  readonly source: string;
  readonly object: KubeObject;
}

const manifestExtensions = new Set(['.json', '.yaml', '.yml']);

/** The objects of files, directories, URLs and `-` (standard input), in order. Lists are taken apart. */
export async function readObjects(
  filenames: readonly string[],
  options: { readonly recursive: boolean; readonly streams: IoStreams },
): Promise<FileObject[]> {
  const objects: FileObject[] = [];
  for (const filename of filenames) {
    for (const { source, text } of await readSources(filename, options)) {
      objects.push(...parseObjects(text, source));
    }
  }
  return objects;
}

interface Source {
  readonly source: string;
  readonly text: string;
}

async function readSources(
  filename: string,
  options: { readonly recursive: boolean; readonly streams: IoStreams },
): Promise<Source[]> {
  if (filename === '-') return [{ source: 'STDIN', text: await readAll(options.streams.in) }];
  if (/^https?:\/\//.test(filename)) return [{ source: filename, text: await fetchText(filename) }];
  const paths = await expandPath(filename, options.recursive);
  return Promise.all(paths.map(async (path) => ({ source: path, text: await readFile(path, 'utf8') })));
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.ok) return response.text();
  throw new Error(`unable to read URL "${url}", server reported ${String(response.status)} ${response.statusText}`);
}

async function expandPath(path: string, recursive: boolean): Promise<string[]> {
  let isDirectory: boolean;
  try {
    isDirectory = (await stat(path)).isDirectory();
  } catch (err) {
    if ((err as { code?: string }).code !== 'ENOENT') throw err;
    throw new Error(`the path "${path}" does not exist`, { cause: err });
  }
  if (!isDirectory) return [path];
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const child = join(path, entry.name);
      if (entry.isDirectory()) return recursive ? expandPath(child, recursive) : [];
      return manifestExtensions.has(extname(entry.name)) ? [child] : [];
    }),
  );
  return nested.flat();
}

/** The objects of a text of YAML documents or JSON; lists are taken apart. An Error names the source. */
export function parseObjects(text: string, source: string): FileObject[] {
  const objects: FileObject[] = [];
  for (const document of parseAllDocuments(text, { uniqueKeys: false, version: '1.1', merge: true, schema: 'core' })) {
    if (!('toJS' in document)) continue;
    const [problem] = document.errors;
    if (problem !== undefined) throw new Error(`error parsing ${source}: ${problem.message}`);
    const value: unknown = document.toJS({ maxAliasCount: 1000 });
    if (value !== null && value !== undefined) objects.push(...objectsIn(value, source));
  }
  return objects;
}

function objectsIn(value: unknown, source: string): FileObject[] {
  if (!isJsonObject(value)) throw new Error(`error parsing ${source}: the document is not an object`);
  if (typeof value['apiVersion'] !== 'string' || typeof value['kind'] !== 'string') {
    const missing = typeof value['kind'] === 'string' ? 'apiVersion' : 'kind';
    throw new Error(`error validating "${source}": error validating data: ${missing} not set`);
  }
  if (value['kind'].endsWith('List') && Array.isArray(value['items'])) {
    return value['items'].flatMap((item: unknown) => objectsIn(item, source));
  }
  const metadata = isJsonObject(value['metadata']) ? value['metadata'] : {};
  return [{ source, object: { ...value, metadata } }];
}
