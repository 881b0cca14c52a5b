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
  /** `esm` for a file that Node runs; `cjs` for one that is embedded into Node, which takes no ES module as its main. */
  readonly format: 'esm' | 'cjs';
  readonly info: BuildInfo;
  /** What stands before the bundle, line breaks included. */
  readonly head?: string;
}

/** What ES modules expect to find in a CommonJS one. */
const importMetaShim = `const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;\n`;

const formats = {
  esm: { plugins: [], options: { banner: bundleOptions.banner, sourcemap: 'linked', sourcesContent: false } },
  cjs: {
    plugins: [mainWithoutTopLevelAwait()],
    options: {
      format: 'cjs',
      banner: { js: importMetaShim },
      define: {
        'import.meta.url': '__importMetaUrl',
        'import.meta.filename': '__filename',
        'import.meta.dirname': '__dirname',
      },
    },
  },
} as const satisfies Record<string, { plugins: readonly Plugin[]; options: BuildOptions }>;

/** Bundles an app with everything that it imports into one file. The same sources make the same bytes. */
export async function bundleApp({ app, outfile, format, info, head = '' }: BundleOptions): Promise<void> {
  const { plugins, options } = formats[format];
  await build({
    absWorkingDir: root,
    entryPoints: [entryPointOf(app)],
    outfile,
    ...bundleOptions,
    ...options,
    banner: { js: head + options.banner.js },
    plugins: [...bundleOptions.plugins, ...plugins],
    define: { ...('define' in options ? options.define : {}), KUBESCRIPT_BUILD: JSON.stringify(info) },
  });
}

/** CommonJS has no top-level await: what an app's main.ts does after its imports goes into an async function. */
function mainWithoutTopLevelAwait(): Plugin {
  return {
    name: 'main-without-top-level-await',
    setup(bundling) {
      bundling.onLoad({ filter: /\/apps\/[^/]+\/src\/main\.ts$/ }, async ({ path }) => ({
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
