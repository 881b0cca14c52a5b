import { type KeyPair, newCertificateAuthority } from '@kubescript/component-base';
import { type StartedNetwork, type StartedTestContainer, Wait } from 'testcontainers';

import { freePort } from '../../framework/free-port.ts';
import { waitFor } from '../../framework/wait.ts';
import { servingFiles } from './cluster-pki.ts';
import { type ContainerFiles, engineContainer, newContainer, startContainer } from './container.ts';
import type { TestImage } from './images.ts';

/** How a server is started that API servers ask. */
export interface WebServerOptions {
  readonly image: Extract<TestImage, 'oidc-issuer' | 'sample-apiserver' | 'webhook-server'>;
  readonly network: StartedNetwork;
  /** Its name on the network. */
  readonly host: string;
  /** The names that its certificate is for; `host` unless told. */
  readonly hosts?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: ContainerFiles;
}

/** A server that an API server asks over HTTPS, in a container. It can be frozen, killed and started again. */
export class WebServerContainer implements AsyncDisposable {
  /** PEM of the authority of its certificate. */
  readonly ca: string;
  private readonly container: StartedTestContainer;
  private readonly host: string;
  private readonly port: number;

  private constructor(container: StartedTestContainer, address: { host: string; port: number; authority: KeyPair }) {
    this.container = container;
    this.host = address.host;
    this.port = address.port;
    this.ca = address.authority.cert;
  }

  /** Starts it with a certificate of its own in /etc/tls; resolves when it listens on port 443. */
  static async start(options: WebServerOptions): Promise<WebServerContainer> {
    const { image, network, host, hosts = [host], command = [], environment = {}, files = {} } = options;
    const authority = await newCertificateAuthority(`${host}-ca`);
    const port = await freePort();
    const allFiles = { ...(await servingFiles(authority, hosts)), ...files };
    const container = await startContainer(
      newContainer(image, { network, alias: host, files: allFiles })
        .withExposedPorts({ container: 443, host: port })
        .withCommand([...command])
        .withEnvironment({ ...environment })
        .withWaitStrategy(Wait.forLogMessage(/ready/)),
    );
    return new WebServerContainer(container, { host, port, authority });
  }

  /** Where API servers on the network reach it. */
  get url(): string {
    return `https://${this.host}`;
  }

  /** For `caBundle`. */
  get caBundle(): string {
    return Buffer.from(this.ca).toString('base64');
  }

  /** Where it is reached from this machine. */
  get localPort(): number {
    return this.port;
  }

  /** Stops its clock: it takes connections and does not answer. */
  async freeze(): Promise<void> {
    await engineContainer(this.container).pause();
  }

  /** Lets it go on. */
  async thaw(): Promise<void> {
    await engineContainer(this.container).unpause();
  }

  /** Ends it without notice. */
  async kill(): Promise<void> {
    await engineContainer(this.container).kill({ signal: 'SIGKILL' });
  }

  /** Starts it again; resolves when it listens. */
  async startAgain(): Promise<void> {
    const before = Math.floor(Date.now() / 1000);
    await engineContainer(this.container).start();
    await waitFor(`${this.host} to listen`, async () => {
      const logs = await engineContainer(this.container).logs({ stdout: true, stderr: true, since: before });
      return logs.includes('ready') ? true : undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.container.stop({ timeout: 0 });
  }
}
