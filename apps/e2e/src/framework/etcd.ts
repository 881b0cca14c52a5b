import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from './free-port.ts';
import { waitFor } from './wait.ts';

/** The real etcd on this machine, if there is one: Debian's package etcd-server has it. */
export const etcdProgram = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'etcd'))
  .find((file) => existsSync(file));

/** A real etcd with one member, which can be killed and started again on the same data. */
export class EtcdProcess implements AsyncDisposable {
  readonly url: string;
  private readonly dataDir: string;
  private readonly peerUrl: string;
  private child: ChildProcess | undefined;

  private constructor(dataDir: string, url: string, peerUrl: string) {
    this.dataDir = dataDir;
    this.url = url;
    this.peerUrl = peerUrl;
  }

  /** Starts it on a data directory of its own; resolves when it is healthy. */
  static async start(): Promise<EtcdProcess> {
    const [dataDir, port, peerPort] = [
      await mkdtemp(join(tmpdir(), 'kubescript-etcd-')),
      await freePort(),
      await freePort(),
    ];
    const etcd = new EtcdProcess(dataDir, `http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`);
    await etcd.startAgain();
    return etcd;
  }

  /** Starts it (again) on its data; resolves when it is healthy. */
  async startAgain(): Promise<void> {
    if (etcdProgram === undefined) throw new Error('no etcd in PATH');
    const { url, peerUrl, dataDir } = this;
    this.child = spawn(
      etcdProgram,
      [
        ...['--name', 'e2e', '--data-dir', dataDir, '--log-level', 'error'],
        ...['--listen-client-urls', url, '--advertise-client-urls', url],
        ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
        ...['--initial-cluster', `e2e=${peerUrl}`],
      ],
      { stdio: 'ignore' },
    );
    await waitFor('etcd to be healthy', async () => {
      const answer = await fetch(`${url}/health`);
      return answer.ok ? true : undefined;
    });
  }

  /** Ends it without notice, and resolves when it is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
