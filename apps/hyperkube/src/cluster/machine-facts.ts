import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

import { connectRuntime } from '@kubescript/cri-client';
import { findProgram } from '@kubescript/lib-container-runtime';

import type { ClusterLayout } from './layout.ts';
import type { MachineFacts } from './runtime-detection.ts';

/** Where CRI runtimes listen by default. */
const criSockets = ['/run/containerd/containerd.sock', '/run/crio/crio.sock', '/var/run/cri-dockerd.sock'];

/**
 * Looks at the machine for a cluster; takes some milliseconds, at most a second for a socket that does not answer. A
 * CRI runtime counts only while it has no pods but this cluster's: a kubelet removes those it does not know.
 */
export async function readMachineFacts(layout: ClusterLayout): Promise<MachineFacts> {
  const own = await ownPodUids(layout);
  const [criSocket, dockerSocket, containerd, runc, apt] = await Promise.all([
    firstThat(criSockets, (path) => offersCri(path, own)),
    firstThat([dockerSocketPath()], answersDocker),
    findProgram('containerd'),
    findProgram('runc'),
    findProgram('apt-get'),
  ]);
  return {
    isRoot: process.getuid?.() === 0,
    criSocket,
    dockerSocket,
    hasContainerd: containerd !== undefined && runc !== undefined,
    canInstall: apt !== undefined,
  };
}

/** The socket that DOCKER_HOST names (`unix://…`), or Docker's usual one. */
function dockerSocketPath(): string {
  const host = process.env['DOCKER_HOST'] ?? '';
  return host.startsWith('unix://') ? host.slice('unix://'.length) : '/var/run/docker.sock';
}

async function firstThat(
  paths: readonly string[],
  answers: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const results = await Promise.all(paths.map(answers));
  return paths[results.indexOf(true)];
}

/** UIDs of the pods that the kubelets of this cluster have run. */
async function ownPodUids(layout: ClusterLayout): Promise<ReadonlySet<string>> {
  const nodes = await readdir(layout.nodesDir).catch(() => []);
  const pods = nodes.map((node) => readdir(join(layout.nodeDir(node), 'kubelet', 'pods')).catch(() => []));
  return new Set((await Promise.all(pods)).flat());
}

/** True if a CRI runtime answers there, its pod network is ready, and it runs nobody else's pods. */
async function offersCri(path: string, own: ReadonlySet<string>): Promise<boolean> {
  await using connection = connectRuntime(`unix://${path}`);
  try {
    const { status } = await connection.runtime.status({});
    const { items } = await connection.runtime.listPodSandbox({});
    const isOurs = items.every(({ labels }) => own.has(labels['io.kubernetes.pod.uid'] ?? ''));
    return isOurs && (status?.conditions.every((condition) => condition.status) ?? false);
  } catch {
    return false; // nobody listens there, or it is no CRI
  }
}

function answersDocker(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ socketPath: path, path: '/_ping', timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => {
      resolve(false);
    });
    ping.end();
  });
}
