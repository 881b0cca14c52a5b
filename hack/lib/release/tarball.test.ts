import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { GzipParts } from './gzip-parts.ts';
import { parentFolders, type TarballFile, writeTarball } from './tarball.ts';

const settings = () => ({ modified: 1_700_000_000, parts: new GzipParts() });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubescript-tarball-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('every folder above a file is listed once', () => {
  expect(parentFolders([{ path: 'a/b/x' }, { path: 'a/y' }, { path: 'z' }])).toEqual(['a/', 'a/b/']);
});

test('a tarball depends on its files and time only, not on their order, dates and owners', async () => {
  const source = join(folder, 'source');
  const files: readonly TarballFile[] = [
    { path: 'k/bin/b', mode: 0o755, source },
    { path: 'k/a', mode: 0o644, source: Buffer.from('text\n') },
  ];
  writeFileSync(source, 'program');
  await writeTarball(join(folder, '1.tar.gz'), files, settings());
  writeFileSync(source, 'program', { mode: 0o600 });
  await writeTarball(join(folder, '2.tar.gz'), files.toReversed(), settings());
  expect(readFileSync(join(folder, '1.tar.gz'))).toEqual(readFileSync(join(folder, '2.tar.gz')));
});

test('a file in two tarballs is compressed once, and comes out of both', async () => {
  const [source, shared] = [join(folder, 'source'), settings()];
  writeFileSync(source, 'program');
  await writeTarball(join(folder, '1.tar.gz'), [{ path: 'a/b', mode: 0o755, source }], shared);
  const compressed = shared.parts.compressed(source, Buffer.from('not looked at'));
  expect(gunzipSync(await compressed).toString()).toBe('program');
  await writeTarball(join(folder, '2.tar.gz'), [{ path: 'c', mode: 0o755, source }], shared);
  for (const [archive, path] of [
    ['1.tar.gz', 'a/b'],
    ['2.tar.gz', 'c'],
  ] as const) {
    expect(execFileSync('tar', ['-xzOf', join(folder, archive), path], { encoding: 'utf8' })).toBe('program');
  }
});

test('tar lists what was put in', async () => {
  const archive = join(folder, 'x.tar.gz');
  await writeTarball(archive, [{ path: 'k/bin/b', mode: 0o755, source: Buffer.from('abc') }], settings());
  const env = { ...process.env, TZ: 'UTC' };
  const lines = execFileSync('tar', ['-tvzf', archive], { encoding: 'utf8', env }).trim().split('\n');
  expect(lines.map((line) => line.split(/\s+/).join(' '))).toEqual([
    'drwxr-xr-x 0/0 0 2023-11-14 22:13 k/',
    'drwxr-xr-x 0/0 0 2023-11-14 22:13 k/bin/',
    '-rwxr-xr-x 0/0 3 2023-11-14 22:13 k/bin/b',
  ]);
});
