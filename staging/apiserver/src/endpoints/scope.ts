import type { Clock, GroupVersionKind, GroupVersionResource, Scheme } from '@kubescript/apimachinery';

import type { AdmissionChain } from '../admission/chain.ts';
import type { EquivalentResourceMapper } from '../admission/equivalent-resources.ts';
import type { Rest } from '../registry/rest.ts';
import type { RequestContext } from '../registry/strategy.ts';
import type { ServerRequest } from '../server/http.ts';
import type { RequestInfo } from '../server/request-info.ts';
import type { UserInfo } from '../authentication/authenticator.ts';
import type { ProtobufCodec } from './encode.ts';

/** What all endpoint handlers of a server share. */
export interface EndpointDeps {
  readonly scheme: Scheme;
  readonly admission: AdmissionChain;
  readonly protobuf?: ProtobufCodec;
  readonly clock: Clock;
  /** The least time after which a watch without timeoutSeconds ends; each ends at random up to twice that. */
  readonly minRequestTimeoutMs: number;
  /** Aborted when watches have to end because the server does. */
  readonly shutdown: AbortSignal;
  /** Whether watches may begin with the state (the feature WatchList); they may by default. */
  readonly mayStreamLists?: boolean;
  /** Told of requests that use a deprecated API. */
  readonly onDeprecated?: (info: RequestInfo, removedRelease: string) => void;
}

/** The resource or subresource that a request is for. */
export interface ResourceScope {
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespaced: boolean;
  /** The kind as this group and version shows it. */
  readonly kind: GroupVersionKind;
  readonly rest: Rest;
  /** Where else the same objects are served. */
  readonly equivalentResources: EquivalentResourceMapper;
}

/** A request with what the chain found out about it. */
export interface EndpointRequest {
  readonly request: ServerRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
}

/** The context of a registry call. */
export function contextOf(
  { request, info, user }: EndpointRequest,
  scope: ResourceScope,
  dryRun = false,
): RequestContext {
  return {
    namespace: scope.namespaced ? info.namespace : '',
    user,
    dryRun,
    apiGroup: scope.resource.group,
    get signal() {
      return request.signal;
    },
    warn: (message) => void request.warnings.push(message),
  };
}
