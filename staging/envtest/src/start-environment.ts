import { type CompletedOptions, newKubeApiserver, type ServingApiserver } from '@kubescript/app-apiserver/app';
import { configureLogging } from '@kubescript/component-base';

import { apiserverOptions } from './apiserver-options.ts';
import { chosenControllers, runControllers } from './controllers.ts';
import { installCrds } from './crds.ts';
import { kubeconfigOf } from './kubeconfig.ts';
import { openPki } from './pki.ts';
import { keepForOthers, openStore } from './store.ts';
import type { Environment, EnvironmentOptions, EnvironmentUser, ProvisionedUser } from './types.ts';
import { Users } from './users.ts';

const admin = { name: 'admin', groups: ['system:masters'] };

/**
 * Starts a real API server in this process; resolves when it is ready, its CustomResourceDefinitions are served and its
 * controllers run. Every environment is alone: its objects, users and tokens mean nothing to another. Dispose it.
 */
export async function startEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const controllers = chosenControllers(options.controllers ?? false);
  await using opening = new AsyncDisposableStack();
  const users = new Users();
  const { server, certificateAuthority } = await startServer(options, users, opening);
  const url = options.port === false ? undefined : `https://127.0.0.1:${String(server.port)}`;
  const endpoint = { url, certificateAuthority };
  const transport = opening.use(server.transportFor(admin));
  await installCrds(transport, options.crds ?? []);
  if (controllers.length > 0) opening.use(await runControllers(server, controllers));
  const adminToken = users.add(admin);
  const closing = opening.move();
  return {
    url,
    certificateAuthority,
    get kubeconfig() {
      return kubeconfigOf(endpoint, admin.name, adminToken);
    },
    transport,
    transportFor: (user) => server.transportFor(groupsOf(user)),
    addUser: (user): ProvisionedUser => {
      const token = users.add(groupsOf(user));
      return {
        name: user.name,
        token,
        get kubeconfig() {
          return kubeconfigOf(endpoint, user.name, token);
        },
        transport: server.transportFor(groupsOf(user)),
      };
    },
    installCrds: (more) => installCrds(transport, more),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

const groupsOf = ({
  name,
  groups = [],
}: EnvironmentUser): { readonly name: string; readonly groups: readonly string[] } => ({
  name,
  groups,
});

interface StartedServer {
  readonly server: ServingApiserver;
  readonly certificateAuthority: string | undefined;
}

/** Starts the API server as its binary does, from flags on; what it opened is left to `opening`. */
async function startServer(
  options: EnvironmentOptions,
  users: Users,
  opening: AsyncDisposableStack,
): Promise<StartedServer> {
  configureLogging({ write: () => undefined });
  const completed: CompletedOptions = apiserverOptions(options);
  const listens = options.port !== false;
  const pki = await openPki(listens, completed);
  const store = openStore(options);
  const stop = new AbortController();
  const ready = Promise.withResolvers<ServingApiserver>();
  const app = newKubeApiserver({ onServing: ready.resolve, backend: store.backend, pki, tokens: users, listens });
  const config = await app.config(completed, stop.signal);
  opening.use(config);
  const running = app.run(config, stop.signal);
  running.catch(ready.reject);
  const server = await ready.promise;
  opening.defer(async () => {
    stop.abort(new Error('the environment is disposed of'));
    await running;
  });
  keepForOthers(store);
  return { server, certificateAuthority: listens ? pki.clientCa : undefined };
}
