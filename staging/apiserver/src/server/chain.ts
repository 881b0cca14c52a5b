import type { RequestAuthenticator } from '../authentication/authenticator.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { ProtobufCodec } from '../endpoints/encode.ts';
import { withAuditId } from './filters/audit-id.ts';
import { withAuthentication } from './filters/authentication.ts';
import { withAuthorization } from './filters/authorization.ts';
import { withCacheControl } from './filters/cache-control.ts';
import { withErrorResponses } from './filters/errors.ts';
import { withImpersonation } from './filters/impersonation.ts';
import { withMaxInFlight, type InFlightLimits } from './filters/max-in-flight.ts';
import { withRequestInfo } from './filters/request-info.ts';
import { withTimeout } from './filters/timeout.ts';
import { withWarnings } from './filters/warnings.ts';
import type { Filter, Handler } from './http.ts';

/** What the handler chain needs. */
export interface HandlerChainOptions {
  readonly authenticator: RequestAuthenticator;
  readonly authorizer: Authorizer;
  readonly inFlight: InFlightLimits;
  /** How long a request that is not long-running may take. */
  readonly requestTimeoutMs: number;
  /** Whether requests without credentials become system:anonymous. */
  readonly anonymous: boolean;
  /** Paths that need no authorization (upstream's --authorization-always-allow-paths). */
  readonly alwaysAllowPaths: readonly string[];
  /** For clients that want errors in binary form. */
  readonly protobuf?: ProtobufCodec;
  /** Told of what was thrown that is no StatusError. */
  readonly onPanic: (error: unknown) => void;
  /** Around everything, for metrics. */
  readonly observe?: Filter;
}

/**
 * The way of every request, in upstream's order: whatever is thrown becomes an answer; then who asks, for whom, whether
 * there is room, whether it is allowed; then the handler.
 *
 * @go k8s.io/apiserver/pkg/server#DefaultBuildHandlerChain
 */
export function buildHandlerChain(handler: Handler, options: HandlerChainOptions): Handler {
  const outermostFirst: readonly Filter[] = [
    withAuditId,
    withRequestInfo,
    withCacheControl,
    ...(options.observe ? [options.observe] : []),
    withWarnings,
    withErrorResponses(options.onPanic, options.protobuf),
    withTimeout(options.requestTimeoutMs),
    withAuthentication(options.authenticator, options.anonymous),
    withImpersonation(options.authorizer),
    withMaxInFlight(options.inFlight),
    withAuthorization(options.authorizer, options.alwaysAllowPaths),
  ];
  return outermostFirst.reduceRight((next, filter) => filter(next), handler);
}

/**
 * The chain for a client within the process, whose identity is known without credentials; everything after
 * authentication is the same.
 */
export function buildInProcessChain(handler: Handler, options: HandlerChainOptions): Handler {
  const outermostFirst: readonly Filter[] = [
    withRequestInfo,
    ...(options.observe ? [options.observe] : []),
    withWarnings,
    withErrorResponses(options.onPanic, options.protobuf),
    withTimeout(options.requestTimeoutMs),
    withImpersonation(options.authorizer),
    withMaxInFlight(options.inFlight),
    withAuthorization(options.authorizer, options.alwaysAllowPaths),
  ];
  return outermostFirst.reduceRight((next, filter) => filter(next), handler);
}
