import { loadImage } from '../cluster/load-image.ts';
import { ClusterLayout } from '../cluster/layout.ts';
import { readRunningState } from '../cluster/state.ts';

/** Imports an image archive into every node of a running cluster; resolves with a sentence about it. */
export async function loadIntoCluster(dataDir: string, archive: string): Promise<string> {
  const state = await readRunningState(new ClusterLayout(dataDir));
  if (state === undefined)
    throw new Error(`no cluster runs in ${dataDir}: start one with npm start -- --data-dir ${dataDir}`);
  await Promise.all(state.nodes.map((node) => loadImage(node, archive)));
  return `imported ${archive} into ${state.nodes.map(({ name }) => name).join(', ')}`;
}
