import { chmod, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { build } from 'esbuild';

import { bundleOptions } from './lib/bundle.ts';

// Bundles what of staging/envtest is published, with the API server and controllers, into its folder `bundle`.
const root = resolve(import.meta.dirname, '..');
const outdir = join(root, 'staging/envtest/bundle');

await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { all: 'staging/envtest/src/all.ts', kubectl: 'apps/kubectl/src/main.ts' },
  outdir,
  ...bundleOptions,
});
await writeFile(join(outdir, 'index.js'), "export { startEnvironment } from './all.js';\n");
await writeFile(
  join(outdir, 'kubescript.js'),
  "#!/usr/bin/env node\nimport { main } from './all.js';\nawait main(import.meta.dirname);\n",
);
await chmod(join(outdir, 'kubescript.js'), 0o755);
