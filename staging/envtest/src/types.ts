// What is published of this package is one bundle, so its types say nothing of other packages.

/** Who a request comes from. */
export interface EnvironmentUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** A request to the API server, as a `Transport` of `@kubescript/client` takes it. */
export interface EnvironmentRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, starting with a slash and already percent-encoded. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value to send. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The answer to one request; it is read in exactly one of these ways. */
export interface EnvironmentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Deep read-only: the value may be shared with the server's caches. */
  json(): Promise<unknown>;
  text(): Promise<string>;
  bytes(): AsyncIterable<Uint8Array>;
  /** The values of a watch; `break` ends it. */
  values(): AsyncIterable<unknown>;
}

/**
 * A way straight into the server's handler chain, with an identity of its own: authentication is done, all else
 * applies. It is a `Transport` of `@kubescript/client`: `new ClientSet(environment.transport)`.
 */
export interface EnvironmentTransport extends AsyncDisposable {
  request(request: EnvironmentRequest): Promise<EnvironmentResponse>;
}

/** A CustomResourceDefinition: the object, or where its file is (YAML or JSON, with any number of documents). */
export type CustomResourceDefinitionSource = string | URL | Readonly<Record<string, unknown>>;

/** What a test wants of its environment. */
export interface EnvironmentOptions {
  /**
   * The port on 127.0.0.1: 0 (the default) is a free one; false is none, and the server is reached by `transport` only.
   */
  readonly port?: number | false;
  /**
   * CustomResourceDefinitions that are served as soon as the environment is there: objects, URLs or paths of files, or
   * paths of directories whose `.yaml`, `.yml` and `.json` files are taken.
   */
  readonly crds?: readonly CustomResourceDefinitionSource[];
  /** True runs namespace deletion and garbage collection; names are those of kube-controller-manager. None by default. */
  readonly controllers?: boolean | readonly string[];
  /** Where objects are kept: in memory (the default), or in files of a directory of this name, without fsync. */
  readonly store?: 'memory' | { readonly directory: string };
  /** Flags of kube-apiserver, by name: `{ 'service-cluster-ip-range': '10.0.0.0/16' }`. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** A user of an environment, with its ways in. */
export interface ProvisionedUser {
  readonly name: string;
  /** A bearer token. */
  readonly token: string;
  /** Text of a kubeconfig; throws if the environment has no port. */
  readonly kubeconfig: string;
  readonly transport: EnvironmentTransport;
}

/** A running API server of its own. Disposing it ends everything it started and forgets what it kept. */
export interface Environment extends AsyncDisposable {
  /** `https://127.0.0.1:PORT`; undefined without a port. */
  readonly url: string | undefined;
  /** PEM of the authority of the serving certificate; undefined without a port. */
  readonly certificateAuthority: string | undefined;
  /** Text of a kubeconfig of a member of system:masters; throws if the environment has no port. */
  readonly kubeconfig: string;
  /** The way in as a member of system:masters. */
  readonly transport: EnvironmentTransport;
  /** The way in as that user, without credentials. */
  transportFor(user: EnvironmentUser): EnvironmentTransport;
  /** Makes a user with a token. It may do what RBAC allows its name and groups. */
  addUser(user: EnvironmentUser): ProvisionedUser;
  /** Installs further CustomResourceDefinitions; resolves when all are served. Answers with their names. */
  installCrds(crds: readonly CustomResourceDefinitionSource[]): Promise<readonly string[]>;
}
