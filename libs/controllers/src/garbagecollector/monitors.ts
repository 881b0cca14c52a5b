import {
  type DeepReadonly,
  type GroupVersionResource,
  type KubeObject,
  TaskGroup,
  apiVersionOf,
  realClock,
} from '@kubescript/apimachinery';
import type { Clock } from '@kubescript/apimachinery';
import {
  type Client,
  type DiscoveredResource,
  type Discovery,
  Reflector,
  type ReflectorSink,
  RestMapper,
  preferredResources,
  supportsVerbs,
} from '@kubescript/client';

import type { Graph } from './graph.ts';
import { identityOf } from './graph-node.ts';

/** How monitors are made. */
export interface MonitorOptions {
  readonly client: Client;
  readonly discovery: Discovery;
  readonly graph: Graph;
  readonly clock?: Clock;
  readonly onError: (err: unknown) => void;
}

/** How often the server is asked for resources that are new, in milliseconds. */
const resyncPeriod = 30_000;

/** Events come and go by themselves, and are never owners. */
const ignored = new Set(['events', 'events.events.k8s.io']);

/**
 * Watches the metadata of every resource that can be deleted, and tells the graph. Resources that appear later (CRDs)
 * are picked up; those that go are no longer watched.
 * @go k8s.io/kubernetes/pkg/controller/garbagecollector#(*GarbageCollector).Sync
 */
export class Monitors {
  readonly #options: MonitorOptions;
  readonly #running = new Map<string, { readonly stop: AbortController; synced: boolean }>();
  #mapper: RestMapper = new RestMapper([]);

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  /** The resources as they were discovered last. */
  get mapper(): RestMapper {
    return this.#mapper;
  }

  /** True once everything that was discovered is in the graph. */
  hasSynced(): boolean {
    return this.#running.size > 0 && [...this.#running.values()].every(({ synced }) => synced);
  }

  /** Runs until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock = realClock, onError } = this.#options;
    const group = new TaskGroup(signal);
    group.spawn('discovery', async (groupSignal) => {
      for (;;) {
        await this.#resync(group).catch(onError);
        await clock.sleep(resyncPeriod, groupSignal);
      }
    });
    await group.wait();
  }

  async #resync(group: TaskGroup): Promise<void> {
    const groups = await this.#options.discovery.groups({ signal: group.signal });
    this.#mapper = new RestMapper(groups);
    const wanted = new Map(
      preferredResources(groups)
        .filter(isCollectable)
        .map((resource) => [keyOfResource(resource), resource]),
    );
    for (const [key, monitor] of this.#running) {
      if (wanted.has(key)) continue;
      monitor.stop.abort();
      this.#running.delete(key);
    }
    for (const [key, resource] of wanted) {
      if (!this.#running.has(key)) this.#start(key, resource, group);
    }
  }

  #start(key: string, resource: DiscoveredResource, group: TaskGroup): void {
    const { client, graph, clock = realClock, onError } = this.#options;
    const monitor = { stop: new AbortController(), synced: false };
    this.#running.set(key, monitor);
    const sink = new GraphSource(graph, resource, () => {
      monitor.synced = true;
    });
    const reflector = new Reflector({ client: client.metadata(resource), sink, clock, onError });
    group.spawn(`monitor ${key}`, (signal) => reflector.run(AbortSignal.any([signal, monitor.stop.signal])));
  }
}

/** Hands what a reflector sees on to the graph, which also knows what has to be gone after a list. */
class GraphSource implements ReflectorSink<KubeObject> {
  readonly #graph: Graph;
  readonly #resource: DiscoveredResource;
  readonly #onSynced: () => void;
  readonly #gvr: GroupVersionResource;

  constructor(graph: Graph, resource: DiscoveredResource, onSynced: () => void) {
    this.#graph = graph;
    this.#resource = resource;
    this.#gvr = resource;
    this.#onSynced = onSynced;
  }

  replace(objects: readonly DeepReadonly<KubeObject>[]): void {
    const present = new Set(objects.map((object) => object.metadata.uid));
    for (const uid of this.#graph.uidsOf(this.#gvr)) {
      if (!present.has(uid)) this.#graph.deleted(uid);
    }
    for (const object of objects) this.changed(object);
    this.#onSynced();
  }

  changed(object: DeepReadonly<KubeObject>): void {
    const identity = identityOf(object, apiVersionOf(this.#resource), this.#resource.kind);
    this.#graph.changed(identity, this.#gvr, object);
  }

  deleted(object: DeepReadonly<KubeObject>): void {
    this.#graph.deleted(object.metadata.uid ?? '');
  }
}

function isCollectable(resource: DiscoveredResource): boolean {
  return supportsVerbs(resource, 'delete', 'list', 'watch') && !ignored.has(keyOfResource(resource));
}

function keyOfResource({ group, resource }: DiscoveredResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}
