import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { realClock } from '@kubescript/apimachinery';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { readLog } from './log-reader.ts';
import type { LogOptions } from './log-reader.ts';

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp('/tmp/node-log-');
  path = join(dir, '0.log');
});

afterEach(() => rm(dir, { recursive: true }));

const lines = [
  '2026-01-01T00:00:01Z stdout F one',
  '2026-01-01T00:00:02Z stderr F two',
  '2026-01-01T00:00:03Z stdout P thr',
  '2026-01-01T00:00:03Z stdout F ee',
];
const all: LogOptions = {
  follow: false,
  timestamps: false,
  tailLines: undefined,
  since: undefined,
  limitBytes: undefined,
  stream: 'All',
};

function read(options: Partial<LogOptions>, isRunning: () => boolean = () => false): Promise<string> {
  const output = new PassThrough();
  const follow = {
    clock: realClock,
    signal: new AbortController().signal,
    isRunning: () => Promise.resolve(isRunning()),
  };
  void readLog(path, { ...all, ...options }, output, follow).finally(() => output.end());
  return text(output);
}

test.each<[string, Partial<LogOptions>, string]>([
  ['everything', {}, 'one\ntwo\nthree\n'],
  ['one stream', { stream: 'Stderr' }, 'two\n'],
  ['the last lines', { tailLines: 3 }, 'two\nthree\n'],
  ['no lines', { tailLines: 0 }, ''],
  ['more lines than there are', { tailLines: 100 }, 'one\ntwo\nthree\n'],
  ['from a time on', { since: Date.parse('2026-01-01T00:00:02Z') }, 'two\nthree\n'],
  ['with times', { timestamps: true, tailLines: 3 }, '2026-01-01T00:00:02Z two\n2026-01-01T00:00:03Z three\n'],
  ['so many bytes', { limitBytes: 5 }, 'one\nt'],
])('%s', async (_, options, want) => {
  await writeFile(path, `${lines.join('\n')}\n`);
  expect(await read(options)).toBe(want);
});

test("Docker's format is read too", async () => {
  await writeFile(path, `${JSON.stringify({ log: 'hello\n', stream: 'stdout', time: '2026-01-01T00:00:01Z' })}\n`);
  expect(await read({ timestamps: true })).toBe('2026-01-01T00:00:01Z hello\n');
});

test('following goes on through a rotation and ends with the container', async () => {
  await writeFile(path, '2026-01-01T00:00:01Z stdout F one\n');
  let running = true;
  const done = read({ follow: true }, () => running);
  await appendFile(path, '2026-01-01T00:00:02Z stdout F two\n');
  await realClock.sleep(200);
  await rename(path, `${path}.old`);
  await writeFile(path, '2026-01-01T00:00:03Z stdout F three\n');
  await realClock.sleep(400);
  running = false;
  expect(await done).toBe('one\ntwo\nthree\n');
});
