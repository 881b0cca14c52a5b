import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a bundle is run once, so that the code of what it runs can be kept. */
export interface Training {
  readonly arguments: readonly string[];
  /** What it prints when it has done what counts; it is ended then. Without it, it ends by itself. */
  readonly until?: string;
}

/** A run takes about a second; one that hangs must not hold up a build. */
const deadlineMs = 60_000;
const saveCode = join(import.meta.dirname, 'save-code.cjs');

/** Runs a bundle and keeps the code of what ran in `BUNDLE.code`. Rejects with its output if it fails. */
export async function train(bundle: string, flags: readonly string[], training: Training): Promise<void> {
  const args = [...flags, saveCode, `${bundle}.code`, bundle, ...training.arguments];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: deadlineMs });
  let output = '';
  const collect = (text: Buffer): void => {
    output += String(text);
    if (training.until !== undefined && output.includes(training.until)) child.kill('SIGTERM');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${bundle} ${training.arguments.join(' ')} failed:\n${output}`);
}

/** kube-apiserver is trained by a start on an empty store; the others by saying how they are used. */
export async function trainApp(app: string, bundle: string, flags: readonly string[]): Promise<void> {
  if (app !== 'apiserver') {
    await train(bundle, flags, { arguments: ['--help'] });
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'kubescript-training-'));
  try {
    await train(bundle, flags, { arguments: apiserverFlags(dataDir, await freePort()), until: '"ready"' });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

function apiserverFlags(dataDir: string, port: number): readonly string[] {
  return [
    ...['--data-dir', dataDir, '--bind-address', '127.0.0.1', '--secure-port', String(port)],
    ...['--authorization-mode', 'Node,RBAC', '--service-cluster-ip-range', '10.96.0.0/16'],
  ];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
