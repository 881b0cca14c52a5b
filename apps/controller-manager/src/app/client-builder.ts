import type { TokenRequest } from '@kubescript/api/authentication/v1';
import { type Clock, isAlreadyExists, isNotFound, parseTime, realClock } from '@kubescript/apimachinery';
import { type Client, ClientSet, HttpTransport, type HttpTransportOptions, corev1 } from '@kubescript/client';

/** Makes the client that a controller works with. */
export interface ControllerClientBuilder {
  /** The client of the controller with that service account in kube-system. */
  clientFor(serviceAccount: string): ClientSet;
}

const namespace = 'kube-system';

/** The user name of a controller's service account. */
export function controllerUser(serviceAccount: string): string {
  return `system:serviceaccount:${namespace}:${serviceAccount}`;
}

/** The groups of every controller's service account. */
export const controllerGroups: readonly string[] = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];

/**
 * Lets every controller act as a service account of its own, with tokens that the controller manager asks for and
 * renews: `--use-service-account-credentials`.
 * @go k8s.io/controller-manager/pkg/clientbuilder#NewDynamicClientBuilder
 */
export function serviceAccountClients(
  root: Client,
  connection: HttpTransportOptions,
  clock: Clock = realClock,
): ControllerClientBuilder & AsyncDisposable {
  const open: HttpTransport[] = [];
  const { server, ca, insecureSkipTlsVerify, tlsServerName, userAgent } = connection;
  const anonymous = {
    server,
    ...(ca === undefined ? {} : { ca }),
    ...(insecureSkipTlsVerify === undefined ? {} : { insecureSkipTlsVerify }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
  return {
    clientFor: (serviceAccount) => {
      const tokens = new ServiceAccountTokens(root, serviceAccount, clock);
      const transport = new HttpTransport({ ...anonymous, tokenSource: () => tokens.current() });
      open.push(transport);
      return new ClientSet(transport);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(open.map((transport) => transport[Symbol.asyncDispose]()));
    },
  };
}

/** Seconds that a token is asked to be valid for; it is renewed when four fifths of that have passed. */
const lifetimeSeconds = 3600;

/** The token of one service account, asked for when needed and kept while it is fresh. */
class ServiceAccountTokens {
  readonly #root: Client;
  readonly #name: string;
  readonly #clock: Clock;
  #token: Promise<string> | undefined;
  #renewAt = 0;

  constructor(root: Client, name: string, clock: Clock) {
    this.#root = root;
    this.#name = name;
    this.#clock = clock;
  }

  /** The token; concurrent callers share one request, and a failure is forgotten. */
  async current(): Promise<string> {
    if (this.#token === undefined || this.#clock.now() > this.#renewAt) this.#token = this.#request();
    try {
      return await this.#token;
    } catch (err) {
      this.#token = undefined;
      throw err;
    }
  }

  async #request(): Promise<string> {
    this.#renewAt = Infinity; // nobody else asks meanwhile
    const now = this.#clock.now();
    const { status } = await this.#tokenRequest().catch(async (err: unknown) => {
      if (!isNotFound(err)) throw err;
      await this.#createServiceAccount();
      return this.#tokenRequest();
    });
    const { token = '', expirationTimestamp } = status;
    if (token === '' || expirationTimestamp === undefined) throw new Error(`no token was issued for ${this.#name}`);
    this.#renewAt = now + 0.8 * (parseTime(expirationTimestamp) - now);
    return token;
  }

  #tokenRequest(): Promise<TokenRequest> {
    const accounts = this.#root.resource(corev1.serviceaccounts, namespace);
    return accounts.createSubresource<TokenRequest>(this.#name, 'token', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: lifetimeSeconds },
    });
  }

  async #createServiceAccount(): Promise<void> {
    try {
      await this.#root
        .resource(corev1.serviceaccounts, namespace)
        .create({ metadata: { name: this.#name, namespace } });
    } catch (err) {
      if (!isAlreadyExists(err)) throw err;
    }
  }
}
