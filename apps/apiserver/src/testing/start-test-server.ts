import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Transport } from '@kubescript/client';
import { configureLogging } from '@kubescript/component-base';

import { completeOptions, type TypedOptions } from '../app/options.ts';
import { newKubeApiserver, type ServingApiserver } from '../app/index.ts';

/** A real API server on a free port, with an empty store. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** Bearer token of a member of system:masters. */
  readonly token: string;
  /** A member of system:masters, in this process. */
  readonly admin: Transport;
  readonly server: ServingApiserver;
  readonly dataDir: string;
}

/** What a test may want differently, by flag group. */
export type TestServerOptions = { readonly [K in keyof TypedOptions]?: TypedOptions[K] };

const token = 'test-server-token';

/**
 * Starts kube-apiserver through the same steps as the binary; resolves when it is ready. Dispose it after the test.
 * Nothing is logged.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kubescript-apiserver-'));
  const tokenAuthFile = join(dataDir, 'tokens.csv');
  await writeFile(tokenAuthFile, `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  configureLogging({ write: () => undefined });
  const stop = new AbortController();
  const ready = Promise.withResolvers<ServingApiserver>();
  const app = newKubeApiserver({ onServing: ready.resolve });
  const completed = completeOptions({
    ...options,
    serving: { bindAddress: '127.0.0.1', securePort: 0, ...options.serving },
    storage: { dataDir, ...options.storage },
    authentication: { tokenAuthFile, ...options.authentication },
    serviceAccount: { ...options.serviceAccount },
    requestHeader: { ...options.requestHeader },
    oidc: { ...options.oidc },
    authorization: { authorizationMode: ['Node', 'RBAC'], ...options.authorization },
    admission: { allowPrivileged: true, ...options.admission },
    cluster: { serviceClusterIpRange: ['10.96.0.0/16'], ...options.cluster },
  });
  const config = await app.config(completed, stop.signal);
  const running = app.run(config, stop.signal);
  running.catch(ready.reject);
  const server = await ready.promise;
  return {
    url: `https://127.0.0.1:${String(server.port)}`,
    token,
    admin: server.transportFor({ name: 'admin', groups: ['system:masters'] }),
    server,
    dataDir,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('the test is over'));
      await running;
      await config[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
