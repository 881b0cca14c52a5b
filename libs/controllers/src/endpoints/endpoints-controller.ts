import type { Endpoints, Pod, Service } from '@kubescript/api/core/v1';
import { type DeepReadonly, isAlreadyExists, isNotFound, keyOf, nameOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers, splitKey } from '../shared/controller.ts';
import { semanticEqual } from '../shared/equal.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';
import { onPodsOfServices, podsOfService, selectsPods } from '../shared/service-pods.ts';
import { endpointsLabels, fitCapacity, subsetsFor } from './subsets.ts';

const overCapacity = 'endpoints.kubernetes.io/over-capacity';

/**
 * Keeps the Endpoints of services current with their pods, for those who still read them in place of EndpointSlices.
 *
 * @go k8s.io/kubernetes/pkg/controller/endpoint#Controller
 */
export class EndpointsController implements Controller {
  readonly name = 'endpoints-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #services: SharedInformer<Service>;
  readonly #pods: SharedInformer<Pod>;
  readonly #endpoints: SharedInformer<Endpoints>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#services = context.informers.for(corev1.services);
    this.#pods = context.informers.for(corev1.pods);
    this.#endpoints = context.informers.for(corev1.endpoints);
    const enqueue = (object: DeepReadonly<Service> | DeepReadonly<Endpoints>): void => {
      this.#queue.add(keyOf(object));
    };
    this.#services.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, service) => {
        enqueue(service);
      },
      onDelete: enqueue,
    });
    this.#endpoints.addEventHandler({ onDelete: enqueue });
    onPodsOfServices(this.#pods, this.#services, (key) => {
      this.#queue.add(key);
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#services, this.#pods, this.#endpoints],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Brings the Endpoints of one service up to date; those of a service that is gone are deleted. */
  async sync(key: string): Promise<void> {
    const service = this.#services.lister.getByKey(key);
    if (service === undefined) {
      await this.#deleteEndpoints(key);
      return;
    }
    if (!selectsPods(service)) return;
    const { subsets, truncated } = fitCapacity(subsetsFor(service, podsOfService(this.#pods, service)));
    const existing = this.#endpoints.lister.getByKey(key);
    const labels = endpointsLabels(service);
    const { [overCapacity]: _, ...annotations } = existing?.metadata.annotations ?? {};
    const metadata = { labels, annotations: truncated ? { ...annotations, [overCapacity]: 'truncated' } : annotations };
    if (existing === undefined) await this.#create(service, { ...metadata, subsets });
    else if (!isRight(existing, { ...metadata, subsets })) {
      const api = this.#context.client.resource(corev1.endpoints, namespaceOf(service));
      await api.update({ ...existing, metadata: { ...existing.metadata, ...metadata }, subsets });
    }
  }

  async #create(service: DeepReadonly<Service>, content: Content): Promise<void> {
    const { labels, annotations, subsets } = content;
    const metadata = { name: nameOf(service), namespace: namespaceOf(service), labels, annotations };
    try {
      await this.#context.client.resource(corev1.endpoints, namespaceOf(service)).create({ metadata, subsets });
    } catch (err) {
      if (!isTerminatingNamespace(err) && !isAlreadyExists(err)) throw err;
    }
  }

  async #deleteEndpoints(key: string): Promise<void> {
    const { namespace, name } = splitKey(key);
    if (this.#endpoints.lister.getByKey(key) === undefined) return;
    try {
      await this.#context.client.resource(corev1.endpoints, namespace).delete(name);
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}

interface Content {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
  readonly subsets: NonNullable<Endpoints['subsets']>;
}

function isRight(existing: DeepReadonly<Endpoints>, wanted: Content): boolean {
  return (
    semanticEqual(existing.subsets, wanted.subsets) &&
    semanticEqual(existing.metadata.labels, wanted.labels) &&
    semanticEqual(existing.metadata.annotations, wanted.annotations)
  );
}
