// Runs a program while a Docker daemon runs: the machine's, or one of our own below _output/docker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startDockerd } from '@kubescript/lib-container-runtime';

import { root } from '../bundle-app.ts';

const [program = 'true', ...args] = process.argv.slice(2);
const docker = await startDockerd({ dir: join(root, '_output/docker') });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined); // the child ends, then we do
try {
  const env = { ...process.env, DOCKER_HOST: `unix://${docker.socket}` };
  const [code] = (await once(spawn(program, args, { stdio: 'inherit', env }), 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await docker.stop();
}
