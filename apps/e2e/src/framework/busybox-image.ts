import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { busyboxImageRecipe, writeImageArchive } from '@kubescript/lib-container-runtime';

import { runOk } from './command.ts';

const launcher = resolve(import.meta.dirname, '../../../../hack/start.mjs');

/**
 * Imports Debian's static busybox into every node of the cluster with that data directory, under each of the names, as
 * a user does. Needs no registry.
 */
export async function loadBusyboxInto(dataDir: string, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kubescript-e2e-image-'));
  try {
    for (const name of names) {
      const archive = join(folder, 'image.tar');
      await writeImageArchive(archive, await busyboxImageRecipe(name));
      await runOk(process.execPath, [launcher, 'load', archive, '--data-dir', dataDir]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
