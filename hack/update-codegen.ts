/** Writes all generated code. Run it after a change to a `types.ts` or to a generator. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { GENERATED_FOLDERS, generateAll } from './lib/codegen.ts';

const root = join(import.meta.dirname, '..');
const files = await generateAll(root);
await Promise.all(GENERATED_FOLDERS.map((folder) => rm(join(root, folder), { recursive: true, force: true })));
for (const [path, text] of files) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
console.log(`wrote ${String(files.size)} files`);
