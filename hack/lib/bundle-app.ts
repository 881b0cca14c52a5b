import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { BuildInfo } from '@kubescript/component-base';
import { build, type BuildOptions, type Plugin } from 'esbuild';

import { entryPointOf } from './binaries.ts';
import { bundleOptions } from './bundle.ts';

/** The repository's root. */
export const root = resolve(import.meta.dirname, '../..');

/** What to bundle, and as what. */
export interface BundleOptions {
  readonly app: string;
  readonly outfile: string;
  readonly info: BuildInfo;
  /** What stands before the bundle, line breaks included. */
  readonly head?: string;
  /** A source map goes into `OUTFILE.map`, without the sources. */
  readonly sourcemap?: 'linked';
}

/** What ES modules expect to find in a CommonJS one, which is in strict mode only if it says so. */
const importMetaShim = `"use strict";\nconst __importMetaUrl = require('node:url').pathToFileURL(__filename).href;\n`;

/** How ES modules become one CommonJS module. What they import when they run is required then. */
export const commonJsOptions = {
  format: 'cjs',
  banner: { js: importMetaShim },
  supported: { 'dynamic-import': false },
  define: {
    'import.meta.url': '__importMetaUrl',
    'import.meta.filename': '__filename',
    'import.meta.dirname': '__dirname',
  },
} satisfies BuildOptions;

/**
 * Bundles an app with everything that it imports into one file. The same sources make the same bytes. It is a CommonJS
 * module: Node embeds no other, and only such a one can be run with the code that V8 made of it before.
 */
export async function bundleApp({ app, outfile, info, head = '', sourcemap }: BundleOptions): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entryPointOf(app)],
    outfile,
    ...bundleOptions,
    ...(sourcemap === undefined ? {} : { sourcemap, sourcesContent: false }),
    ...commonJsOptions,
    banner: { js: head + importMetaShim },
    plugins: [...bundleOptions.plugins, mainWithoutTopLevelAwait()],
    define: { ...commonJsOptions.define, KUBESCRIPT_BUILD: JSON.stringify(info) },
  });
}

/** CommonJS has no top-level await: what an app's main.ts does after its imports goes into an async function. */
function mainWithoutTopLevelAwait(): Plugin {
  return {
    name: 'main-without-top-level-await',
    setup(bundling) {
      bundling.onLoad({ filter: /\/(?:apps|staging)\/[^/]+\/src\/main\.ts$/ }, async ({ path }) => ({
        contents: wrapMain(await readFile(path, 'utf8')),
        loader: 'ts',
      }));
    },
  };
}

/** Puts everything behind the last import into an async function that is called at once. */
export function wrapMain(source: string): string {
  const imports = [...source.matchAll(/^import\b[^;]*;\n/gm)];
  const last = imports.at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  return `${source.slice(0, end)}void (async () => {\n${source.slice(end)}})();\n`;
}
