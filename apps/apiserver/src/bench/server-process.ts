import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { request } from './client.ts';

const token = 'bench';
/** Linux counts CPU time in hundredths of a second. */
const microsecondsPerTick = 10_000;

/** The built kube-apiserver in a process of its own, on an empty store that is removed with it. */
export class ServerProcess implements AsyncDisposable {
  readonly url: string;
  readonly token = token;
  /** From the start of the process to the first 200 of /readyz, in milliseconds. */
  readonly startMs: number;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(parts: { url: string; startMs: number; child: ChildProcess; dataDir: string }) {
    this.url = parts.url;
    this.startMs = parts.startMs;
    this.#child = parts.child;
    this.#dataDir = parts.dataDir;
  }

  /** Starts the binary and waits until it is ready; rejects if it ends before. */
  static async start(binary: string): Promise<ServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'kubescript-bench-'));
    const tokens = join(dataDir, 'tokens.csv');
    await writeFile(tokens, `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
    const port = await freePort();
    const started = performance.now();
    const child = spawn(binary, serverFlags(dataDir, tokens, port), { stdio: ['ignore', 'ignore', 'inherit'] });
    const url = `https://127.0.0.1:${String(port)}`;
    await untilReady(url, child);
    return new ServerProcess({ url, startMs: performance.now() - started, child, dataDir });
  }

  /** CPU time that the process has used so far, all threads, user and system. */
  cpuMicroseconds(): number {
    const [, fields = ''] = readFileSync(`/proc/${this.#pid}/stat`, 'utf8').split(') ');
    const values = fields.split(' ');
    return (Number(values[11]) + Number(values[12])) * microsecondsPerTick;
  }

  /** Resident memory in megabytes. */
  residentMegabytes(): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await ended;
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  get #pid(): string {
    return String(this.#child.pid);
  }
}

const serverFlags = (dataDir: string, tokens: string, port: number): string[] => [
  ...['--data-dir', dataDir],
  ...['--secure-port', String(port)],
  ...['--bind-address', '127.0.0.1'],
  ...['--token-auth-file', tokens],
  ...['--authorization-mode', 'Node,RBAC'],
  ...['--service-cluster-ip-range', '10.96.0.0/16'],
  '--allow-privileged',
];

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await request({ url, token }, { method: 'GET', path: '/readyz' }).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(10);
  }
  throw new Error(`kube-apiserver ended with ${String(child.exitCode)} before it was ready`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}
