import { join } from 'node:path';

import { realClock } from '@kubescript/apimachinery';
import { cleanUpKubelet } from '@kubescript/app-kubelet/app';
import { cleanUpContainerd } from '@kubescript/lib-container-runtime';

import { bridgeName, endpointOf, kubeletDir } from '../cluster/node-runtime.ts';
import { ClusterLayout } from '../cluster/layout.ts';
import { type RunningState, isAlive, readLastState, removeRunningState } from '../cluster/state.ts';

/** How long a cluster may take to end. */
const patienceMs = 120_000;

/**
 * Ends the cluster of a data directory and waits until it is gone; takes away what a killed one left behind. Resolves
 * with a sentence about what was done.
 */
export async function stopCluster(dataDir: string): Promise<string> {
  const layout = new ClusterLayout(dataDir);
  const state = await readLastState(layout);
  if (state === undefined) return `no cluster runs in ${dataDir}`;
  const wasAlive = await isAlive(state);
  if (wasAlive) await endProcess(state);
  for (const [index, node] of state.nodes.entries()) {
    if (node.ownContainerd) {
      await cleanUpContainerd(join(layout.nodeDir(node.name), 'containerd'), bridgeName(layout, index));
      await cleanUpKubelet(kubeletDir(layout, node.name));
    } else {
      // A runtime that was there before lives on, and with it the pods of a cluster that was killed.
      await cleanUpKubelet(kubeletDir(layout, node.name), endpointOf(node));
    }
  }
  await removeRunningState(layout);
  return wasAlive
    ? `stopped the cluster in ${dataDir}`
    : `the cluster in ${dataDir} had been killed: cleaned up after it`;
}

async function endProcess(state: RunningState): Promise<void> {
  const { pid } = state;
  process.kill(pid, 'SIGTERM');
  const deadline = realClock.now() + patienceMs;
  while (await isAlive(state)) {
    if (realClock.now() > deadline)
      throw new Error(`process ${pid} did not end within ${patienceMs / 1000} s: see its log`);
    await realClock.sleep(20);
  }
}
