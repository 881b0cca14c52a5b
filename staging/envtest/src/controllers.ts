import type { ServingApiserver } from '@kubescript/app-apiserver/app';
import { newKubeControllerManager } from '@kubescript/app-controller-manager/app';
import { newAppCommand } from '@kubescript/component-base';

/** What `controllers: true` means: what a test of another controller misses in a bare API server. */
const defaultControllers = ['namespace-controller', 'garbage-collector-controller'];

/** The names of the controllers to run. */
export function chosenControllers(controllers: boolean | readonly string[]): readonly string[] {
  if (controllers === true) return defaultControllers;
  return controllers === false ? [] : controllers;
}

/** Runs controllers as kube-controller-manager does, at the server of this process. Disposing the result ends them. */
export async function runControllers(server: ServingApiserver, names: readonly string[]): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const transport = server.transportFor({ name: 'system:kube-controller-manager', groups: [] });
  const app = newKubeControllerManager({ transport, transportFor: (user) => server.transportFor(user) });
  const cmd = newAppCommand(app, () => undefined);
  const flags = ['--use-service-account-credentials', '--leader-elect=false', '--secure-port=0'];
  cmd.parse([`--controllers=${names.join(',')}`, ...flags], { from: 'user' });
  const completed = await app.complete(app.options(cmd));
  const problems = app.validate(completed);
  if (problems.length > 0) throw new Error(`startEnvironment: ${problems.map(({ message }) => message).join('; ')}`);
  const config = await app.config(completed, stop.signal);
  const running = app.run(config, stop.signal);
  running.catch(() => undefined); // whoever disposes learns of it
  return {
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('the environment is disposed of'));
      await running;
      await config[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
    },
  };
}
