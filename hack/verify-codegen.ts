/** Checks that the generated code is what the generators make of the types; writes nothing into the tree. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { GENERATED_FOLDERS, generateAll } from './lib/codegen.ts';

const root = join(import.meta.dirname, '..');
const copy = await mkdtemp(join(tmpdir(), 'kubescript-codegen-'));
try {
  await writeAll(copy);
  const stale = await differences(copy);
  for (const path of stale) console.error(`stale: ${path}`);
  if (stale.length > 0) {
    console.error('Generated code does not fit the types. Run: npm run update-codegen');
    process.exitCode = 1;
  }
} finally {
  await rm(copy, { recursive: true });
}

async function writeAll(folder: string): Promise<void> {
  for (const [path, text] of await generateAll(root)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Files that are missing, superfluous or different in the tree. */
async function differences(fresh: string): Promise<readonly string[]> {
  const paths = new Set([...(await filesBelow(fresh)), ...(await filesBelow(root))]);
  const compared = await Promise.all(
    [...paths].map(async (path) => ({
      path,
      same: (await textOf(join(fresh, path))) === (await textOf(join(root, path))),
    })),
  );
  return compared
    .filter(({ same }) => !same)
    .map(({ path }) => path)
    .toSorted();
}

async function filesBelow(base: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    GENERATED_FOLDERS.map(async (folder) => {
      const entries = await readdir(join(base, folder), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1));
    }),
  );
  return lists.flat();
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
