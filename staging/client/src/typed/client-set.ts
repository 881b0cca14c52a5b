import type { Clock, DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { realClock } from '@kubescript/apimachinery';

import type { Transport } from '../rest/transport.ts';
import { RestResourceClient } from './rest-resource-client.ts';
import type { Client, Resource, ResourceClient } from './resource.ts';

/** What a metadata client returns: any object without spec and status. */
export type PartialObject = DeepReadonly<KubeObject>;

/** The typed clients of an API server that is reached over a transport. The transport stays its owner's to close. */
export class ClientSet implements Client {
  readonly transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, options: { readonly clock?: Clock } = {}) {
    this.transport = transport;
    this.#clock = options.clock ?? realClock;
  }

  resource<T extends KubeObject>(resource: Resource<T>, namespace = ''): ResourceClient<T> {
    return new RestResourceClient<T>({ transport: this.transport, resource, namespace, clock: this.#clock });
  }

  metadata(resource: Resource<KubeObject>, namespace = ''): ResourceClient<KubeObject> {
    const options = { transport: this.transport, resource, namespace, clock: this.#clock, metadataOnly: true };
    return new RestResourceClient<KubeObject>(options);
  }
}
