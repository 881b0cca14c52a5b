import type { ResourceQuota } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type KubeObject,
  keyOf,
  namespaceOf,
  newQuantity,
  type QuantityValue,
} from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type Resource, type SharedInformer, type WorkQueue } from '@kubescript/client';
import { evaluatorFor, quantitiesOf, quotaScopes } from '@kubescript/component-helpers';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { semanticEqual } from '../shared/equal.ts';
import { countedResources } from './counted-resources.ts';

/** How the quota controller works; times in milliseconds. */
export interface ResourceQuotaOptions {
  readonly workers?: number;
  /** How often usage is counted anew even if nothing is known to have changed. */
  readonly syncPeriod?: number;
}

const fullObjects: readonly string[] = ['pods', 'services', 'persistentvolumeclaims'];

/**
 * Counts what namespaces use of their quotas. Admission adds; this controller makes quotas effective, and gives back
 * what was deleted.
 *
 * @go k8s.io/kubernetes/pkg/controller/resourcequota#Controller
 */
export class ResourceQuotaController implements Controller {
  readonly name = 'resourcequota-controller';
  readonly #context: ControllerContext;
  readonly #options: Required<ResourceQuotaOptions>;
  readonly #queue: WorkQueue;
  readonly #quotas: SharedInformer<ResourceQuota>;
  readonly #watched = new Map<string, SharedInformer<KubeObject>>();

  constructor(context: ControllerContext, options: ResourceQuotaOptions = {}) {
    this.#context = context;
    this.#options = { workers: 5, syncPeriod: 300_000, ...options };
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#quotas = context.informers.for(corev1.resourcequotas);
    this.#quotas.addEventHandler({
      onAdd: (quota) => {
        this.#queue.add(keyOf(quota));
      },
      onUpdate: (old, quota) => {
        if (!semanticEqual(old.spec, quota.spec)) this.#queue.add(keyOf(quota));
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#options.workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#quotas],
        sync: (key, stop) => this.sync(key, stop),
      },
      signal,
    );
  }

  /** Counts what one quota is about, and writes it to its status. */
  async sync(key: string, signal?: AbortSignal): Promise<void> {
    const quota = this.#quotas.lister.getByKey(key);
    if (quota === undefined || quota.metadata.deletionTimestamp !== undefined) return;
    const hard = quota.spec.hard ?? {};
    const used = new Map<string, QuantityValue>(Object.keys(hard).map((name) => [name, newQuantity(0)]));
    for (const resource of await countedResources(this.#context.discovery, Object.keys(hard))) {
      const informer = this.#watch(resource);
      await informer.whenSynced(signal);
      this.#count(quota, resource, informer, used);
    }
    this.#queue.addAfter(key, this.#options.syncPeriod);
    const status = { hard: { ...hard }, used: quantitiesOf(used) };
    if (semanticEqual(quota.status, status)) return;
    const api = this.#context.client.resource(corev1.resourcequotas, namespaceOf(quota));
    await api.updateStatus({ ...quota, status });
  }

  #count(
    quota: DeepReadonly<ResourceQuota>,
    resource: Resource<KubeObject>,
    informer: SharedInformer<KubeObject>,
    used: Map<string, QuantityValue>,
  ): void {
    const evaluator = evaluatorFor(resource);
    const scopes = quotaScopes(quota);
    for (const object of informer.lister.list({ namespace: namespaceOf(quota) })) {
      if (!scopes.every((scope) => evaluator.matchesScope(scope, object))) continue;
      for (const [name, quantity] of evaluator.usage(object)) {
        const sum = used.get(name);
        if (sum !== undefined) used.set(name, sum.add(quantity));
      }
    }
  }

  /** The informer of a resource that a quota counts; from the first time on its deletions give back. */
  #watch(resource: Resource<KubeObject>): SharedInformer<KubeObject> {
    const name = `${resource.resource}.${resource.group}`;
    const known = this.#watched.get(name);
    if (known !== undefined) return known;
    const { informers } = this.#context;
    const isFull = resource.group === '' && fullObjects.includes(resource.resource);
    const informer = isFull ? informers.for(resource) : informers.forMetadata(resource);
    this.#watched.set(name, informer);
    const evaluator = evaluatorFor(resource);
    informer.addEventHandler({
      onUpdate: (old, object) => {
        if (!evaluator.countsUpdates || semanticUsage(evaluator.usage(old)) === semanticUsage(evaluator.usage(object)))
          return;
        this.#enqueueNamespace(namespaceOf(object));
      },
      onDelete: (object) => {
        this.#enqueueNamespace(namespaceOf(object));
      },
    });
    return informer;
  }

  #enqueueNamespace(namespace: string): void {
    for (const quota of this.#quotas.lister.list({ namespace })) this.#queue.add(keyOf(quota));
  }
}

function semanticUsage(usage: ReadonlyMap<string, QuantityValue>): string {
  return [...usage]
    .map(([name, quantity]) => `${name}=${quantity.toString()}`)
    .sort()
    .join();
}
