import { join } from 'node:path';

import { startContainerd } from '@kubescript/lib-container-runtime';

import type { ClusterLayout } from './layout.ts';
import type { RuntimePlan } from './runtime-detection.ts';
import type { RunningNode } from './state.ts';

/** Where the containers of one node run. */
export interface NodeRuntime {
  readonly node: RunningNode;
  /** For kubelet's `--container-runtime-endpoint`. */
  readonly endpoint: string;
  /** Gives the pods their network, as soon as the node has its range; nothing to do where the runtime has its own. */
  configureNetwork(podCidrs: readonly string[]): Promise<void>;
  /** Removes what was started for this cluster; what was there before stays. */
  stop(): Promise<void>;
}

/** Starts, or finds, the runtime of the node with that index. */
export async function startNodeRuntime(
  plan: RuntimePlan,
  layout: ClusterLayout,
  node: { readonly name: string; readonly index: number },
  signal: AbortSignal,
): Promise<NodeRuntime> {
  switch (plan.kind) {
    case 'containerd':
      return startOwnContainerd(layout, node, signal);
    case 'cri':
      return existingRuntime(node.name, 'containerd', plan.socket, `unix://${plan.socket}`);
    case 'docker':
      return existingRuntime(node.name, 'docker', plan.socket, `docker://${plan.socket}`);
    case 'hollow':
      return existingRuntime(node.name, 'hollow', '', 'hollow://');
  }
}

async function startOwnContainerd(
  layout: ClusterLayout,
  { name, index }: { readonly name: string; readonly index: number },
  signal: AbortSignal,
): Promise<NodeRuntime> {
  const dir = join(layout.nodeDir(name), 'containerd');
  const containerd = await startContainerd({ dir, bridgeName: bridgeName(layout, index) }, signal);
  const socket = containerd.endpoint.replace(/^unix:\/\//, '');
  return {
    node: { name, runtime: 'containerd', socket, ownContainerd: true },
    endpoint: containerd.endpoint,
    configureNetwork: (podCidrs) => containerd.configureNetwork({ podCidrs }),
    stop: () => containerd.stop(),
  };
}

function existingRuntime(name: string, runtime: RunningNode['runtime'], socket: string, endpoint: string): NodeRuntime {
  const nothing = (): Promise<void> => Promise.resolve();
  return { node: { name, runtime, socket, ownContainerd: false }, endpoint, configureNetwork: nothing, stop: nothing };
}

/** Name of the bridge of the node with that index; at most 15 characters, as Linux wants it. */
export function bridgeName(layout: ClusterLayout, index: number): string {
  return `ks${layout.id}${index}`;
}
