// Keeps Docker for a run of container tests: `docker-keeper.ts SESSION` finds a daemon or starts one, prints where it is
// (or what the problem is) as one line of JSON, and waits for the end of its standard input. Then, also when the run
// was killed, it removes everything that carries the label of the session, and ends the daemon that it started.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Dockerd, startDockerd } from '@kubescript/lib-container-runtime';
import Dockerode from 'dockerode';

import { removeLabelled } from './clean-up.ts';

/** Where Docker is and who ends it. */
interface Daemon extends AsyncDisposable {
  readonly host: string;
}

async function main(label: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  try {
    if (process.platform !== 'linux') throw new Error("images are put together of this machine's files: needs Linux");
    await using daemon = await findOrStartDaemon();
    process.env['DOCKER_HOST'] = daemon.host;
    const docker = new Dockerode();
    await answers(docker, daemon.host);
    say({ host: daemon.host });
    await once(process.stdin.resume(), 'end');
    await removeLabelled(docker, label);
  } catch (error) {
    say({ problem: (error as Error).message.split('\n', 1)[0] });
    process.exitCode = 1;
  }
}

async function answers(docker: Dockerode, host: string): Promise<void> {
  try {
    await docker.ping();
  } catch (error) {
    throw new Error(`Docker at ${host} does not answer: ${(error as Error).message}`, { cause: error });
  }
}

async function findOrStartDaemon(): Promise<Daemon> {
  const { DOCKER_HOST: host } = process.env;
  if (host !== undefined && host !== '') return { host, [Symbol.asyncDispose]: () => Promise.resolve() };
  const dir = await mkdtemp(join(tmpdir(), 'kubescript-docker-'));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  try {
    return daemonOf(await startDockerd({ dir }), remove);
  } catch (error) {
    await remove();
    throw new Error(`no Docker here: ${(error as Error).message}`, { cause: error });
  }
}

function daemonOf(dockerd: Dockerd, remove: () => Promise<void>): Daemon {
  return {
    host: `unix://${dockerd.socket}`,
    async [Symbol.asyncDispose]() {
      await dockerd.stop();
      await remove();
    },
  };
}

function say(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

await main(process.argv[2] ?? '');
