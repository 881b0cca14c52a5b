import type { Endpoints, Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import { type DeepReadonly, isNotFound, keyOf, nameOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1, discoveryv1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';
import { newControllerRef } from '@kubescript/component-helpers';

import { sliceLabels } from '../endpointslice/endpoint-slice-controller.ts';
import { type NewSlice, planSlices, type SlicePlan } from '../endpointslice/plan.ts';
import { SliceTracker } from '../endpointslice/slice-tracker.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { semanticEqual } from '../shared/equal.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';
import { mirroredGroups } from './desired.ts';

const manager = 'endpointslicemirroring-controller.k8s.io';
const skipMirror = 'endpointslice.kubernetes.io/skip-mirror';
const leaderElection = 'control-plane.alpha.kubernetes.io/leader';
const endpointsIndex = 'endpoints';

/**
 * Copies Endpoints that somebody wrote by hand, for services without a selector, to EndpointSlices.
 *
 * @go k8s.io/kubernetes/pkg/controller/endpointslicemirroring#Controller
 */
export class EndpointSliceMirroringController implements Controller {
  readonly name = 'endpointslice-mirroring-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #tracker = new SliceTracker();
  readonly #endpoints: SharedInformer<Endpoints>;
  readonly #services: SharedInformer<Service>;
  readonly #slices: SharedInformer<EndpointSlice>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name, backoff: { base: 10, max: 100_000 } });
    this.#endpoints = context.informers.for(corev1.endpoints);
    this.#services = context.informers.for(corev1.services);
    this.#slices = context.informers.for(discoveryv1.endpointslices);
    this.#slices.addIndexer(endpointsIndex, (slice) => (isMirror(slice) ? [endpointsKeyOf(slice)] : []));
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 5,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#endpoints, this.#services, this.#slices],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Brings the slices of one Endpoints up to date; those that are not to be mirrored have none. */
  async sync(key: string): Promise<void> {
    const slices = this.#slices.lister
      .byIndex(endpointsIndex, key)
      .filter((slice) => slice.metadata.deletionTimestamp === undefined);
    if (this.#tracker.isAhead(key, slices)) throw new Error(`the cached slices of ${key} are behind what was written`);
    const endpoints = this.#endpoints.lister.getByKey(key);
    const service = this.#services.lister.getByKey(key);
    if (endpoints === undefined || service === undefined || !isToBeMirrored(endpoints, service)) {
      await this.#apply(key, endpoints, { create: [], update: [], delete: slices });
      return;
    }
    for (const addressType of ['IPv4', 'IPv6'] as const) {
      const groups = mirroredGroups(endpoints, addressType);
      const existing = slices.filter((slice) => slice.addressType === addressType);
      const isOutdated = (slice: DeepReadonly<EndpointSlice>): boolean =>
        !semanticEqual(slice.metadata.labels, labelsFor(endpoints));
      const plan =
        groups.length === 0
          ? { create: [], update: [], delete: existing }
          : planSlices({ addressType, groups, existing, maxPerSlice: 1000, isOutdated });
      await this.#apply(key, endpoints, plan);
    }
  }

  async #apply(key: string, endpoints: DeepReadonly<Endpoints> | undefined, plan: SlicePlan): Promise<void> {
    const namespace = key.slice(0, key.indexOf('/'));
    const api = this.#context.client.resource(discoveryv1.endpointslices, namespace);
    if (endpoints !== undefined) {
      for (const made of plan.create) {
        try {
          this.#tracker.written(key, await api.create(sliceFor(endpoints, made)));
        } catch (err) {
          if (!isTerminatingNamespace(err)) throw err;
        }
      }
      for (const { slice, endpoints: content } of plan.update) {
        const metadata = { ...slice.metadata, labels: labelsFor(endpoints) };
        this.#tracker.written(key, await api.update({ ...slice, metadata, endpoints: content }));
      }
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
    const enqueue = (object: DeepReadonly<Endpoints> | DeepReadonly<Service>): void => {
      this.#queue.add(keyOf(object));
    };
    const onSlice = (slice: DeepReadonly<EndpointSlice>): void => {
      const key = endpointsKeyOf(slice);
      if (isMirror(slice) && !this.#tracker.knows(key, slice)) this.#queue.add(key);
    };
    this.#endpoints.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, endpoints) => {
        enqueue(endpoints);
      },
      onDelete: enqueue,
    });
    this.#services.addEventHandler({
      onAdd: enqueue,
      onUpdate: (old, service) => {
        if (!semanticEqual(old.spec.selector, service.spec.selector)) enqueue(service);
      },
      onDelete: enqueue,
    });
    this.#slices.addEventHandler({
      onAdd: onSlice,
      onUpdate: (_, slice) => {
        onSlice(slice);
      },
      onDelete: (slice) => {
        if (!isMirror(slice)) return;
        const key = endpointsKeyOf(slice);
        if (this.#tracker.isTracked(key, nameOf(slice))) this.#queue.add(key);
        this.#tracker.deleted(key, nameOf(slice));
      },
    });
  }
}

function isToBeMirrored(endpoints: DeepReadonly<Endpoints>, service: DeepReadonly<Service>): boolean {
  const { labels = {}, annotations = {} } = endpoints.metadata;
  if (labels[skipMirror] === 'true' || leaderElection in annotations) return false;
  return Object.keys(service.spec.selector ?? {}).length === 0;
}

function isMirror(slice: DeepReadonly<EndpointSlice>): boolean {
  return slice.metadata.labels?.[sliceLabels.managedBy] === manager;
}

function endpointsKeyOf(slice: DeepReadonly<EndpointSlice>): string {
  return `${namespaceOf(slice)}/${slice.metadata.labels?.[sliceLabels.serviceName] ?? ''}`;
}

function labelsFor(endpoints: DeepReadonly<Endpoints>): Record<string, string> {
  return {
    ...endpoints.metadata.labels,
    [sliceLabels.serviceName]: nameOf(endpoints),
    [sliceLabels.managedBy]: manager,
  };
}

function sliceFor(owner: DeepReadonly<Endpoints>, { addressType, ports, endpoints }: NewSlice): EndpointSlice {
  return {
    metadata: {
      generateName: `${nameOf(owner)}-`.slice(0, 58),
      namespace: namespaceOf(owner),
      labels: labelsFor(owner),
      ownerReferences: [newControllerRef(owner, { apiVersion: 'v1', kind: 'Endpoints' })],
    },
    addressType,
    ports: [...ports],
    endpoints: [...endpoints],
  };
}
