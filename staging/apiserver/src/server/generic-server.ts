import type { Transport } from '@kubescript/client';
import { type Clock, type Scheme, realClock } from '@kubescript/apimachinery';
import { HealthChecks, MetricsRegistry, versionInfo } from '@kubescript/component-base';

import type { AdmissionPlugin } from '../admission/admission.ts';
import { newAdmissionChain } from '../admission/chain.ts';
import type { RequestAuthenticator, UserInfo } from '../authentication/authenticator.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import { newDiscoveryHandler } from '../discovery/handler.ts';
import type { ProtobufCodec } from '../endpoints/encode.ts';
import { newResourceRouter } from '../endpoints/router.ts';
import { answerHealth } from '../health/handler.ts';
import { newRequestMetrics } from '../metrics/request-metrics.ts';
import type { OpenApiHandler } from '../openapi/handler.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import { type HandlerChainOptions, buildHandlerChain, buildInProcessChain } from './chain.ts';
import type { Handler, ServerRequest, ServerResponse } from './http.ts';
import { InProcessTransport } from './in-process-transport.ts';
import { jsonResponse, pathNotFound, textResponse } from './plain-response.ts';

/** What an API server is made of. */
export interface GenericServerOptions {
  readonly groups: readonly ApiGroupVersion[];
  readonly scheme: Scheme;
  readonly protobuf?: ProtobufCodec;
  /** In the order in which they run. */
  readonly admission: readonly AdmissionPlugin[];
  readonly authenticator: RequestAuthenticator;
  readonly authorizer: Authorizer;
  readonly anonymous: boolean;
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
  readonly requestTimeoutMs: number;
  readonly minRequestTimeoutMs: number;
  /** `host:port` by which discovery names the server. */
  readonly serverAddress: () => string;
  readonly openapi?: OpenApiHandler;
  /** Further answers by exact path (`/openid/v1/jwks`). */
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly metrics?: MetricsRegistry;
  readonly clock?: Clock;
  readonly onPanic: (error: unknown) => void;
}

/**
 * An API server without its sockets: the handler chain over discovery, health, metrics and the installed resources.
 *
 * @go k8s.io/apiserver/pkg/server#GenericAPIServer
 */
export class GenericApiServer {
  /** The whole chain, authentication included: what a listener serves. */
  readonly handler: Handler;
  readonly metrics: MetricsRegistry;
  readonly healthz = new HealthChecks('healthz');
  readonly livez = new HealthChecks('livez');
  readonly readyz = new HealthChecks('readyz');
  readonly #inProcess: Handler;
  readonly #shutdown = new AbortController();

  constructor(options: GenericServerOptions) {
    const clock = options.clock ?? realClock;
    this.metrics = options.metrics ?? new MetricsRegistry();
    const requests = newRequestMetrics(this.metrics, () => clock.now());
    const route = this.#routes(options, clock);
    const chain: HandlerChainOptions = {
      authenticator: options.authenticator,
      authorizer: options.authorizer,
      anonymous: options.anonymous,
      requestTimeoutMs: options.requestTimeoutMs,
      inFlight: {
        readOnly: options.maxRequestsInFlight,
        mutating: options.maxMutatingRequestsInFlight,
        onChange: requests.onInFlight,
      },
      alwaysAllowPaths: ['/healthz', '/readyz', '/livez'],
      onPanic: options.onPanic,
      ...(options.protobuf ? { protobuf: options.protobuf } : {}),
      observe: requests.filter,
    };
    this.handler = buildHandlerChain(route, chain);
    this.#inProcess = buildInProcessChain(route, chain);
  }

  /** A way into this server for a component of the same process, which acts as `user`. */
  transport(user: UserInfo, userAgent: string): Transport {
    return new InProcessTransport(this.#inProcess, user, userAgent);
  }

  /** Ends watches and refuses to be ready; the listeners are closed by their owner. */
  shutdown(): void {
    this.#shutdown.abort(new Error('the server is shutting down'));
  }

  #routes(options: GenericServerOptions, clock: Clock): Handler {
    const deps = {
      scheme: options.scheme,
      admission: newAdmissionChain(options.admission),
      ...(options.protobuf ? { protobuf: options.protobuf } : {}),
      clock,
      minRequestTimeoutMs: options.minRequestTimeoutMs,
      shutdown: this.#shutdown.signal,
    };
    const resources = newResourceRouter(options.groups, deps);
    const discovery = newDiscoveryHandler(options.groups, options.scheme, options.serverAddress);
    this.readyz.add({
      name: 'shutdown',
      check: () => {
        this.#shutdown.signal.throwIfAborted();
      },
    });
    const health = new Map([this.healthz, this.livez, this.readyz].map((checks) => [checks.endpoint, checks]));
    const extra = options.handlers ?? {};

    const exact: Record<string, Handler> = {
      '/version': () => Promise.resolve(jsonResponse(200, versionInfo())),
      '/metrics': async () => textResponse(200, await this.metrics.expose(), this.metrics.contentType),
      ...extra,
    };
    const paths = (): string[] => [
      ...Object.keys(exact),
      ...discovery.paths,
      ...(options.openapi?.paths ?? []),
      ...[...health.values()].map(({ endpoint }) => `/${endpoint}`),
      ...[...health.values()].flatMap((checks) => checks.names().map((name) => `/${checks.endpoint}/${name}`)),
    ];

    return async function routeRequest(request: ServerRequest): Promise<ServerResponse> {
      const resource = resources.handle(request);
      if (resource) return resource;
      const { path } = request;
      const handler = Object.hasOwn(exact, path) ? exact[path] : undefined;
      if (handler) return handler(request);
      if (path === '/') return jsonResponse(200, { paths: paths().sort() });
      const checks = health.get(path.split('/', 2)[1] ?? '');
      if (checks) return answerHealth(request, checks);
      if (path.startsWith('/openapi/') && options.openapi) return options.openapi.handle(request);
      return discovery.handle(request) ?? pathNotFound();
    };
  }
}
