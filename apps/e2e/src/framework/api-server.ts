import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { freePort } from './free-port.ts';
import { waitFor } from './wait.ts';

const program = resolve(import.meta.dirname, '../../../../dist/apps/apiserver/kube-apiserver');
const token = 'e2e-admin-token';

/** Where a server is and how to be let in as a member of system:masters. */
export interface ApiServerAddress {
  readonly url: string;
  readonly token: string;
  readonly ca: string;
}

/** The built kube-apiserver as a process that can be killed and started again on the same data and port. */
export class ApiServerProcess implements AsyncDisposable {
  readonly dataDir: string;
  private readonly flags: readonly string[];
  private readonly port: number;
  private readonly output: string[] = [];
  private child: ChildProcess | undefined;

  private constructor(dataDir: string, port: number, flags: readonly string[]) {
    this.dataDir = dataDir;
    this.port = port;
    this.flags = flags;
  }

  /** Starts it on a data directory of its own; resolves when it is ready. */
  static async start(...flags: string[]): Promise<ApiServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'kubescript-apiserver-'));
    await writeFile(join(dataDir, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
    const server = new ApiServerProcess(dataDir, await freePort(), flags);
    await server.startAgain();
    return server;
  }

  /** Starts it (again) on its data; resolves when it is ready. */
  async startAgain(): Promise<void> {
    const child = spawn(program, this.args(), { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.output.length = 0;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => this.keep(String(text)));
    const state = await waitFor('kube-apiserver to be ready', () => {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve('ended' as const);
      return Promise.resolve(this.printed.includes('"ready"') ? ('ready' as const) : undefined);
    });
    if (state === 'ended') throw new Error(`kube-apiserver ended: ${this.printed}`);
  }

  /** Where it is. */
  async address(): Promise<ApiServerAddress> {
    const ca = await readFile(join(this.dataDir, 'pki/ca.crt'), 'utf8');
    return { url: `https://127.0.0.1:${this.port}`, token, ca };
  }

  /** Writes a kubeconfig for it and returns the file. */
  async kubeconfig(): Promise<string> {
    const file = join(this.dataDir, 'admin.kubeconfig');
    await writeFile(file, JSON.stringify(kubeconfigOf(await this.address())), { mode: 0o600 });
    return file;
  }

  /** What it printed last. */
  get printed(): string {
    return this.output.join('');
  }

  /** Process id of the running server. */
  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined || !this.running) throw new Error(`kube-apiserver does not run: ${this.printed}`);
    return pid;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends it without notice, and resolves when it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (child === undefined || !this.running) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private args(): string[] {
    const { dataDir, port, flags } = this;
    return [
      ...['--data-dir', dataDir, '--secure-port', String(port), '--bind-address', '127.0.0.1'],
      ...['--token-auth-file', join(dataDir, 'tokens.csv'), '--authorization-mode', 'Node,RBAC'],
      ...['--service-cluster-ip-range', '10.96.0.0/16'],
      ...flags,
    ];
  }

  /** Keeps the last of what is printed. */
  private keep(text: string): void {
    this.output.push(text);
    if (this.output.length > 1000) this.output.splice(0, 500);
  }
}

/** A kubeconfig for a server, with everything inside. */
export function kubeconfigOf({ url, token, ca }: ApiServerAddress): object {
  const authority = Buffer.from(ca).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'e2e', cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'e2e', context: { cluster: 'e2e', user: 'admin' } }],
    'current-context': 'e2e',
  };
}
