import type { Node, Pod, Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import { type DeepReadonly, isNotFound, keyOf, nameOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1, discoveryv1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';
import { newControllerRef } from '@kubescript/component-helpers';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { semanticEqual } from '../shared/equal.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';
import { isHeadless, onPodsOfServices, podsOfService, selectsPods } from '../shared/service-pods.ts';
import { addressTypesOf, desiredGroups } from './desired.ts';
import { type NewSlice, planSlices, type SlicePlan } from './plan.ts';
import { SliceTracker } from './slice-tracker.ts';

/** Labels of the slices that this controller keeps. */
export const sliceLabels = {
  serviceName: 'kubernetes.io/service-name',
  managedBy: 'endpointslice.kubernetes.io/managed-by',
  headless: 'service.kubernetes.io/headless',
} as const;

const manager = 'endpointslice-controller.k8s.io';
const serviceIndex = 'service';

/**
 * Keeps the EndpointSlices of services current with their pods.
 *
 * @go k8s.io/kubernetes/pkg/controller/endpointslice#Controller
 */
export class EndpointSliceController implements Controller {
  readonly name = 'endpointslice-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #maxPerSlice: number;
  readonly #queue: WorkQueue;
  readonly #tracker = new SliceTracker();
  readonly #services: SharedInformer<Service>;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  readonly #slices: SharedInformer<EndpointSlice>;

  constructor(context: ControllerContext, options: { readonly workers?: number; readonly maxPerSlice?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#maxPerSlice = options.maxPerSlice ?? 100;
    const backoff = { base: 10, max: 100_000 };
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name, backoff });
    this.#services = context.informers.for(corev1.services);
    this.#pods = context.informers.for(corev1.pods);
    this.#nodes = context.informers.for(corev1.nodes);
    this.#slices = context.informers.for(discoveryv1.endpointslices);
    this.#slices.addIndexer(serviceIndex, (slice) => (isOurs(slice) ? [serviceKeyOf(slice)] : []));
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#services, this.#pods, this.#nodes, this.#slices],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Brings the slices of one service up to date. */
  async sync(key: string): Promise<void> {
    const service = this.#services.lister.getByKey(key);
    if (service === undefined) {
      this.#tracker.forget(key);
      return;
    }
    if (!selectsPods(service) || service.metadata.deletionTimestamp !== undefined) return;
    const slices = this.#slices.lister
      .byIndex(serviceIndex, key)
      .filter((slice) => slice.metadata.deletionTimestamp === undefined);
    if (this.#tracker.isAhead(key, slices)) throw new Error(`the cached slices of ${key} are behind what was written`);
    const types = addressTypesOf(service);
    const unused = slices.filter((slice) => !types.some((type) => type === slice.addressType));
    await this.#apply(service, { create: [], update: [], delete: unused });
    for (const type of types) {
      const backends = {
        service,
        pods: podsOfService(this.#pods, service),
        nodeOf: (name: string) => this.#nodes.lister.get('', name),
      };
      const plan = planSlices({
        addressType: type,
        groups: desiredGroups(backends, type),
        existing: slices.filter((slice) => slice.addressType === type),
        maxPerSlice: this.#maxPerSlice,
        isOutdated: (slice) => !semanticEqual(slice.metadata.labels, labelsFor(service)),
      });
      await this.#apply(service, plan);
    }
  }

  async #apply(service: DeepReadonly<Service>, plan: SlicePlan): Promise<void> {
    const api = this.#context.client.resource(discoveryv1.endpointslices, namespaceOf(service));
    const key = keyOf(service);
    for (const made of plan.create) {
      try {
        this.#tracker.written(key, await api.create(sliceFor(service, made)));
      } catch (err) {
        if (!isTerminatingNamespace(err)) throw err;
      }
    }
    for (const { slice, endpoints } of plan.update) {
      const metadata = { ...slice.metadata, labels: labelsFor(service) };
      this.#tracker.written(key, await api.update({ ...slice, metadata, endpoints }));
    }
    for (const slice of plan.delete) {
      try {
        await api.delete(nameOf(slice));
        this.#tracker.deleted(key, nameOf(slice));
      } catch (err) {
        if (!isNotFound(err)) throw err;
      }
    }
  }

  #addHandlers(): void {
    const enqueue = (service: DeepReadonly<Service>): void => {
      this.#queue.add(keyOf(service));
    };
    this.#services.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, service) => {
        enqueue(service);
      },
      onDelete: enqueue,
    });
    onPodsOfServices(this.#pods, this.#services, (key) => {
      this.#queue.add(key);
    });
    this.#slices.addEventHandler({
      onAdd: (slice) => {
        this.onSlice(slice);
      },
      onUpdate: (_, slice) => {
        this.onSlice(slice);
      },
      onDelete: (slice) => {
        this.onSliceDelete(slice);
      },
    });
    this.#nodes.addEventHandler({
      onUpdate: (old, node) => {
        const zone = 'topology.kubernetes.io/zone';
        if (old.metadata.labels?.[zone] !== node.metadata.labels?.[zone]) this.#enqueueAll();
      },
    });
  }

  /** A slice of ours that was not written by us just now is put right. */
  onSlice(slice: DeepReadonly<EndpointSlice>): void {
    if (isOurs(slice) && !this.#tracker.knows(serviceKeyOf(slice), slice)) this.#queue.add(serviceKeyOf(slice));
  }

  /** A slice of ours that somebody else deleted is made again. */
  onSliceDelete(slice: DeepReadonly<EndpointSlice>): void {
    if (!isOurs(slice)) return;
    const key = serviceKeyOf(slice);
    if (this.#tracker.isTracked(key, nameOf(slice))) this.#queue.add(key);
    this.#tracker.deleted(key, nameOf(slice));
  }

  #enqueueAll(): void {
    for (const service of this.#services.lister.list()) if (selectsPods(service)) this.#queue.add(keyOf(service));
  }
}

function isOurs(slice: DeepReadonly<EndpointSlice>): boolean {
  return slice.metadata.labels?.[sliceLabels.managedBy] === manager;
}

function serviceKeyOf(slice: DeepReadonly<EndpointSlice>): string {
  return `${namespaceOf(slice)}/${slice.metadata.labels?.[sliceLabels.serviceName] ?? ''}`;
}

function labelsFor(service: DeepReadonly<Service>): Record<string, string> {
  const { [sliceLabels.headless]: _, ...labels } = service.metadata.labels ?? {};
  return {
    ...labels,
    ...(isHeadless(service) ? { [sliceLabels.headless]: '' } : {}),
    [sliceLabels.serviceName]: nameOf(service),
    [sliceLabels.managedBy]: manager,
  };
}

function sliceFor(service: DeepReadonly<Service>, { addressType, ports, endpoints }: NewSlice): EndpointSlice {
  return {
    metadata: {
      generateName: `${nameOf(service)}-`.slice(0, 58),
      namespace: namespaceOf(service),
      labels: labelsFor(service),
      ownerReferences: [newControllerRef(service, { apiVersion: 'v1', kind: 'Service' })],
    },
    addressType,
    ports: [...ports],
    endpoints: [...endpoints],
  };
}
