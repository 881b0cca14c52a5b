import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';

import { ClusterLayout } from '../cluster/layout.ts';
import type { ReadyCluster } from './start.ts';
import type { Progress, ProgressMessage } from '../cluster/progress.ts';

/**
 * Starts the same program again in the background, without `--detach`, and resolves when its cluster is ready. What it
 * reports on the way is shown here; if it fails, its message is thrown.
 */
export async function startDetached(
  argv: readonly string[],
  dataDir: string,
  progress: Progress,
): Promise<ReadyCluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const log = await open(new ClusterLayout(dataDir).logFile, 'a', 0o600);
  const program = process.argv[1] ?? '';
  const [command, ...args] = isExecutable(program) ? [program] : [process.execPath, ...process.execArgv, program];
  const child = spawn(command, [...args, ...argv], {
    cwd: process.cwd(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  try {
    return await new Promise<ReadyCluster>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => {
        reject(new Error(`the cluster ended with code ${String(code)}: see ${new ClusterLayout(dataDir).logFile}`));
      });
      child.on('message', (message) => {
        show(message as ProgressMessage, progress, resolve, reject);
      });
    });
  } finally {
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** A binary finds its Node and its flags itself; a source file does not. */
function isExecutable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function show(
  message: ProgressMessage,
  progress: Progress,
  ready: (cluster: ReadyCluster) => void,
  failed: (err: Error) => void,
): void {
  switch (message.type) {
    case 'step':
      progress.step(message.text);
      return;
    case 'notice':
      progress.notice(message.text);
      return;
    case 'done':
      progress.done(message.text);
      return;
    case 'ready':
      ready(message);
      return;
    case 'failed':
      failed(new Error(message.text));
      return;
    default:
      message satisfies never;
  }
}
