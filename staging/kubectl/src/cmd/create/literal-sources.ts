import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { isConfigMapKey } from '@kubescript/apimachinery';

/** The values of a ConfigMap or Secret, from flags. */
export interface DataSources {
  readonly literals: readonly string[];
  readonly files: readonly string[];
  readonly envFiles: readonly string[];
}

/** Reads all sources in order; an Error names a source that cannot be used. */
export async function readDataSources(sources: DataSources): Promise<Map<string, Buffer>> {
  const data = new Map<string, Buffer>();
  for (const file of sources.files) await addFile(data, file);
  for (const literal of sources.literals) {
    const equals = literal.indexOf('=');
    if (equals <= 0) throw new Error(`invalid literal source ${literal}, expected key=value`);
    add(data, literal.slice(0, equals), Buffer.from(unquote(literal.slice(equals + 1))));
  }
  for (const file of sources.envFiles) addEnvLines(data, await readFile(file, 'utf8'));
  return data;
}

function unquote(text: string): string {
  const quoted = /^(['"])(.*)\1$/s.exec(text);
  return quoted?.[2] ?? text;
}

async function addFile(data: Map<string, Buffer>, spec: string): Promise<void> {
  const equals = spec.indexOf('=');
  const path = spec.slice(equals + 1);
  if ((await stat(path)).isDirectory()) {
    if (equals >= 0) throw new Error('cannot give a key name for a directory path');
    const entries = await readdir(path, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && isConfigMapKey(entry.name).length === 0);
    for (const { name } of files) add(data, name, await readFile(join(path, name)));
    return;
  }
  add(data, equals >= 0 ? spec.slice(0, equals) : basename(path), await readFile(path));
}

function addEnvLines(data: Map<string, Buffer>, text: string): void {
  for (const line of text.split('\n').map((part) => part.trim())) {
    const equals = line.indexOf('=');
    if (line !== '' && !line.startsWith('#') && equals > 0)
      add(data, line.slice(0, equals), Buffer.from(line.slice(equals + 1)));
  }
}

function add(data: Map<string, Buffer>, key: string, value: Buffer): void {
  const problems = isConfigMapKey(key);
  if (problems.length > 0) throw new Error(`"${key}" is not a valid key name: ${problems.join(',')}`);
  if (data.has(key)) throw new Error(`cannot add key "${key}", another key by that name already exists in Data`);
  data.set(key, value);
}
