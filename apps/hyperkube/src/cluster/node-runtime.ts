import { join } from 'node:path';

import { cleanUpKubelet } from '@kubescript/app-kubelet/app';
import { type PodNetwork, startContainerd, unmountBelow } from '@kubescript/lib-container-runtime';

import type { ClusterLayout } from './layout.ts';
import type { RuntimePlan } from './runtime-detection.ts';
import type { RunningNode } from './state.ts';

/** Where the containers of one node run. */
export interface NodeRuntime {
  readonly node: RunningNode;
  /** For kubelet's `--container-runtime-endpoint`. */
  readonly endpoint: string;
  /** Gives the pods their network, as soon as the node has its range; nothing to do where the runtime has its own. */
  configureNetwork(network: PodNetwork): Promise<void>;
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
      return existingRuntime(layout, node.name, 'containerd', plan.socket);
    case 'docker':
      return existingRuntime(layout, node.name, 'docker', plan.socket);
    case 'hollow':
      return existingRuntime(layout, node.name, 'hollow', '');
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
    configureNetwork: (network) => containerd.configureNetwork(network),
    stop: async () => {
      await containerd.stop();
      await cleanUpKubelet(kubeletDir(layout, name));
      await unmountBelow(layout.nodeDir(name));
    },
  };
}

const schemes = { containerd: 'unix', docker: 'docker', hollow: 'hollow' } as const;

/** A runtime that is not ours to stop; the pods of this cluster and their volumes are. */
function existingRuntime(
  layout: ClusterLayout,
  name: string,
  runtime: RunningNode['runtime'],
  socket: string,
): NodeRuntime {
  const node: RunningNode = { name, runtime, socket, ownContainerd: false };
  const endpoint = endpointOf(node);
  return {
    node,
    endpoint,
    configureNetwork: () => Promise.resolve(),
    stop: async () => {
      await cleanUpKubelet(kubeletDir(layout, name), endpoint);
      await unmountBelow(layout.nodeDir(name));
    },
  };
}

/** How a kubelet is told of the runtime of a node. */
export function endpointOf({ runtime, socket }: RunningNode): string {
  return `${schemes[runtime]}://${socket}`;
}

/** Where the kubelet of a node keeps its files. */
export function kubeletDir(layout: ClusterLayout, nodeName: string): string {
  return join(layout.nodeDir(nodeName), 'kubelet');
}

/** Name of the bridge of the node with that index; at most 15 characters, as Linux wants it. */
export function bridgeName(layout: ClusterLayout, index: number): string {
  return `ks${layout.id}${index}`;
}
