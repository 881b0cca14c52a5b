import {
  type Clock,
  type GroupResource,
  newGenericServerResponse,
  type Status,
  StatusError,
} from '@kubescript/apimachinery';

import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** A request and what an error message calls it. */
export interface SendOptions {
  readonly transport: Transport;
  readonly request: TransportRequest;
  readonly clock: Clock;
  readonly verb: string;
  readonly resource: GroupResource;
  readonly name: string;
}

const maxTries = 10;

/**
 * Sends a request and resolves with an answer of success. A server that is busy is asked again after the time it
 * names, ten times at most; every other failure is thrown as StatusError.
 *
 * @go k8s.io/client-go/rest#(*Request).request
 */
export async function send(options: SendOptions): Promise<TransportResponse> {
  for (let tries = 1; ; tries++) {
    const response = await options.transport.request(options.request);
    if (response.status < 400) return response;
    const seconds = retryAfter(response);
    if (seconds === undefined || tries >= maxTries) throw await statusErrorOf(response, options);
    await response.text();
    await options.clock.sleep(seconds * 1000, options.request.signal);
  }
}

/** Seconds to wait before the same request may be sent again; undefined if it must not be. */
function retryAfter(response: TransportResponse): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  const header = response.headers['retry-after'];
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** The error that an answer reports: its Status, or one made from its code. */
export async function statusErrorOf(
  response: TransportResponse,
  { verb, resource, name }: Pick<SendOptions, 'verb' | 'resource' | 'name'>,
): Promise<StatusError> {
  const text = await response.text();
  const status = statusIn(text);
  if (status !== undefined) return new StatusError(status);
  const retryAfterSeconds = retryAfter(response);
  return newGenericServerResponse({
    code: response.status,
    verb,
    resource: { group: resource.group, resource: resource.resource },
    name,
    serverMessage: text.trim(),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    isUnexpectedResponse: true,
  });
}

function statusIn(text: string): Status | undefined {
  try {
    const value = JSON.parse(text) as Partial<Status> | null;
    return value?.kind === 'Status' && value.status !== 'Success' ? (value as Status) : undefined;
  } catch {
    return undefined;
  }
}
