import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { writeAtomically } from './atomic-writer.ts';
import type { Payload } from './atomic-writer.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp('/tmp/node-aw-');
});

afterEach(() => rm(dir, { recursive: true }));

function payload(files: Readonly<Record<string, string>>): Payload {
  return new Map(Object.entries(files).map(([path, data]) => [path, { data: Buffer.from(data), mode: 0o640 }]));
}

test('files appear through ..data, and change all at once', async () => {
  expect(await writeAtomically(dir, payload({ a: '1', 'd/b': '2' }), 0)).toBe(true);
  expect(await readlink(join(dir, 'a'))).toBe('..data/a');
  expect(await readFile(join(dir, 'd/b'), 'utf8')).toBe('2');
  expect((await stat(join(dir, 'a'))).mode & 0o777).toBe(0o640);
  const first = await readlink(join(dir, '..data'));
  expect(await writeAtomically(dir, payload({ a: '1', 'd/b': '2' }), 1)).toBe(false);
  expect(await readlink(join(dir, '..data'))).toBe(first);
  expect(await writeAtomically(dir, payload({ a: '3', c: '4' }), 2)).toBe(true);
  expect((await readdir(dir)).filter((name) => !name.startsWith('..')).sort()).toEqual(['a', 'c']);
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('3');
  expect((await readdir(dir)).filter((name) => name.startsWith('..2') || name.startsWith('..1'))).toHaveLength(1);
});

test.each(['', '/a', '../a', 'a/../../b', '..a'])('the path %j is refused', async (path) => {
  await expect(writeAtomically(dir, payload({ [path]: 'x' }), 0)).rejects.toThrow('invalid path');
});
