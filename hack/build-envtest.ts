import { execFileSync } from 'node:child_process';
import { chmod, copyFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { build } from 'esbuild';

import { commonJsOptions } from './lib/bundle-app.ts';
import { bundleOptions } from './lib/bundle.ts';

// Bundles what of staging/envtest is published, with the API server and controllers, into its folder `bundle`. What
// runs within tests starts with V8's code of it (docs/adr/0011-code-beside-binaries.md) where their Node is the same.
const root = resolve(import.meta.dirname, '..');
const outdir = join(root, 'staging/envtest/bundle');
const all = join(outdir, 'all.cjs');

await rm(outdir, { recursive: true, force: true });
const options = { absWorkingDir: root, ...bundleOptions };
await build({ ...options, entryPoints: ['apps/kubectl/src/main.ts'], outfile: join(outdir, 'kubectl.js') });
await build({ ...options, ...commonJsOptions, entryPoints: ['staging/envtest/src/all.ts'], outfile: all });
await copyFile(join(root, 'hack/lib/run-with-code.cjs'), join(outdir, 'run-with-code.cjs'));
await writeFile(
  join(outdir, 'all.js'),
  `import { join } from 'node:path';
import { runBundle } from './run-with-code.cjs';
export const { main, startEnvironment } = runBundle(join(import.meta.dirname, 'all.cjs')).exports;
`,
);
await writeFile(join(outdir, 'index.js'), "export { startEnvironment } from './all.js';\n");
await writeFile(
  join(outdir, 'kubescript.js'),
  "#!/usr/bin/env node\nimport { main } from './all.js';\nawait main(import.meta.dirname);\n",
);
await chmod(join(outdir, 'kubescript.js'), 0o755);
execFileSync(process.execPath, [join(root, 'hack/lib/train-envtest.cjs'), all], { stdio: 'inherit' });
