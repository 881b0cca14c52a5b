import { spawn } from 'node:child_process';
import { access, mkdir, open, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';

import { realClock } from '@kubescript/apimachinery';

import { findProgram, runCommand } from './command.ts';
import { findProcesses, unmountBelow } from './leftovers.ts';
import { endProcess, isAlive } from './processes.ts';

/** A dockerd: the one that runs on the machine already, or one of our own below a directory. */
export interface Dockerd {
  readonly socket: string;
  /** True where it was not started here; then `stop` leaves it alone. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

/**
 * Finds the machine's dockerd, or starts one below the directory. There must be one only: a second takes the first
 * one's bridge away.
 */
export async function startDockerd(options: { readonly dir: string }, signal?: AbortSignal): Promise<Dockerd> {
  const running = await findDockerd();
  if (running !== undefined) return { socket: running, adopted: true, stop: () => Promise.resolve() };
  const program = await findProgram('dockerd');
  if (program === undefined) throw new Error('dockerd is not installed: install the package docker.io');
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  const socket = join(dir, 'docker.sock');
  await using log = await open(join(dir, 'dockerd.log'), 'a');
  const args = [
    '-H',
    `unix://${socket}`,
    '--data-root',
    join(dir, 'data'),
    '--exec-root',
    join(dir, 'run'),
    '--pidfile',
    join(dir, 'pid'),
  ];
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log.fd, log.fd], cwd: '/' });
  child.unref();
  const pid = child.pid ?? 0;
  await waitForSocket(socket, pid, join(dir, 'dockerd.log'), signal);
  return { socket, adopted: false, stop: () => stopDockerd(dir, pid) };
}

async function findDockerd(): Promise<string | undefined> {
  const socket = '/var/run/docker.sock';
  if (await accepts(socket)) return socket;
  const [pid] = await findProcesses((args) => args[0]?.endsWith('dockerd') === true);
  if (pid === undefined) return undefined;
  const line = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '');
  return /unix:\/\/([^\0]+)/.exec(line)?.[1];
}

async function waitForSocket(socket: string, pid: number, log: string, signal?: AbortSignal): Promise<void> {
  const deadline = realClock.now() + 20_000;
  while (!(await accepts(socket))) {
    signal?.throwIfAborted();
    if (!isAlive(pid) || realClock.now() > deadline) {
      const text = await readFile(log, 'utf8').catch(() => '');
      throw new Error(`dockerd did not start; the end of ${log}: ${text.slice(-600)}`);
    }
    await realClock.sleep(20, signal);
  }
}

async function accepts(socket: string): Promise<boolean> {
  const there = await access(socket).then(
    () => true,
    () => false,
  );
  if (!there) return false;
  return new Promise((done) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => {
      done(false);
    });
  });
}

async function stopDockerd(dir: string, pid: number): Promise<void> {
  await endProcess(pid);
  await unmountBelow(dir);
  await runCommand('ip', ['link', 'delete', 'docker0']).catch(() => undefined);
  for (const program of ['iptables', 'ip6tables']) await removeDockerRules(program);
}

/** dockerd leaves its chains, and a FORWARD chain that drops what they do not accept. */
async function removeDockerRules(program: string): Promise<void> {
  const saved = await runCommand(`${program}-save`, []).catch(() => '');
  if (!saved.includes('DOCKER')) return;
  const kept = saved
    .split('\n')
    .filter((line) => !/DOCKER|docker0/.test(line))
    .map((line) => line.replace(/^:FORWARD DROP/, ':FORWARD ACCEPT'));
  await runCommand(`${program}-restore`, [], kept.join('\n')).catch(() => undefined);
}
