import type { KubeObject } from '@kubescript/apimachinery';
import {
  ClientSet,
  type ClientConfig,
  DiscoveryClient,
  type DiscoveredGroup,
  HttpTransport,
  type Resource,
  type ResourceClient,
  RestMapper,
  type Transport,
} from '@kubescript/client';

import { type ConfigFlagValues, type Environment, resolveClientConfig } from './config-flags.ts';
import { WarningTransport } from './warning-transport.ts';

/**
 * The way to the cluster that a command line names. Everything is opened when first needed, and only once; the owner
 * disposes it.
 *
 * @go k8s.io/kubectl/pkg/cmd/util#Factory
 */
export class ClusterAccess implements AsyncDisposable {
  readonly flags: ConfigFlagValues;
  readonly env: Environment;
  readonly #warn: (text: string) => void;
  #config: Promise<ClientConfig> | undefined;
  #http: Promise<HttpTransport> | undefined;
  #groups: Promise<readonly DiscoveredGroup[]> | undefined;

  constructor(flags: ConfigFlagValues, env: Environment, warn: (text: string) => void) {
    this.flags = flags;
    this.env = env;
    this.#warn = warn;
  }

  config(): Promise<ClientConfig> {
    this.#config ??= resolveClientConfig(this.flags, this.env);
    return this.#config;
  }

  /** The namespace to work in: the flag's, else the context's, else `default`. */
  async namespace(): Promise<string> {
    return (await this.config()).namespace;
  }

  /** True if the namespace was given on the command line. */
  get namespaceIsExplicit(): boolean {
    return this.flags.namespace !== '';
  }

  /** The connection itself, for WebSockets. */
  http(): Promise<HttpTransport> {
    this.#http ??= this.config().then(({ namespace: _, ...options }) => {
      return new HttpTransport({ ...options, userAgent: 'kubectl/kubescript' });
    });
    return this.#http;
  }

  /** The connection, printing the warnings of the server. */
  async transport(): Promise<Transport> {
    return new WarningTransport(await this.http(), this.#warn);
  }

  /** What the server serves. */
  async groups(): Promise<readonly DiscoveredGroup[]> {
    this.#groups ??= this.http().then((transport) => new DiscoveryClient(transport).groups());
    return this.#groups;
  }

  async mapper(): Promise<RestMapper> {
    return new RestMapper(await this.groups());
  }

  /** A typed client of one resource. */
  async client<T extends KubeObject>(resource: Resource<T>, namespace = ''): Promise<ResourceClient<T>> {
    return new ClientSet(await this.transport()).resource(resource, namespace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const http = await this.#http?.catch(() => undefined);
    await http?.[Symbol.asyncDispose]();
  }
}
