import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { dirname, join } from 'node:path';

import { realClock } from '@kubescript/apimachinery';
import { type Client, ClientSet, transportFromKubeconfig } from '@kubescript/client';

import { freePort } from './etcd.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { ComponentRun, Launcher, RunningApiserver } from './launcher.ts';
import type { ClusterLayout } from './layout.ts';

/** The binary of each component, beside the folder of the one that runs now. */
const binaries = {
  apiserver: 'apiserver/kube-apiserver',
  scheduler: 'scheduler/kube-scheduler',
  'controller-manager': 'controller-manager/kube-controller-manager',
  kubelet: 'kubelet/kubelet',
  proxy: 'proxy/kube-proxy',
} as const;

/** How long a component may take to end after SIGTERM. */
const graceMs = 20_000;

/** Runs every component as a process of its own, with a kubeconfig of its own. */
export function processLauncher(layout: ClusterLayout): Launcher {
  return new ProcessLauncher(layout);
}

class ProcessLauncher implements Launcher {
  readonly #layout: ClusterLayout;
  #server = '';

  constructor(layout: ClusterLayout) {
    this.#layout = layout;
  }

  async startApiserver(args: readonly string[], signal: AbortSignal): Promise<RunningApiserver> {
    const wanted = Number(args.find((arg) => arg.startsWith('--secure-port='))?.split('=')[1]);
    const port = wanted === 0 ? await freePort() : wanted;
    const ended = this.#spawn('apiserver', 'apiserver', [...args, `--secure-port=${port}`], signal);
    ended.catch(() => undefined); // whoever owns it learns of it by awaiting
    await Promise.race([this.#waitUntilReady(port), ended]);
    this.#server = `https://127.0.0.1:${port}`;
    return { port, ended };
  }

  async admin(kubeconfig: string): Promise<Client> {
    return new ClientSet(await transportFromKubeconfig(kubeconfig));
  }

  async run(run: ComponentRun, signal: AbortSignal): Promise<void> {
    const { component, instance, identity, args } = run;
    const kubeconfig = this.#layout.kubeconfigOf(instance);
    const authority = {
      cert: await readFile(this.#layout.authorityCert, 'utf8'),
      key: await readFile(this.#layout.authorityKey, 'utf8'),
    };
    await writeKubeconfig(kubeconfig, { server: this.#server, authority }, identity);
    await this.#spawn(component, instance, [`--kubeconfig=${kubeconfig}`, ...args], signal);
  }

  /** Runs a binary until the signal; rejects if it ends with another code than 0. */
  async #spawn(
    component: keyof typeof binaries,
    instance: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const log = await open(join(this.#layout.dataDir, `${instance}.log`), 'a', 0o600);
    const program = join(dirname(import.meta.dirname), binaries[component]);
    const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd] });
    await log.close();
    const stop = (): void => {
      terminate(child);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      const code = await exitCodeOf(child);
      if (code !== 0 && !signal.aborted) {
        throw new Error(`${instance} ended with code ${code}: see ${join(this.#layout.dataDir, `${instance}.log`)}`);
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async #waitUntilReady(port: number): Promise<void> {
    const deadline = realClock.now() + 60_000;
    while (!(await isReady(port))) {
      if (realClock.now() > deadline) throw new Error(`the API server on port ${port} was not ready within 60 s`);
      await realClock.sleep(20);
    }
  }
}

/** Asks /readyz; the certificate is not checked, since the answer is not secret and the authority may be new. */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(
      { host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false, timeout: 2000 },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    probe.on('timeout', () => probe.destroy());
    probe.on('error', () => {
      resolve(false);
    });
    probe.end();
  });
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

function terminate(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.once('exit', () => {
    clearTimeout(timer);
  });
}
