import { realClock } from '@kubescript/apimachinery';
import {
  type DiscoveredResource,
  type DynamicObject,
  type Query,
  resourcePath,
  send,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  withQuery,
} from '@kubescript/client';

import type { Info } from './info.ts';

/** A request that concerns one resource. */
export interface ResourceRequest {
  readonly verb: string;
  readonly method: TransportRequest['method'];
  readonly resource: Pick<DiscoveredResource, 'group' | 'version' | 'resource'>;
  readonly namespace: string;
  readonly name?: string;
  readonly subresource?: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends a request; throws StatusError unless it succeeds. */
export function requestResource(transport: Transport, request: ResourceRequest): Promise<TransportResponse> {
  const { resource, namespace, name = '', subresource = '' } = request;
  const rest = [name, subresource].filter((part) => part !== '');
  return send({
    transport,
    clock: realClock,
    verb: request.verb,
    resource,
    name,
    request: {
      method: request.method,
      path: withQuery(resourcePath(resource, namespace, ...rest), request.query ?? {}),
      ...(request.headers === undefined ? {} : { headers: request.headers }),
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    },
  });
}

/** As requestResource, and reads the object of the answer. */
export async function requestObject(transport: Transport, request: ResourceRequest): Promise<DynamicObject> {
  return (await (await requestResource(transport, request)).json()) as DynamicObject;
}

/** The object that an info stands for, as the server has it now. */
export function getObject(transport: Transport, info: Info, query: Query = {}): Promise<DynamicObject> {
  const { resource, namespace, name } = info;
  return requestObject(transport, { verb: 'get', method: 'GET', resource, namespace, name, query });
}

/** Patches the object that an info stands for. */
export function patchObject(
  transport: Transport,
  info: Info,
  patch: {
    readonly type: string;
    readonly body: unknown;
    readonly query?: Query;
    readonly subresource?: string;
  },
): Promise<DynamicObject> {
  const { resource, namespace, name } = info;
  return requestObject(transport, {
    verb: 'patch',
    method: 'PATCH',
    resource,
    namespace,
    name,
    body: patch.body,
    headers: { 'content-type': patch.type },
    query: patch.query ?? {},
    ...(patch.subresource === undefined ? {} : { subresource: patch.subresource }),
  });
}
