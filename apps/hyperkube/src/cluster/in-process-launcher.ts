import { newKubeApiserver, type ServingApiserver } from '@kubescript/app-apiserver/app';
import { newKubeControllerManager } from '@kubescript/app-controller-manager/app';
import { newKubelet } from '@kubescript/app-kubelet/app';
import { newKubeProxy } from '@kubescript/app-proxy/app';
import { newKubeScheduler } from '@kubescript/app-scheduler/app';
import { type Client, ClientSet, type Transport } from '@kubescript/client';

import { identities } from './components.ts';
import type { Identity } from './kubeconfig.ts';
import type { ComponentRun, Launcher, RunningApiserver } from './launcher.ts';
import { runInProcess } from './run-in-process.ts';

/** Runs every component in this process. They reach the API server through its handler chain, each as itself. */
export function inProcessLauncher(): Launcher {
  return new InProcessLauncher();
}

class InProcessLauncher implements Launcher {
  #server: ServingApiserver | undefined;

  async startApiserver(args: readonly string[], signal: AbortSignal): Promise<RunningApiserver> {
    const serving = Promise.withResolvers<ServingApiserver>();
    const ended = runInProcess(newKubeApiserver({ onServing: serving.resolve }), args, signal);
    ended.catch(() => undefined); // whoever owns it learns of it by awaiting
    this.#server = await Promise.race([serving.promise, ended.then(endedEarly)]);
    return { port: this.#server.port, ended };
  }

  admin(): Promise<Client> {
    return Promise.resolve(new ClientSet(this.#transportFor(identities.admin)));
  }

  async run({ component, identity, args }: ComponentRun, signal: AbortSignal): Promise<void> {
    await using transport = this.#transportFor(identity);
    switch (component) {
      case 'controller-manager':
        await runInProcess(
          newKubeControllerManager({
            transport,
            transportFor: (user) => this.#transportFor({ user: user.name, groups: user.groups }),
          }),
          args,
          signal,
        );
        break;
      case 'scheduler':
        await runInProcess(newKubeScheduler({ transport }), args, signal);
        break;
      case 'kubelet':
        await runInProcess(newKubelet({ transport }), args, signal);
        break;
      case 'proxy':
        await runInProcess(newKubeProxy({ transport }), args, signal);
        break;
      default:
        (component) satisfies never;
    }
  }

  #transportFor({ user, groups }: Identity): Transport {
    if (this.#server === undefined) throw new Error('the API server has not been started');
    return this.#server.transportFor({ name: user, groups });
  }
}

function endedEarly(): never {
  throw new Error('the API server ended before it was ready');
}
