import { request } from 'node:http';

import { connectRuntime } from '@kubescript/cri-client';
import { findProgram } from '@kubescript/lib-container-runtime';

import type { MachineFacts } from './runtime-detection.ts';

/** Where CRI runtimes listen by default. */
const criSockets = ['/run/containerd/containerd.sock', '/run/crio/crio.sock', '/var/run/cri-dockerd.sock'];

/** Looks at the machine; takes some milliseconds, at most a second for a socket that does not answer. */
export async function readMachineFacts(): Promise<MachineFacts> {
  const [criSocket, dockerSocket, containerd, runc, apt] = await Promise.all([
    firstThat(criSockets, answersCri),
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

/** True if a CRI runtime answers there and its pod network is ready. */
async function answersCri(path: string): Promise<boolean> {
  await using connection = connectRuntime(`unix://${path}`);
  try {
    const { status } = await connection.runtime.status({});
    return status?.conditions.every((condition) => condition.status) ?? false;
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
