import { type Clock, type DeepReadonly, type KubeObject, realClock } from '@kubescript/apimachinery';

import type { Client, Resource, ResourceClient } from '../typed/resource.ts';
import { FakeResourceClient } from './fake-resource-client.ts';
import { ObjectTracker } from './object-tracker.ts';

/** A request that a FakeClient got. Reads are recorded too; filter for what a test is about. */
export interface Action {
  readonly verb: 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'delete-collection';
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** '' or `status`, `binding`, … */
  readonly subresource: string;
  /** The object or patch that was sent. */
  readonly body?: unknown;
}

/** Answers a request in place of the tracker, by throwing (an injected failure) or returning an object; undefined lets it pass. */
export type Reactor = (action: Action) => unknown;

/**
 * A Client over objects in memory, for tests of whatever works through a Client. It keeps what an API server keeps for
 * every resource: resourceVersions and conflicts, names from generateName, UIDs, generations, deletion with
 * finalizers, statuses apart from specs, watches that resume. It neither validates nor defaults, and deletes pods at
 * once.
 */
export class FakeClient implements Client {
  /** Everything that was asked for, in order. */
  readonly actions: Action[] = [];
  readonly tracker: ObjectTracker;
  readonly #reactors: { readonly verb: string; readonly resource: string; readonly react: Reactor }[] = [];

  constructor(options: { readonly clock?: Clock } = {}) {
    this.tracker = new ObjectTracker(options.clock ?? realClock);
  }

  resource<T extends KubeObject>(resource: Resource<T>, namespace = ''): ResourceClient<T> {
    return new FakeResourceClient<T>({
      tracker: this.tracker,
      resource,
      namespace,
      record: (action) => this.#record(action),
    });
  }

  metadata(resource: Resource<KubeObject>, namespace = ''): ResourceClient<KubeObject> {
    return this.resource(resource, namespace);
  }

  /** Puts objects in without recording an action; what is missing in their metadata is filled in. */
  seed<T extends KubeObject>(resource: Resource<T>, ...objects: readonly DeepReadonly<T>[]): void {
    const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
    for (const object of objects) {
      this.tracker.create(resource, structuredClone({ kind: resource.kind, apiVersion, ...object }) as KubeObject);
    }
  }

  /** The stored objects of a resource. */
  stored<T extends KubeObject>(resource: Resource<T>): readonly DeepReadonly<T>[] {
    return this.tracker.list(resource) as unknown as readonly DeepReadonly<T>[];
  }

  /** Lets `react` answer requests; `verb` and `resource` may be '*'. The last one added is asked first. */
  react(verb: Action['verb'] | '*', resource: string, react: Reactor): void {
    this.#reactors.unshift({ verb, resource, react });
  }

  /** The recorded writes as `verb resource[/subresource] namespace/name`. */
  writes(): readonly string[] {
    return this.actions
      .filter((action) => !['get', 'list', 'watch'].includes(action.verb))
      .map(({ verb, resource, subresource, namespace, name }) => {
        const what = subresource === '' ? resource : `${resource}/${subresource}`;
        return `${verb} ${what} ${namespace === '' ? name : `${namespace}/${name}`}`;
      });
  }

  #record(action: Action): unknown {
    this.actions.push(action);
    for (const { verb, resource, react } of this.#reactors) {
      if ((verb !== '*' && verb !== action.verb) || (resource !== '*' && resource !== action.resource)) continue;
      const answer = react(action);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}
