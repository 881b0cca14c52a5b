import type { Node, Pod } from '@kubescript/api/core/v1';
import { newSharedInformerFactory } from '@kubescript/client';
import { FakeClient } from '@kubescript/client/testing';
import { type KubeSchedulerProfile, NodeInfo, PodInfo } from '@kubescript/kube-scheduler';

import { mergePlugins } from '../framework/profile.ts';
import { DEFAULT_PLUGINS } from '../plugins/default-plugins.ts';
import { inTreePlugins } from '../plugins/registry.ts';
import { Scheduler } from '../scheduler/scheduler.ts';

/** A node with 32 CPUs, 64 GiB and room for 110 pods, changed as given. */
export function makeNode(name: string, changes: { readonly [K in keyof Node]?: Partial<Node[K]> } = {}): Node {
  const allocatable = { cpu: '32', memory: '64Gi', 'ephemeral-storage': '100Gi', pods: '110' };
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name }, ...changes.metadata },
    spec: { ...changes.spec },
    status: { allocatable, capacity: allocatable, ...changes.status },
  };
}

/** A pod with one container that requests 100m CPU and 100Mi memory, changed as given. */
export function makePod(
  name: string,
  changes: { readonly metadata?: Partial<Pod['metadata']>; readonly spec?: Partial<Pod['spec']> } = {},
): Pod {
  return {
    metadata: { name, namespace: 'default', uid: name, ...changes.metadata },
    spec: {
      schedulerName: 'default-scheduler',
      containers: [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '100m', memory: '100Mi' } } }],
      ...changes.spec,
    },
    status: { phase: 'Pending' },
  };
}

/** The state of a node with pods on it. */
export function nodeWith(node: Node, ...pods: readonly Pod[]): NodeInfo {
  const info = new NodeInfo(node.metadata.name ?? '');
  info.setNode(node);
  for (const pod of pods) info.addPod(new PodInfo(pod));
  return info;
}

/** A scheduler on a fake client; nothing runs before `run`, so that tests can call its steps. */
export function newTestScheduler(profile: KubeSchedulerProfile = {}): {
  readonly client: FakeClient;
  readonly scheduler: Scheduler;
} {
  const client = new FakeClient();
  const scheduler = new Scheduler({
    client,
    informers: newSharedInformerFactory(client),
    registry: inTreePlugins,
    profiles: [
      { ...profile, schedulerName: 'default-scheduler', plugins: mergePlugins(DEFAULT_PLUGINS, profile.plugins) },
    ],
    recorderFor: () => ({ event: () => undefined }),
    random: () => 0.99,
  });
  return { client, scheduler };
}
