import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { train } from './train.ts';

const runner = join(import.meta.dirname, 'run-with-code.cjs');
const flags = ['--max-semi-space-size=8'];

let folder = '';
let bundle = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubescript-code-'));
  bundle = join(folder, 'program');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A bundle with the head of a binary. */
function writeBundle(body: string): void {
  writeFileSync(bundle, `#!/bin/sh\n':' //; exec node "$0"\n${body}`);
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, [...flags, runner, bundle, ...args], { encoding: 'utf8' });
}

/** Whether V8 takes the code: true, false, or undefined where none was given to it. */
function rejected(nodeFlags: readonly string[] = flags): unknown {
  const program = `const { runBundle } = require(${JSON.stringify(runner)});
    const { script } = runBundle(${JSON.stringify(bundle)}, require('node:fs').readFileSync(${JSON.stringify(`${bundle}.code`)}));
    console.log(JSON.stringify({ rejected: script.cachedDataRejected }));`;
  const output = execFileSync(process.execPath, [...nodeFlags, '-e', program], { encoding: 'utf8' });
  return (JSON.parse(output.trim().split('\n').at(-1) ?? '') as { rejected?: boolean }).rejected;
}

test('a bundle sees itself as the main program, with or without code', async () => {
  writeBundle(
    "console.log(process.argv.slice(1).join(' '), __filename, __dirname, typeof require('node:fs').readFile);",
  );
  const want = `${bundle} a --b ${bundle} ${folder} function\n`;
  expect(run('a', '--b')).toBe(want);
  await train(bundle, flags, { arguments: [] });
  expect(run('a', '--b')).toBe(want);
});

test('a bundle is in strict mode', () => {
  writeBundle('console.log(typeof (function () { return this; })());');
  expect(run()).toBe('undefined\n');
});

test('the code is of the functions that ran, and V8 takes it', async () => {
  writeBundle('function greet() { return "hello"; } console.log(process.argv[2] === "greet" ? greet() : "");');
  await train(bundle, flags, { arguments: [] });
  const before = readFileSync(`${bundle}.code`).length;
  await train(bundle, flags, { arguments: ['greet'] });
  expect(readFileSync(`${bundle}.code`).length).toBeGreaterThan(before);
  expect(rejected()).toBe(false);
});

test('the code of other flags is not used', async () => {
  writeBundle('console.log(1);');
  await train(bundle, flags, { arguments: [] });
  expect(rejected(['--no-opt'])).toBe(true);
});

test('a bundle that was changed runs as it is now, even if it is as long as before', async () => {
  writeBundle('console.log("before");');
  await train(bundle, flags, { arguments: [] });
  writeBundle('console.log("behind");');
  expect(run()).toBe('behind\n');
  expect(rejected()).toBeUndefined();
});

test('code that is cut short is not used', async () => {
  writeBundle('console.log(1);');
  await train(bundle, flags, { arguments: [] });
  writeFileSync(`${bundle}.code`, readFileSync(`${bundle}.code`).subarray(0, 40));
  expect(run()).toBe('1\n');
  writeFileSync(`${bundle}.code`, '');
  expect(run()).toBe('1\n');
});

test('training ends a program that says what is waited for', async () => {
  writeBundle(
    "const t = setInterval(() => {}, 9); process.on('SIGTERM', () => clearInterval(t)); console.log('ready');",
  );
  await train(bundle, flags, { arguments: [], until: 'ready' });
  expect(readFileSync(`${bundle}.code`).length).toBeGreaterThan(100);
});

test('training that fails says what the program said', async () => {
  writeBundle("console.error('no such flag'); process.exitCode = 1;");
  await expect(train(bundle, flags, { arguments: ['--x'] })).rejects.toThrow(/program --x failed:\nno such flag/);
});
