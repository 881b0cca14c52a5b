import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { binaryNames, entryPointOf } from './lib/binaries.ts';
import { buildInfoFrom } from './lib/build-info.ts';
import { bundleApp, root } from './lib/bundle-app.ts';
import { nodeFlags } from './lib/node-flags.ts';
import { trainApp } from './lib/train.ts';

const runner = 'run-with-code.cjs';

/**
 * The head of every binary: valid as a shell script and as JavaScript. The shell part finds the Node that the lock
 * file pins (beside the checkout, or `node` on the PATH if it is new enough) and runs the same file with it, through
 * the runner that takes V8's code from beside the binary. A binary that was copied without it runs all the same.
 */
const head = `#!/bin/sh
':' //; self=$(readlink -f "$0"); dir=\${self%/*}; node="$dir/../../../node_modules/.bin/node"
':' //; [ -x "$node" ] || node=$(command -v node) || { echo "$0: needs Node 24 or newer: install it, or run from a checkout after npm ci" >&2; exit 1; }
':' //; if [ -f "$dir/${runner}" ]; then set -- "$dir/${runner}" "$self" "$@"; else set -- "$self" "$@"; fi
':' //; exec "$node" ${nodeFlags.join(' ')} "$@"
`;

/**
 * Bundles one app into `dist/apps/APP/BINARY`; beside it go its source map, V8's code of it, and what loads the code.
 * One that says itself what runs it (`#!`) keeps that, and has no code.
 */
async function buildApp(app: string): Promise<void> {
  const binary = binaryNames[app];
  if (binary === undefined) throw new Error(`no app ${app}: one of ${Object.keys(binaryNames).join(', ')}`);
  const outdir = join(root, 'dist/apps', app);
  const outfile = join(outdir, binary);
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const ownHead = (await readFile(join(root, entryPointOf(app)), 'utf8')).startsWith('#!');
  await bundleApp({ app, outfile, head: ownHead ? '' : head, info: buildInfoFrom(process.env), sourcemap: 'linked' });
  await chmod(outfile, 0o755);
  // Otherwise Node takes a file without an extension for what this repository's package.json says: an ES module.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  if (ownHead) return;
  assertAscii(await readFile(outfile, 'utf8'));
  await copyFile(join(root, 'hack/lib', runner), join(outdir, runner));
  await trainApp(app, outfile, nodeFlags);
}

/** A single character beyond would make V8 keep the whole source in two bytes a character. */
function assertAscii(code: string): void {
  const found = /[^\x00-\x7f]/.exec(code);
  if (found === null) return;
  const around = code.slice(Math.max(0, found.index - 60), found.index + 20);
  throw new Error(`write ${found[0]} as an escape (\\u…): esbuild keeps it as it is in ${JSON.stringify(around)}`);
}

for (const app of process.argv.slice(2)) await buildApp(app);
