import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { binaryNames, entryPointOf } from './lib/binaries.ts';
import { buildInfoFrom } from './lib/build-info.ts';
import { bundleApp, root } from './lib/bundle-app.ts';

/**
 * The head of every binary: valid as a shell script and as JavaScript. The shell part finds the Node that the lock
 * file pins (beside the checkout, or `node` on the PATH if it is new enough) and runs the same file with it. Half the
 * usual young generation costs a few per cent of CPU time and saves a quarter of the memory after a burst of writes.
 */
const head = `#!/bin/sh
':' //; self=$(readlink -f "$0"); dir=$(dirname "$self"); node="$dir/../../../node_modules/.bin/node"
':' //; [ -x "$node" ] || node=$(command -v node) || { echo "$0: needs Node 24 or newer: install it, or run from a checkout after npm ci" >&2; exit 1; }
':' //; NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$dir/.compile-cache}" exec "$node" --disable-warning=ExperimentalWarning --max-semi-space-size=8 "$self" "$@"
`;

/**
 * Bundles one app into `dist/apps/APP/BINARY`, with its source map beside it. One that says itself what runs it (`#!`)
 * keeps that.
 */
async function buildApp(app: string): Promise<void> {
  const binary = binaryNames[app];
  if (binary === undefined) throw new Error(`no app ${app}: one of ${Object.keys(binaryNames).join(', ')}`);
  const outdir = join(root, 'dist/apps', app);
  const outfile = join(outdir, binary);
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const ownHead = (await readFile(join(root, entryPointOf(app)), 'utf8')).startsWith('#!');
  await bundleApp({ app, outfile, format: 'esm', head: ownHead ? '' : head, info: buildInfoFrom(process.env) });
  await chmod(outfile, 0o755);
}

for (const app of process.argv.slice(2)) await buildApp(app);
