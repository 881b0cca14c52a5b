import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import type { Kubectl } from './cluster.ts';

/** Runs `kubectl port-forward TARGET :REMOTE` around `use`, which gets the local port. */
export async function withPortForward<T>(
  kubectl: Kubectl,
  args: readonly string[],
  use: (port: number) => Promise<T>,
): Promise<T> {
  const child = spawn(kubectl.program, kubectl.args(['port-forward', ...args]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await use(await localPort(child.stdout));
  } finally {
    child.kill();
  }
}

async function localPort(stdout: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: stdout })) {
    const match = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(line);
    if (match) return Number(match[1]);
  }
  throw new Error('kubectl port-forward ended before it listened');
}
