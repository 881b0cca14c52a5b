import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { type Clock, realClock } from '@kubescript/apimachinery';
import { findProgram } from '@kubescript/lib-container-runtime';

/** An etcd of our own: one member, on loopback only. */
export interface RunningEtcd {
  readonly url: string;
  /** Settles when it ends; rejects if it ends before `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts etcd on the data in `dir` and resolves when it answers. One that an earlier start left running (kill -9) is
 * ended first. Throws an Error that says what to do if etcd is not installed.
 */
export async function startEtcd(dir: string, clock: Clock = realClock): Promise<RunningEtcd> {
  const program = await findProgram('etcd');
  if (program === undefined) {
    throw new Error('etcd is not installed: install it (Debian: etcd-server), or name one with --etcd-servers');
  }
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await endLeftover(join(dir, 'etcd.pid'), clock);
  const [client, peer] = await Promise.all([freePort(), freePort()]);
  const url = `http://127.0.0.1:${client}`;
  const child = await spawnEtcd(program, dir, url, `http://127.0.0.1:${peer}`);
  let stopping = false;
  const ended = new Promise<void>((resolve, reject) => {
    child.on('exit', (code) => {
      if (stopping) resolve();
      else reject(new Error(`etcd ended with code ${String(code)}: see ${join(dir, 'etcd.log')}`));
    });
  });
  ended.catch(() => undefined); // whoever owns it learns of it by awaiting
  await Promise.race([waitUntilHealthy(url, clock), ended]);
  return {
    url,
    ended,
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      await ended;
      await rm(join(dir, 'etcd.pid'), { force: true });
    },
  };
}

async function spawnEtcd(program: string, dir: string, url: string, peerUrl: string): Promise<ChildProcess> {
  const log = await open(join(dir, 'etcd.log'), 'a');
  const args = [
    ...['--name', 'default', '--data-dir', join(dir, 'data')],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `default=${peerUrl}`],
  ];
  const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd], detached: true });
  await log.close();
  await writeFile(join(dir, 'etcd.pid'), `${child.pid ?? ''}\n`);
  return child;
}

/** Ends the etcd that the file names, if it still runs, and waits until it is gone. */
async function endLeftover(pidFile: string, clock: Clock): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!(pid > 0) || !(await isEtcd(pid))) return;
  process.kill(pid, 'SIGTERM');
  while (await isEtcd(pid)) await clock.sleep(20);
}

async function isEtcd(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'etcd';
}

async function waitUntilHealthy(url: string, clock: Clock): Promise<void> {
  const deadline = clock.now() + 30_000;
  while (clock.now() < deadline) {
    const healthy = await fetch(`${url}/health`).then(
      async (response) => ((await response.json()) as { health?: string }).health === 'true',
      () => false,
    );
    if (healthy) return;
    await clock.sleep(20);
  }
  throw new Error(`etcd at ${url} did not become healthy within 30 s`);
}

/** A port of the loopback interface that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
