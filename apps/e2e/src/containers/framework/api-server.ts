import { type StartedNetwork, type StartedTestContainer, Wait } from 'testcontainers';

import { ApiClient } from '../../framework/api-client.ts';
import type { ApiServerAddress } from '../../framework/api-server.ts';
import { freePort } from '../../framework/free-port.ts';
import { waitFor } from '../../framework/wait.ts';
import { adminToken, type ClusterPki } from './cluster-pki.ts';
import { type ContainerFiles, engineContainer, newContainer, startContainer } from './container.ts';

/** How an API server is started. */
export interface ApiServerOptions {
  readonly network: StartedNetwork;
  readonly pki: ClusterPki;
  /** Its name on the network; `apiserver` unless told. */
  readonly alias?: string;
  readonly flags?: readonly string[];
  readonly files?: ContainerFiles;
}

/** kube-apiserver in a container, which can be killed and started again. */
export class ApiServerContainer implements AsyncDisposable {
  private readonly container: StartedTestContainer;
  private readonly port: number;
  private readonly ca: string;

  private constructor(container: StartedTestContainer, port: number, ca: string) {
    this.container = container;
    this.port = port;
    this.ca = ca;
  }

  /** Starts it; resolves when it is ready. */
  static async start(options: ApiServerOptions): Promise<ApiServerContainer> {
    const { network, pki, alias = 'apiserver', flags = [], files = {} } = options;
    const port = await freePort();
    const container = await startContainer(
      newContainer('kube-apiserver', { network, alias, files: { ...pki.serverFiles, ...files } })
        .withExposedPorts({ container: 6443, host: port })
        .withCommand([...defaultFlags, ...flags])
        .withWaitStrategy(Wait.forLogMessage(/"ready"/)),
    );
    const server = new ApiServerContainer(container, port, pki.authority.cert);
    await server.ready();
    return server;
  }

  /** Where it is, for members of system:masters on this machine. */
  address(): Promise<ApiServerAddress> {
    return Promise.resolve({ url: `https://127.0.0.1:${this.port}`, token: adminToken, ca: this.ca });
  }

  /** A client with a connection of its own; the admin's unless told another token. */
  async client(token = adminToken): Promise<ApiClient> {
    return new ApiClient({ ...(await this.address()), token });
  }

  /** Ends the process without notice. */
  async kill(): Promise<void> {
    await engineContainer(this.container).kill({ signal: 'SIGKILL' });
  }

  /** Ends it as an operator does; resolves when it is gone. */
  async end(): Promise<void> {
    await engineContainer(this.container).stop({ t: 30 });
  }

  /** Starts it again on its data; resolves when it is ready. */
  async startAgain(): Promise<void> {
    await engineContainer(this.container).start();
    await this.ready();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.container.stop({ timeout: 0 });
  }

  /** Resolves when it is ready; fails with what it printed if it has ended. */
  async ready(): Promise<void> {
    using client = await this.client();
    await waitFor('kube-apiserver to be ready', async () => {
      const { State } = await engineContainer(this.container).inspect();
      if (!State.Running) throw new Error(`kube-apiserver ended: ${await this.printed()}`);
      const { status } = await client.request('GET', '/readyz');
      return status === 200 ? true : undefined;
    });
  }

  private async printed(): Promise<string> {
    const logs = await engineContainer(this.container).logs({ stdout: true, stderr: true, tail: 20 });
    return logs.toString();
  }
}

const defaultFlags = [
  ...['--data-dir', '/data', '--bind-address', '0.0.0.0', '--secure-port', '6443'],
  ...['--token-auth-file', '/data/tokens.csv', '--authorization-mode', 'Node,RBAC'],
  ...['--service-cluster-ip-range', '10.96.0.0/24', '--allow-privileged'],
];
