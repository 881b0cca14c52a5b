import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { busyboxImageRecipe, writeImageArchive } from '@kubescript/lib-container-runtime';

import type { TestCluster } from './cluster.ts';

/** Imports Debian's static busybox into every node of the cluster, under each of the names. Needs no registry. */
export async function loadBusybox(cluster: TestCluster, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kubescript-e2e-image-'));
  try {
    for (const name of names) {
      const archive = join(folder, 'image.tar');
      await writeImageArchive(archive, await busyboxImageRecipe(name));
      await cluster.load(archive);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
