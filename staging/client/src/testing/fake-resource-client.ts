import {
  apiVersionOf,
  type DeepReadonly,
  keyOf,
  type KubeObject,
  applyJsonPatch,
  applyMergePatch,
  type JsonPatchOperation,
  parseFieldSelector,
  parseLabelSelector,
} from '@kubescript/apimachinery';

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
} from '../typed/resource.ts';
import type { Action } from './fake-client.ts';
import { fakeStrategicMergePatch } from './fake-strategic-merge.ts';
import { type ObjectTracker, resourceKey, type TrackedEvent } from './object-tracker.ts';

/** What a FakeResourceClient is made of. */
export interface FakeResourceClientOptions<T extends KubeObject> {
  readonly tracker: ObjectTracker;
  readonly resource: Resource<T>;
  readonly namespace: string;
  /** Notes an action; an answer other than undefined replaces what the tracker would do. */
  readonly record: (action: Action) => unknown;
}

/** The verbs of one resource over an ObjectTracker. */
export class FakeResourceClient<T extends KubeObject> implements ResourceClient<T> {
  readonly #options: FakeResourceClientOptions<T>;

  constructor(options: FakeResourceClientOptions<T>) {
    this.#options = options;
  }

  async get(name: string): Promise<DeepReadonly<T>> {
    return this.#answer('get', name, () => this.#tracker.get(this.#options.resource, this.#key(name)));
  }

  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    await Promise.resolve();
    const answer = this.#record('list', '');
    if (answer !== undefined) return answer as ObjectList<T>;
    const accepts = this.#filter(options);
    const items = this.#tracker.list(this.#options.resource).filter(accepts) as unknown as readonly DeepReadonly<T>[];
    return { items, resourceVersion: this.#tracker.resourceVersion, continue: '' };
  }

  async *watch(options: WatchOptions = {}): AsyncGenerator<ObjectEvent<T>> {
    this.#record('watch', '');
    const { signal } = options;
    const accepts = this.#filter(options);
    const events: ObjectEvent<T>[] = [];
    let wake: () => void = () => undefined;
    const since = options.resourceVersion === undefined ? '' : options.resourceVersion;
    if (since === '' || since === '0') {
      for (const object of this.#tracker.list(this.#options.resource)) {
        if (accepts(object)) events.push({ type: 'ADDED', object: object as unknown as DeepReadonly<T> });
      }
    }
    const from = since === '' || since === '0' ? this.#tracker.resourceVersion : since;
    const matched = new Set(events.map((event) => keyOf(event.object as unknown as KubeObject)));
    const end = this.#tracker.watch(Number(from), (event) => {
      const seen = this.#eventFor(event, accepts, matched);
      if (seen === undefined) return;
      events.push(seen);
      wake();
    });
    const onAbort = (): void => {
      wake();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        signal?.throwIfAborted();
        const event = events.shift();
        if (event !== undefined) yield event;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      end();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async create(
    object: NewObject<T> | DeepReadonly<NewObject<T>>,
    options: WriteOptions = {},
  ): Promise<DeepReadonly<T>> {
    const made = this.#named(object as unknown as DeepReadonly<T>);
    if (this.#options.namespace !== '') made.metadata.namespace = this.#options.namespace;
    return this.#answer(
      'create',
      made.metadata.name ?? '',
      () => (options.dryRun === 'All' ? made : this.#tracker.create(this.#options.resource, made)),
      { body: object },
    );
  }

  async update(object: DeepReadonly<T>): Promise<DeepReadonly<T>> {
    return this.#write(object, 'update', '');
  }

  async updateStatus(object: DeepReadonly<T>): Promise<DeepReadonly<T>> {
    return this.#write(object, 'update', 'status');
  }

  async updateSubresource(subresource: string, object: DeepReadonly<T>): Promise<DeepReadonly<T>> {
    return this.#write(object, 'update', subresource);
  }

  async patch(
    name: string,
    type: PatchType,
    body: unknown,
    options: WriteOptions & { readonly subresource?: string; readonly force?: boolean } = {},
  ): Promise<DeepReadonly<T>> {
    const subresource = options.subresource ?? '';
    const apply = (): DeepReadonly<KubeObject> => {
      const old = this.#tracker.get(this.#options.resource, this.#key(name));
      return this.#put(old, patched(old, type, body), subresource);
    };
    return this.#answer('patch', name, apply, { body, subresource });
  }

  async delete(name: string, options: DeleteOptions = {}): Promise<void> {
    await Promise.resolve();
    if (this.#record('delete', name, { body: options }) !== undefined) return;
    this.#tracker.delete(this.#options.resource, this.#key(name), options);
  }

  async deleteCollection(
    options: DeleteOptions & Pick<ListOptions, 'labelSelector' | 'fieldSelector'> = {},
  ): Promise<void> {
    await Promise.resolve();
    if (this.#record('delete-collection', '', { body: options }) !== undefined) return;
    for (const object of this.#tracker.list(this.#options.resource).filter(this.#filter(options))) {
      this.#tracker.delete(this.#options.resource, keyOf(object), options);
    }
  }

  async createSubresource<R>(name: string, subresource: string, body: unknown): Promise<R> {
    await Promise.resolve();
    const answer = this.#record('create', name, { body, subresource });
    if (answer !== undefined) return answer as R;
    const { resource } = this.#options;
    const old = this.#tracker.get(resource, this.#key(name));
    if (resource.resource === 'pods' && subresource === 'binding') {
      const target = (body as { target?: { name?: string } }).target?.name ?? '';
      this.#tracker.update(
        resource,
        structuredClone(applyMergePatch(old, { spec: { nodeName: target } })) as KubeObject,
      );
    } else if (resource.resource === 'pods' && subresource === 'eviction') {
      this.#tracker.delete(resource, this.#key(name));
    }
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' } as R;
  }

  get #tracker(): ObjectTracker {
    return this.#options.tracker;
  }

  #key(name: string): string {
    return this.#options.namespace === '' ? name : `${this.#options.namespace}/${name}`;
  }

  #record(
    verb: Action['verb'],
    name: string,
    more: { readonly body?: unknown; readonly subresource?: string } = {},
  ): unknown {
    const { resource, namespace, record } = this.#options;
    return record({ verb, resource: resourceKey(resource), namespace, name, subresource: '', ...more });
  }

  async #answer(
    verb: Action['verb'],
    name: string,
    otherwise: () => DeepReadonly<KubeObject>,
    more: { readonly body?: unknown; readonly subresource?: string } = {},
  ): Promise<DeepReadonly<T>> {
    await Promise.resolve();
    return (this.#record(verb, name, more) ?? otherwise()) as DeepReadonly<T>;
  }

  #write(object: DeepReadonly<T>, verb: 'update', subresource: string): Promise<DeepReadonly<T>> {
    const name = object.metadata.name ?? '';
    const put = (): DeepReadonly<KubeObject> => {
      const changed = this.#named(object);
      return this.#put(this.#tracker.get(this.#options.resource, this.#key(name)), changed, subresource);
    };
    return this.#answer(verb, name, put, { body: object, subresource });
  }

  /** Keeps the status where the spec is written, and everything else where the status is. */
  #put(old: DeepReadonly<KubeObject>, changed: KubeObject, subresource: string): DeepReadonly<KubeObject> {
    const { resource } = this.#options;
    const status = (subresource === 'status' ? changed : old) as { readonly status?: unknown };
    const base = (subresource === 'status' ? structuredClone(old) : changed) as KubeObject & { status?: unknown };
    if (subresource === 'status') {
      const based = changed.metadata.resourceVersion;
      if (based !== undefined) base.metadata.resourceVersion = based;
      if (changed.metadata.annotations !== undefined && resource.resource === 'nodes') {
        base.metadata.annotations = changed.metadata.annotations;
      }
    }
    if ('status' in status) base.status = structuredClone(status.status);
    else if (subresource === '' && 'status' in changed && !('status' in old)) delete base.status;
    return this.#tracker.update(resource, base);
  }

  #named(object: DeepReadonly<T>): KubeObject {
    const { resource } = this.#options;
    return structuredClone({ kind: resource.kind, apiVersion: apiVersionOf(resource), ...object }) as KubeObject;
  }

  #filter(
    options: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>,
  ): (object: DeepReadonly<KubeObject>) => boolean {
    const labels = parseLabelSelector(options.labelSelector ?? '');
    const fields = parseFieldSelector(options.fieldSelector ?? '');
    const { namespace } = this.#options;
    return (object) =>
      (namespace === '' || object.metadata.namespace === namespace) &&
      labels.matches(object.metadata.labels) &&
      fields.matches((field) => fieldValue(object, field));
  }

  /** The event as a watcher with that filter sees it: objects that stop matching are deleted for it. */
  #eventFor(
    event: TrackedEvent,
    accepts: (object: DeepReadonly<KubeObject>) => boolean,
    matched: Set<string>,
  ): ObjectEvent<T> | undefined {
    if (event.resource !== resourceKey(this.#options.resource)) return undefined;
    const object = event.object as unknown as DeepReadonly<T>;
    const key = keyOf(event.object);
    if (event.type !== 'DELETED' && accepts(event.object)) {
      matched.add(key);
      return { type: event.type, object };
    }
    const was = matched.delete(key) || accepts(event.object);
    return was ? { type: 'DELETED', object } : undefined;
  }
}

function patched(old: DeepReadonly<KubeObject>, type: PatchType, body: unknown): KubeObject {
  switch (type) {
    case 'application/json-patch+json':
      return structuredClone(applyJsonPatch(old, body as readonly JsonPatchOperation[])) as KubeObject;
    case 'application/merge-patch+json':
    case 'application/apply-patch+yaml':
      return structuredClone(applyMergePatch(old, body)) as KubeObject;
    case 'application/strategic-merge-patch+json':
      return fakeStrategicMergePatch(old, body) as KubeObject;
    default:
      return type satisfies never;
  }
}

/** The value of a field selector's field: a path through the object. */
function fieldValue(object: DeepReadonly<KubeObject>, field: string): string {
  let value: unknown = object;
  for (const part of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
