import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { SystemProgram } from './components.ts';
import { copySystemFiles } from './copy-system.ts';

const sum = 'a'.repeat(64);
let folder: string;
const inSystem = (path: string): string => join(folder, 'system', path);
const inOutput = (path: string): string => readFileSync(join(folder, 'output', path), 'utf8');

/** A system of two packages: one with a program and its modules, and one that nobody needs. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubescript-system-'));
  const files = {
    '/usr/sbin/tool': '#!/bin/sh',
    '/usr/lib/tool/b.so': 'module b',
    '/usr/lib/tool/real': 'module a',
    '/usr/share/doc/tool/copyright': 'licence of tool',
    '/usr/bin/other': '#!/bin/sh',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(inSystem(path)), { recursive: true });
    writeFileSync(inSystem(path), content);
  }
  symlinkSync('/usr/lib/tool/real', inSystem('/usr/lib/tool/a.so'));
  writeFileSync(inSystem('packages'), `tool 1.0 arm64 ${sum}\nother 2.0 arm64 ${sum}\n`);
  const owned = [...Object.keys(files), '/usr/lib/tool/a.so'].map(
    (path) => `${path.includes('other') ? 'other' : 'tool'} ${path}`,
  );
  writeFileSync(inSystem('owners'), `${owned.join('\n')}\n`);
  writeFileSync(join(folder, 'node'), 'a Node that needs no libraries');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function copy(program: SystemProgram): Promise<void> {
  const [system, output] = [join(folder, 'system'), join(folder, 'output')];
  return copySystemFiles({ system, output, node: join(folder, 'node'), programs: [program] });
}

test('a program comes with its names, its modules and its licence', async () => {
  await copy({ file: 'tool', names: ['tool-save'], modules: 'tool' });
  expect(inOutput('tool/usr/bin/tool')).toBe('#!/bin/sh');
  expect(readlinkSync(join(folder, 'output/tool/usr/bin/tool-save'))).toBe('tool');
  expect(inOutput('tool/usr/lib/tool/b.so')).toBe('module b');
  expect(inOutput('tool/usr/share/doc/tool/copyright')).toBe('licence of tool');
});

test('a link with an absolute path leads into the system, not into this machine', async () => {
  await copy({ file: 'tool', modules: 'tool' });
  expect(inOutput('tool/usr/lib/tool/a.so')).toBe('module a');
});

test('only packages of which something was copied are listed', async () => {
  await copy({ file: 'tool' });
  expect(inOutput('packages')).toBe(`tool 1.0 arm64 ${sum}\n`);
});

test.each([
  [{ file: 'missing' }, 'no program missing below'],
  [{ file: 'tool', modules: 'missing' }, 'no modules of /usr/sbin/tool below'],
])('%j is an error', async (program, message) => {
  await expect(copy(program)).rejects.toThrow(message);
});
