import type { Clock } from '@kubescript/apimachinery';

import type { AnonymousAuthConfig } from '../authentication/anonymous.ts';
import type { RequestAuthenticator } from '../authentication/authenticator.ts';
import type { AuthenticationMetrics } from '../authentication/metrics.ts';
import type { RequestHeaderNames } from '../authentication/request-header.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { AuthorizationMetrics } from '../authorization/metrics.ts';
import type { ProtobufCodec } from '../endpoints/encode.ts';
import type { TimeFilter } from '../metrics/filter-metrics.ts';
import type { Tracer } from '../tracing/span.ts';
import { type AuditFilterOptions, withAudit, withFailedAuthenticationAudit } from './filters/audit.ts';
import { withAuditId } from './filters/audit-id.ts';
import { type AuthenticationFilterOptions, withAuthentication } from './filters/authentication.ts';
import { type AuthorizationFilterOptions, withAuthorization } from './filters/authorization.ts';
import { withCacheControl } from './filters/cache-control.ts';
import { withCors } from './filters/cors.ts';
import { withErrorResponses } from './filters/errors.ts';
import { withGoaway } from './filters/goaway.ts';
import { withHsts } from './filters/hsts.ts';
import { withImpersonation } from './filters/impersonation/filter.ts';
import { withFlowHeaders } from './filters/priority-and-fairness.ts';
import { withRequestInfo } from './filters/request-info.ts';
import { withRetryAfter } from './filters/retry-after.ts';
import { withTimeout } from './filters/timeout.ts';
import { withTracing } from './filters/tracing.ts';
import { withWaitGroup } from './filters/wait-group.ts';
import { withWarnings } from './filters/warnings.ts';
import type { Filter, Handler } from './http.ts';
import type { RequestDrain } from './request-drain.ts';

/** What the handler chain needs. */
export interface HandlerChainOptions {
  readonly authenticator: RequestAuthenticator;
  readonly authorizer: Authorizer;
  /** Lets a request through when there is room for it: priority and fairness, or limits in flight. */
  readonly admitRequest: Filter;
  /** Whether that is priority and fairness, so that answers tell how requests were matched. */
  readonly usesFlowControl?: boolean;
  /** How long a request that is not long-running may take. */
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  /** Whether requests without credentials become system:anonymous. */
  readonly anonymous: boolean | AnonymousAuthConfig;
  /** Whether users may be impersonated for certain requests only. */
  readonly constrainedImpersonation?: boolean;
  /** Headers of front proxies that are taken off requests, besides the standard ones. */
  readonly requestHeaders?: RequestHeaderNames;
  readonly authenticationMetrics?: AuthenticationMetrics;
  readonly authorizationMetrics?: AuthorizationMetrics;
  /** Paths that need no authorization (upstream's --authorization-always-allow-paths). */
  readonly alwaysAllowPaths: readonly string[];
  /** For clients that want errors in binary form. */
  readonly protobuf?: ProtobufCodec;
  /** Told of what was thrown that is no StatusError. */
  readonly onPanic: (error: unknown) => void;
  /** Around everything, for metrics. */
  readonly observe?: Filter;
  /** Times single filters. */
  readonly timeFilter?: TimeFilter;
  readonly audit?: AuditFilterOptions;
  /** Records traces; absent where none are. */
  readonly tracer?: Tracer;
  /** The share of HTTP/2 requests after which the connection is ended. */
  readonly goawayChance?: number;
  readonly hstsDirectives?: readonly string[];
  readonly corsAllowedOrigins?: readonly RegExp[];
  readonly shutdown: ShutdownFilterOptions;
}

/** How requests are treated while the server stops. */
export interface ShutdownFilterOptions {
  readonly drain: RequestDrain;
  /** Aborted when the server stops. */
  readonly ended?: AbortSignal;
  /** Whether watches are waited for. */
  readonly waitsForWatches: boolean;
  /** Whether new requests are to be sent away; absent where they find the listener closed. */
  readonly isRefusing?: () => boolean;
}

/**
 * The way of every request, in upstream's order: whatever is thrown becomes an answer; then who asks, for whom, whether
 * there is room, whether it is allowed; then the handler.
 *
 * @go k8s.io/apiserver/pkg/server#DefaultBuildHandlerChain
 */
export function buildHandlerChain(handler: Handler, options: HandlerChainOptions): Handler {
  const { audit, shutdown, goawayChance = 0, hstsDirectives = [], corsAllowedOrigins = [] } = options;
  const { timeFilter: timed = untimed } = options;
  return chained(handler, [
    withAuditId(audit?.audit),
    withRequestInfo,
    options.tracer && withTracing(options.tracer),
    shutdown.isRefusing && withRetryAfter(shutdown.isRefusing),
    hstsDirectives.length > 0 && withHsts(hstsDirectives),
    withCacheControl,
    options.usesFlowControl === true && withFlowHeaders,
    goawayChance > 0 && withGoaway(goawayChance),
    options.observe,
    withWarnings,
    withErrorResponses(options.onPanic, options.protobuf),
    withWaitGroup(shutdown.drain, shutdown.waitsForWatches),
    withTimeout(options.requestTimeoutMs, options.clock, options.shutdown.ended),
    corsAllowedOrigins.length > 0 && withCors(corsAllowedOrigins),
    audit && withFailedAuthenticationAudit(audit),
    timed('authentication', withAuthentication(authenticationOf(options))),
    audit && timed('audit', withAudit(audit)),
    timed('impersonation', withImpersonation(options.authorizer, options.clock, options.constrainedImpersonation)),
    timed('priorityandfairness', options.admitRequest),
    timed('authorization', withAuthorization(authorizationOf(options))),
  ]);
}

const untimed: TimeFilter = (_, filter) => filter;

/**
 * The chain for a client within the process, whose identity is known without credentials; everything after
 * authentication is the same.
 */
export function buildInProcessChain(handler: Handler, options: HandlerChainOptions): Handler {
  const { audit } = options;
  return chained(handler, [
    audit && withAuditId(audit.audit),
    withRequestInfo,
    options.observe,
    withWarnings,
    withErrorResponses(options.onPanic, options.protobuf),
    withTimeout(options.requestTimeoutMs, options.clock, options.shutdown.ended),
    audit && withAudit(audit),
    withImpersonation(options.authorizer, options.clock, options.constrainedImpersonation),
    options.admitRequest,
    withAuthorization(authorizationOf(options)),
  ]);
}

/** The filters around the handler, outermost first; those that are not wanted are left out. */
function chained(handler: Handler, outermostFirst: readonly (Filter | false | undefined)[]): Handler {
  return outermostFirst.reduceRight((next, filter) => (filter ? filter(next) : next), handler);
}

function authenticationOf(options: HandlerChainOptions): AuthenticationFilterOptions {
  const { authenticator, anonymous, requestHeaders, authenticationMetrics: metrics } = options;
  return { authenticator, anonymous, ...(requestHeaders && { requestHeaders }), ...(metrics && { metrics }) };
}

function authorizationOf(options: HandlerChainOptions): AuthorizationFilterOptions {
  const { authorizer, alwaysAllowPaths, authorizationMetrics: metrics } = options;
  return { authorizer, alwaysAllowPaths, ...(metrics && { metrics }) };
}
