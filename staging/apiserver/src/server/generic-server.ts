import type { Transport } from '@kubescript/client';
import { type Clock, type Scheme, newGenericServerResponse, realClock } from '@kubescript/apimachinery';
import {
  HealthChecks,
  MetricsRegistry,
  healthSlis,
  newRestClientMetrics,
  versionInfo,
} from '@kubescript/component-base';

import type { AdmissionPlugin } from '../admission/admission.ts';
import { newAdmissionChain } from '../admission/chain.ts';
import { newAdmissionMetrics } from '../admission/metrics.ts';
import { type Audit, newAuditMetrics } from '../audit/audit.ts';
import type { AnonymousAuthConfig } from '../authentication/anonymous.ts';
import type { RequestAuthenticator, UserInfo } from '../authentication/authenticator.ts';
import { newAuthenticationMetrics } from '../authentication/metrics.ts';
import type { RequestHeaderNames } from '../authentication/request-header.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import { newAuthorizationMetrics } from '../authorization/metrics.ts';
import { type DiscoveryHandler, newDiscoveryHandler } from '../discovery/handler.ts';
import { type DiscoveryView, newServedView } from '../discovery/view.ts';
import type { ProtobufCodec } from '../endpoints/encode.ts';
import { type ResourceRouter, newResourceRouter } from '../endpoints/router.ts';
import { answerHealth } from '../health/handler.ts';
import { CountedTransport } from '../metrics/counted-transport.ts';
import { newFilterMetrics } from '../metrics/filter-metrics.ts';
import { newInFlightMetrics } from '../metrics/in-flight-metrics.ts';
import { newDeprecationMetric, withRequestMetrics } from '../metrics/request-metrics.ts';
import { type OpenApiDocuments, type OpenApiHandler, newOpenApiHandler } from '../openapi/handler.ts';
import { mergeOpenApi } from '../openapi/merge.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import type { Tracer } from '../tracing/span.ts';
import { type HandlerChainOptions, buildHandlerChain, buildInProcessChain } from './chain.ts';
import type { DelegationTarget } from './delegation.ts';
import { withMaxInFlight } from './filters/max-in-flight.ts';
import { type PriorityAndFairnessOptions, withPriorityAndFairness } from './filters/priority-and-fairness.ts';
import type { Handler, ServerRequest, ServerResponse } from './http.ts';
import { InProcessTransport } from './in-process-transport.ts';
import { ServerLifecycle } from './lifecycle.ts';
import { jsonResponse, pathNotFound, textResponse } from './plain-response.ts';

/** Priority and fairness of a server's requests. */
export type FlowControl = Pick<PriorityAndFairnessOptions, 'controller' | 'objectCount'>;

/** What a server can do or leave out, by feature gates. */
export interface ServerFeatures {
  /** WatchList */
  readonly mayStreamLists?: boolean;
  /** ConstrainedImpersonation */
  readonly constrainedImpersonation?: boolean;
}

/** What an API server is made of. */
export interface GenericServerOptions {
  readonly groups: readonly ApiGroupVersion[];
  readonly scheme: Scheme;
  readonly protobuf?: ProtobufCodec;
  /** In the order in which they run. */
  readonly admission: readonly AdmissionPlugin[];
  readonly authenticator: RequestAuthenticator;
  readonly authorizer: Authorizer;
  readonly anonymous: boolean | AnonymousAuthConfig;
  /** Headers of front proxies that are taken off requests, besides the standard ones. */
  readonly requestHeaders?: RequestHeaderNames;
  /** Paths that need no authorization; those of health checks by default. */
  readonly alwaysAllowPaths?: readonly string[];
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
  readonly requestTimeoutMs: number;
  readonly minRequestTimeoutMs: number;
  /** `host:port` by which discovery names the server. */
  readonly serverAddress: () => string;
  /** The documents of `groups`; those of the delegate are added. */
  readonly openapi?: OpenApiDocuments;
  /** The server that is asked for what this one does not serve. */
  readonly delegate?: DelegationTarget;
  /** Which groups discovery lists, and in which order; all that is served by default. */
  readonly discoveryView?: DiscoveryView;
  /** Further answers by exact path (`/openid/v1/jwks`). */
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly metrics?: MetricsRegistry;
  readonly clock?: Clock;
  /** Priority and fairness; without it as many requests run as the limits in flight say. */
  readonly flowControl?: FlowControl;
  /** Records requests; absent where there is no audit policy. */
  readonly audit?: Audit;
  readonly tracer?: Tracer;
  readonly goawayChance?: number;
  readonly hstsDirectives?: readonly string[];
  readonly corsAllowedOrigins?: readonly RegExp[];
  /** The end of the server; the same for all servers behind one listener. */
  readonly lifecycle?: ServerLifecycle;
  /** Features that may be switched; those that are not named are on. */
  readonly features?: ServerFeatures;
  readonly onPanic: (error: unknown) => void;
}

/**
 * An API server without its sockets: discovery, health, metrics and the installed resources, then whatever a delegate
 * serves. The handler chain is that of the front server; one that stands behind another is asked through `handle`.
 *
 * @go k8s.io/apiserver/pkg/server#GenericAPIServer
 */
export class GenericApiServer implements DelegationTarget {
  readonly metrics: MetricsRegistry;
  readonly healthz = new HealthChecks('healthz');
  readonly livez = new HealthChecks('livez');
  readonly readyz = new HealthChecks('readyz');
  readonly #options: GenericServerOptions;
  readonly #clock: Clock;
  readonly #resources: ResourceRouter;
  readonly #discovery: DiscoveryHandler;
  readonly #openapi: OpenApiHandler;
  readonly #exact: Readonly<Record<string, Handler>>;
  readonly #roots: readonly string[];
  readonly #groupVersions: () => readonly ApiGroupVersion[];
  readonly #openApiDocuments: () => OpenApiDocuments | undefined;
  readonly #lifecycle: ServerLifecycle;
  #chains: { readonly served: Handler; readonly inProcess: Handler } | undefined;

  constructor(options: GenericServerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#lifecycle = options.lifecycle ?? new ServerLifecycle();
    this.metrics = options.metrics ?? new MetricsRegistry();
    this.#groupVersions = joinedGroupVersions(options);
    this.#openApiDocuments = joinedOpenApi(options);
    this.#resources = newResourceRouter(options.groups, {
      scheme: options.scheme,
      admission: newAdmissionChain(options.admission, newAdmissionMetrics(this.metrics)),
      ...(options.protobuf ? { protobuf: options.protobuf } : {}),
      clock: this.#clock,
      minRequestTimeoutMs: options.minRequestTimeoutMs,
      onDeprecated: newDeprecationMetric(this.metrics),
      shutdown: this.#lifecycle.signal,
      mayStreamLists: options.features?.mayStreamLists ?? true,
    });
    this.#roots = [...new Set(options.groups.map(({ group }) => (group === '' ? '/api' : `/apis/${group}`)))];
    this.#discovery = newDiscoveryHandler({
      served: this.#groupVersions,
      view: options.discoveryView ?? newServedView(),
      scheme: options.scheme,
      serverAddress: options.serverAddress,
      onAggregation: newAggregationCounter(this.metrics),
    });
    this.#openapi = newOpenApiHandler(() => this.#openApiDocuments() ?? noDocuments);
    const slis = healthSlis(this.#healthChecks());
    this.#exact = {
      '/version': () => Promise.resolve(jsonResponse(200, versionInfo())),
      '/metrics/slis': async () => textResponse(200, await slis.expose(), slis.contentType),
      '/metrics': async () => textResponse(200, await this.metrics.expose(), this.metrics.contentType),
      ...options.handlers,
    };
    this.readyz.add({
      name: 'shutdown',
      check: () => {
        if (this.#lifecycle.isStopping) throw new Error('process is shutting down');
      },
    });
  }

  /** The whole chain, authentication included: what a listener serves. */
  get handler(): Handler {
    return this.#front().served;
  }

  /** A way into this server for a component of the same process, which acts as `user`. */
  transport(user: UserInfo, userAgent: string): Transport {
    const transport = new InProcessTransport(this.#front().inProcess, user, userAgent);
    return new CountedTransport(transport, newRestClientMetrics(this.metrics), this.#options.serverAddress);
  }

  /** Answers what this server serves, or one behind it; undefined if nobody does. */
  handle(request: ServerRequest): Promise<ServerResponse> | undefined {
    const { delegate } = this.#options;
    const own = this.#resources.handle(request);
    if (own) return own;
    if (request.info?.isResourceRequest) return this.#isBelowOwnGroup(request) ? notFound() : delegate?.handle(request);
    return this.#answerPath(request) ?? delegate?.handle(request);
  }

  groupVersions(): readonly ApiGroupVersion[] {
    return this.#groupVersions();
  }

  openApi(): OpenApiDocuments | undefined {
    return this.#openApiDocuments();
  }

  paths(): readonly string[] {
    const listed = Object.keys(this.#exact).filter((path) => !path.startsWith('/debug/'));
    return [...listed, ...(this.#options.delegate?.paths() ?? [])];
  }

  #answerPath(request: ServerRequest): Promise<ServerResponse> | undefined {
    // Both are meant, one is listed.
    const path = request.path === '/version/' ? '/version' : request.path;
    const exact = Object.hasOwn(this.#exact, path) ? this.#exact[path] : undefined;
    if (exact) return exact(request);
    if (path === '/') return Promise.resolve(jsonResponse(200, { paths: this.#index() }));
    const checks = this.#healthChecks().find(({ endpoint }) => endpoint === path.split('/', 2)[1]);
    if (checks) return answerHealth(request, checks);
    if (path.startsWith('/openapi/') && this.#openApiDocuments()) return this.#openapi.handle(request);
    const discovered = this.#discovery.handle(request);
    if (discovered) return Promise.resolve(discovered);
    return this.#isBelowOwnGroup(request) ? notFound() : undefined;
  }

  /** The paths at `/`, sorted. */
  #index(): string[] {
    const checks = this.#healthChecks();
    const paths = new Set([
      ...this.paths(),
      ...this.#discovery.paths(),
      ...(this.#openApiDocuments() ? this.#openapi.paths : []),
      ...checks.map(({ endpoint }) => `/${endpoint}`),
      ...checks.flatMap((group) => group.names().map((name) => `/${group.endpoint}/${name}`)),
    ]);
    return [...paths].sort();
  }

  #healthChecks(): readonly HealthChecks[] {
    return [this.healthz, this.livez, this.readyz];
  }

  /** Whether nobody but this server may answer below the path: it has the group, though not what is asked for. */
  #isBelowOwnGroup({ path }: ServerRequest): boolean {
    return this.#roots.some(
      (root) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'),
    );
  }

  #front(): { readonly served: Handler; readonly inProcess: Handler } {
    if (this.#chains) return this.#chains;
    const route = async (request: ServerRequest): Promise<ServerResponse> => this.handle(request) ?? pathNotFound();
    const chain = this.#chainOptions();
    this.#chains = { served: buildHandlerChain(route, chain), inProcess: buildInProcessChain(route, chain) };
    return this.#chains;
  }

  #chainOptions(): HandlerChainOptions {
    const options = this.#options;
    const room = { readOnly: options.maxRequestsInFlight, mutating: options.maxMutatingRequestsInFlight };
    const inFlight = newInFlightMetrics(this.metrics, room, monotonicNow);
    return {
      authenticator: options.authenticator,
      authorizer: options.authorizer,
      anonymous: options.anonymous,
      requestTimeoutMs: options.requestTimeoutMs,
      admitRequest:
        options.flowControl === undefined
          ? withMaxInFlight({
              ...room,
              onChange: inFlight.onExecuting,
            })
          : withPriorityAndFairness({
              ...options.flowControl,
              waitLimitMs: options.requestTimeoutMs / 4,
              onChange: inFlight.onExecuting,
              onWait: inFlight.onWaiting,
            }),
      usesFlowControl: options.flowControl !== undefined,
      constrainedImpersonation: options.features?.constrainedImpersonation ?? true,
      clock: this.#clock,
      shutdown: this.#lifecycle.filters,
      alwaysAllowPaths: options.alwaysAllowPaths ?? ['/healthz', '/readyz', '/livez'],
      authenticationMetrics: newAuthenticationMetrics(this.metrics),
      authorizationMetrics: newAuthorizationMetrics(this.metrics),
      ...(options.requestHeaders ? { requestHeaders: options.requestHeaders } : {}),
      onPanic: options.onPanic,
      ...(options.protobuf ? { protobuf: options.protobuf } : {}),
      observe: withRequestMetrics(this.metrics, monotonicNow),
      timeFilter: newFilterMetrics(this.metrics, monotonicNow),
      ...(options.audit ? { audit: { audit: options.audit, metrics: newAuditMetrics(this.metrics) } } : {}),
      ...pickDefined(options, ['tracer', 'goawayChance', 'hstsDirectives', 'corsAllowedOrigins']),
    };
  }
}

/** @go k8s.io/apiserver/pkg/endpoints/discovery/aggregated#regenerationCounter */
function newAggregationCounter(metrics: MetricsRegistry): () => void {
  const counter = metrics.counter({
    name: 'aggregator_discovery_aggregation_count_total',
    help: 'Counter of number of times discovery was aggregated',
  });
  return () => {
    counter.inc();
  };
}

const monotonicNow = (): number => performance.now();

/** For paths of a group that is served: what is asked for is not there. */
function notFound(): Promise<never> {
  return Promise.reject(newGenericServerResponse({ code: 404, verb: '' }));
}

const noDocuments: OpenApiDocuments = {
  v3Paths: [],
  v2: () => ({}),
  v3(path) {
    throw new Error(`there is no OpenAPI document of ${path}`);
  },
};

/** What a server serves with what is served behind it; another array only when that changes. */
function joinedGroupVersions({ groups, delegate }: GenericServerOptions): () => readonly ApiGroupVersion[] {
  if (!delegate) return () => groups;
  let last: { readonly behind: readonly ApiGroupVersion[]; readonly joined: readonly ApiGroupVersion[] } | undefined;
  return function joinGroupVersions() {
    const behind = delegate.groupVersions();
    if (last?.behind !== behind) last = { behind, joined: [...groups, ...behind] };
    return last.joined;
  };
}

/** A server's documents with those of the servers behind it; another object only when they change. */
function joinedOpenApi({ openapi, delegate }: GenericServerOptions): () => OpenApiDocuments | undefined {
  if (!delegate) return () => openapi;
  let last: { readonly behind: OpenApiDocuments; readonly joined: OpenApiDocuments } | undefined;
  return function joinOpenApi() {
    const behind = delegate.openApi();
    if (!behind || !openapi) return behind ?? openapi;
    if (last?.behind !== behind) last = { behind, joined: mergeOpenApi([openapi, behind]) };
    return last.joined;
  };
}

function pickDefined<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))) as Partial<
    Pick<T, K>
  >;
}
