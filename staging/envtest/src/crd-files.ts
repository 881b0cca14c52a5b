import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseAllDocuments } from 'yaml';

import type { CustomResourceDefinitionSource } from './types.ts';

/** The CustomResourceDefinitions of objects, files and directories. Throws, with the file, where there is none. */
export async function readCrds(
  sources: readonly CustomResourceDefinitionSource[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await Promise.all(sources.map(readSource))).flat();
}

async function readSource(
  source: CustomResourceDefinitionSource,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (typeof source !== 'string' && !(source instanceof URL)) return [source];
  const path = source instanceof URL ? fileURLToPath(source) : source;
  const files = await filesOf(path);
  const crds = (await Promise.all(files.map(readFileOfCrds))).flat();
  if (crds.length === 0) throw new Error(`${path}: no CustomResourceDefinition found`);
  return crds;
}

/** The file itself, or those of a directory in the order of their names. */
async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.(ya?ml|json)$/.test(name)).sort();
  return names.map((name) => join(path, name));
}

/** As upstream's envtest, documents of other kinds are passed over. */
async function readFileOfCrds(file: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const documents = parseAllDocuments(await readFile(file, 'utf8'));
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: ${error.message}`, { cause: error });
    const value: unknown = document.toJS();
    return isCrd(value) ? [value] : [];
  });
}

function isCrd(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'CustomResourceDefinition';
}
