import {
  apiVersionOf,
  type Clock,
  type DeepReadonly,
  type KubeList,
  type KubeObject,
  type Status,
  StatusError,
} from '@kubescript/apimachinery';

import { send } from '../rest/send.ts';
import type { Transport, TransportRequest, TransportResponse } from '../rest/transport.ts';
import { resourcePath, withQuery, type Query } from './paths.ts';
import type {
  DeleteOptions,
  ListOptions,
  NewObject,
  ObjectEvent,
  ObjectList,
  PatchType,
  Resource,
  ResourceClient,
  WatchOptions,
  WriteOptions,
} from './resource.ts';

/** What a RestResourceClient is made of. */
export interface RestResourceClientOptions<T extends KubeObject> {
  readonly transport: Transport;
  readonly resource: Resource<T>;
  readonly namespace: string;
  readonly clock: Clock;
  /** Asks for PartialObjectMetadata in place of the objects. */
  readonly metadataOnly?: boolean;
}

const metadataAccept = {
  object: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
};

/** The verbs of one resource as requests over a transport. */
export class RestResourceClient<T extends KubeObject> implements ResourceClient<T> {
  readonly #options: RestResourceClientOptions<T>;

  constructor(options: RestResourceClientOptions<T>) {
    this.#options = options;
  }

  async get(
    name: string,
    options: { readonly resourceVersion?: string; readonly signal?: AbortSignal } = {},
  ): Promise<DeepReadonly<T>> {
    const path = withQuery(this.#path(name), { resourceVersion: options.resourceVersion });
    return this.#object(await this.#send({ method: 'GET', path, ...this.#accept('object') }, 'get', name, options));
  }

  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    const path = withQuery(this.#path(), listQuery(options));
    const response = await this.#send({ method: 'GET', path, ...this.#accept('list') }, 'list', '', options);
    const list = (await response.json()) as DeepReadonly<KubeList<T>>;
    return {
      items: (list.items as readonly DeepReadonly<T>[] | null | undefined)?.map((item) => this.#named(item)) ?? [],
      resourceVersion: list.metadata.resourceVersion ?? '',
      continue: list.metadata.continue ?? '',
    };
  }

  async *watch(options: WatchOptions = {}): AsyncGenerator<ObjectEvent<T>> {
    const path = withQuery(this.#path(), {
      watch: true,
      ...listQuery(options),
      allowWatchBookmarks: options.allowWatchBookmarks === true ? true : undefined,
      sendInitialEvents: options.sendInitialEvents,
      timeoutSeconds: options.timeoutSeconds,
    });
    const response = await this.#send({ method: 'GET', path, ...this.#accept('object') }, 'watch', '', options);
    for await (const value of response.values()) {
      const event = value as ObjectEvent<T> | { readonly type: 'ERROR'; readonly object: Status };
      if (event.type === 'ERROR') throw new StatusError(event.object);
      yield event;
    }
  }

  async create(
    object: NewObject<T> | DeepReadonly<NewObject<T>>,
    options: WriteOptions = {},
  ): Promise<DeepReadonly<T>> {
    const path = withQuery(this.#path(), writeQuery(options));
    const body = this.#named(object as unknown as DeepReadonly<T>);
    return this.#object(await this.#send({ method: 'POST', path, body }, 'create', '', options));
  }

  update(object: DeepReadonly<T>, options: WriteOptions = {}): Promise<DeepReadonly<T>> {
    return this.#put(object, options);
  }

  updateStatus(object: DeepReadonly<T>, options: WriteOptions = {}): Promise<DeepReadonly<T>> {
    return this.#put(object, options, 'status');
  }

  updateSubresource(
    subresource: string,
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<DeepReadonly<T>> {
    return this.#put(object, options, subresource);
  }

  async patch(
    name: string,
    type: PatchType,
    body: unknown,
    options: WriteOptions & { readonly subresource?: string; readonly force?: boolean } = {},
  ): Promise<DeepReadonly<T>> {
    const parts = options.subresource === undefined ? [name] : [name, options.subresource];
    const path = withQuery(this.#path(...parts), { ...writeQuery(options), force: options.force });
    const request = { method: 'PATCH' as const, path, body, headers: { 'content-type': type } };
    return this.#object(await this.#send(request, 'patch', name, options));
  }

  async delete(name: string, options: DeleteOptions = {}): Promise<void> {
    const request = { method: 'DELETE' as const, path: this.#path(name), body: deleteBody(options) };
    await drain(await this.#send(request, 'delete', name, options));
  }

  async deleteCollection(
    options: DeleteOptions & Pick<ListOptions, 'labelSelector' | 'fieldSelector'> = {},
  ): Promise<void> {
    const { labelSelector, fieldSelector } = options;
    const path = withQuery(this.#path(), { labelSelector, fieldSelector });
    await drain(await this.#send({ method: 'DELETE', path, body: deleteBody(options) }, 'delete', '', options));
  }

  async createSubresource<R>(name: string, subresource: string, body: unknown, options: WriteOptions = {}): Promise<R> {
    const path = withQuery(this.#path(name, subresource), writeQuery(options));
    return (await (await this.#send({ method: 'POST', path, body }, 'create', name, options)).json()) as R;
  }

  async #put(object: DeepReadonly<T>, options: WriteOptions, ...subresource: string[]): Promise<DeepReadonly<T>> {
    const name = object.metadata.name ?? '';
    const path = withQuery(this.#path(name, ...subresource), writeQuery(options));
    return this.#object(await this.#send({ method: 'PUT', path, body: this.#named(object) }, 'update', name, options));
  }

  #path(...rest: readonly string[]): string {
    const { resource, namespace } = this.#options;
    return resourcePath(resource, namespace, ...rest);
  }

  #accept(what: 'object' | 'list'): Pick<TransportRequest, 'headers'> {
    return this.#options.metadataOnly === true ? { headers: { accept: metadataAccept[what] } } : {};
  }

  #send(
    request: TransportRequest,
    verb: string,
    name: string,
    { signal }: { readonly signal?: AbortSignal },
  ): Promise<TransportResponse> {
    const { transport, resource, clock } = this.#options;
    return send({
      transport,
      clock,
      request: signal === undefined ? request : { ...request, signal },
      verb,
      resource,
      name,
    });
  }

  async #object(response: TransportResponse): Promise<DeepReadonly<T>> {
    return (await response.json()) as DeepReadonly<T>;
  }

  /** The object with its kind: items of lists come without, and callers may leave it out of what they send. */
  #named(object: DeepReadonly<T>): DeepReadonly<T> {
    if (object.kind !== undefined && object.apiVersion !== undefined) return object;
    const { resource } = this.#options;
    return { kind: resource.kind, apiVersion: apiVersionOf(resource), ...object };
  }
}

function listQuery(options: ListOptions): Query {
  const { labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit } = options;
  return { labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continue: options.continue };
}

function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return { dryRun, fieldManager, fieldValidation };
}

function deleteBody(options: DeleteOptions): unknown {
  const { gracePeriodSeconds, propagationPolicy, preconditions, dryRun } = options;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(dryRun === undefined ? {} : { dryRun: [dryRun] }),
  };
}

/** Reads an answer that nobody needs, so that its connection can be used again. */
async function drain(response: TransportResponse): Promise<void> {
  await response.text();
}
