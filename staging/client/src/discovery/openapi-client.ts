import { type Clock, isJsonObject, realClock } from '@kubescript/apimachinery';

import { send } from '../rest/send.ts';
import type { Transport } from '../rest/transport.ts';

interface Cancelable {
  readonly signal?: AbortSignal;
}

/**
 * The OpenAPI v3 documents of a server, one per group version.
 *
 * @go k8s.io/client-go/openapi#Client
 */
export interface OpenApi {
  /** Where the documents are, by path (`api/v1`, `apis/apps/v1`). A location changes when its document does. */
  paths(options?: Cancelable): Promise<ReadonlyMap<string, string>>;
  /** The document at a location; deep read-only, as it may be shared with the server. */
  document(location: string, options?: Cancelable): Promise<unknown>;
}

/** Reads the OpenAPI v3 documents of a server through a transport. Keeps nothing. */
export class OpenApiClient implements OpenApi {
  readonly #transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, options: { readonly clock?: Clock } = {}) {
    this.#transport = transport;
    this.#clock = options.clock ?? realClock;
  }

  async paths(options: Cancelable = {}): Promise<ReadonlyMap<string, string>> {
    const index = await this.document('/openapi/v3', options);
    const paths = isJsonObject(index) && isJsonObject(index['paths']) ? index['paths'] : {};
    return new Map(
      Object.entries(paths).flatMap(([path, entry]) => {
        const location = isJsonObject(entry) ? entry['serverRelativeURL'] : undefined;
        return typeof location === 'string' ? [[path, location] as const] : [];
      }),
    );
  }

  async document(location: string, { signal }: Cancelable = {}): Promise<unknown> {
    const headers = { accept: 'application/json' };
    const response = await send({
      transport: this.#transport,
      clock: this.#clock,
      request: { method: 'GET', path: location, headers, ...(signal === undefined ? {} : { signal }) },
      verb: 'get',
      resource: { group: '', resource: '' },
      name: '',
    });
    return response.json();
  }
}
