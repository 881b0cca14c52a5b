import type { Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import {
  type Clock,
  type DeepReadonly,
  type GroupVersion,
  type KubeObject,
  TaskGroup,
  realClock,
} from '@kubescript/apimachinery';
import {
  type DelegationTarget,
  type DiscoveryView,
  type ServiceEndpoint,
  newClusterIpResolver,
  newEndpointResolver,
} from '@kubescript/apiserver';
import {
  ClientSet,
  type EventHandler,
  type SharedInformer,
  type SharedInformerFactory,
  type Transport,
  type WorkQueueMetricsProvider,
  apiextensionsv1,
  apiregistrationv1,
  corev1,
  discoveryv1,
  newSharedInformerFactory,
} from '@kubescript/client';
import { type MetricsRegistry, newWorkQueueMetrics } from '@kubescript/component-base';

import { AggregatedTarget } from './aggregated-target.ts';
import { ApiServiceIndex } from './apis/api-service-index.ts';
import { serviceOf } from './apis/api-service.ts';
import { AutoRegisterController } from './autoregister/auto-register-controller.ts';
import { CustomRegistration } from './autoregister/custom-registration.ts';
import { type ApiServicePriority, localApiService } from './autoregister/desired.ts';
import { DiscoveryController } from './discovery/discovery-controller.ts';
import { newAggregatorView } from './discovery/view.ts';
import { RemoteOpenApiController } from './openapi/remote-openapi.ts';
import { ApiServiceProxy, type ProxyClientCertificate } from './proxy/api-service-proxy.ts';
import { type ServiceLister, lookupOf, withLoopback } from './proxy/service-resolver.ts';
import { newAvailabilityMetrics } from './status/availability-metrics.ts';
import { AvailabilityController } from './status/availability-controller.ts';
import { newDiscoveryProbe } from './status/probe.ts';

/** What an aggregator is made of. */
export interface AggregatorOptions {
  /** The servers of this process. */
  readonly local: DelegationTarget;
  /** A way into the front server as a member of system:masters; first used when the aggregator runs. */
  readonly transport: () => Transport;
  /** Where a built-in version stands in discovery; undefined for what is not to be registered at the start. */
  readonly priorityOf: (groupVersion: GroupVersion) => ApiServicePriority | undefined;
  /** Goes to the endpoints of Services rather than to their addresses (--enable-aggregator-routing). */
  readonly routesToEndpoints: boolean;
  /** The certificate by which extension servers know this one, as it is now. */
  readonly clientCertificate: () => ProxyClientCertificate | undefined;
  /** Where this process itself listens. */
  readonly loopback: () => ServiceEndpoint;
  readonly metrics: MetricsRegistry;
  readonly clock?: Clock;
  readonly onError: (error: unknown) => void;
}

const serviceNameLabel = 'kubernetes.io/service-name';
const apiextensionsGroup = 'apiextensions.k8s.io';

/**
 * The part of the API server that others register with: it routes their versions to them, shows them in discovery and
 * OpenAPI, and watches whether they are available. The front server gets `target` as its delegate and `view` for its
 * discovery.
 *
 * @go kube-aggregator/pkg/apiserver#APIAggregator
 */
export class Aggregator implements Disposable {
  /** Everything behind the aggregator. */
  readonly target: DelegationTarget;
  /** What the front server's discovery lists. */
  readonly view: DiscoveryView;
  readonly #options: AggregatorOptions;
  readonly #index = new ApiServiceIndex();
  readonly #proxy: ApiServiceProxy;
  readonly #discovery: DiscoveryController;
  readonly #openApi: RemoteOpenApiController;
  readonly #backends: { services?: SharedInformer<Service>; slices?: SharedInformer<EndpointSlice> } = {};
  readonly #queueMetrics: WorkQueueMetricsProvider;
  readonly #stop = new AbortController();
  readonly #synced = Promise.withResolvers<undefined>();
  readonly #registered = Promise.withResolvers<undefined>();
  #isSynced = false;

  constructor(options: AggregatorOptions) {
    this.#options = options;
    const { clock = realClock } = options;
    const lookup = lookupOf(this.#lister);
    const resolver = options.routesToEndpoints ? newEndpointResolver(lookup) : newClusterIpResolver(lookup);
    this.#proxy = new ApiServiceProxy({
      resolver: withLoopback(resolver, options.loopback),
      clientCertificate: options.clientCertificate,
    });
    this.#queueMetrics = newWorkQueueMetrics(options.metrics);
    const shared = { index: this.#index, proxy: this.#proxy, clock, queueMetrics: this.#queueMetrics };
    this.#discovery = new DiscoveryController(shared);
    this.#openApi = new RemoteOpenApiController(shared);
    this.target = new AggregatedTarget({
      index: this.#index,
      proxy: this.#proxy,
      openApi: this.#openApi,
      local: options.local,
    });
    this.view = newAggregatorView(this.#index, this.#discovery, () => this.#isSynced);
  }

  /** Resolves when the APIServices are known. */
  get synced(): Promise<undefined> {
    return this.#synced.promise;
  }

  /** Resolves when everything that was served at the start has an APIService that was seen to be available. */
  get registered(): Promise<undefined> {
    return this.#registered.promise;
  }

  /**
   * Works until the signal: registers what this process serves, and follows what others register.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock = realClock, onError } = this.#options;
    const client = new ClientSet(this.#options.transport());
    const factory = newSharedInformerFactory(client, { onError });
    const tasks = new TaskGroup(AbortSignal.any([signal, this.#stop.signal]));
    const apiServices = factory.for(apiregistrationv1.apiservices);
    const index = this.#index;
    const autoRegister = new AutoRegisterController({
      index,
      client: client.resource(apiregistrationv1.apiservices),
      onError,
      queueMetrics: this.#queueMetrics,
    });
    const availability = new AvailabilityController({
      index,
      queueMetrics: this.#queueMetrics,
      client: client.resource(apiregistrationv1.apiservices),
      services: this.#lister,
      servicesSynced: () => this.#backendsSynced(tasks.signal),
      metrics: newAvailabilityMetrics(this.#options.metrics),
      probe: newDiscoveryProbe(index, this.#proxy, { clock, signal: tasks.signal }),
      clock,
      onError,
    });
    index.listen((_, apiService) => {
      if (apiService && serviceOf(apiService)) this.#followBackends(factory, availability);
    });
    apiServices.addEventHandler(index);
    tasks.spawn('informers', (taskSignal) => factory.run(taskSignal));
    tasks.spawn('registration', async (taskSignal) => {
      await apiServices.whenSynced(taskSignal);
      this.#isSynced = true;
      this.#synced.resolve(undefined);
      await this.#wantLocal(autoRegister, factory, taskSignal);
      void autoRegister.complete.then(this.#registered.resolve);
      await autoRegister.run(taskSignal);
    });
    tasks.spawn('availability', (taskSignal) => availability.run(taskSignal));
    tasks.spawn('discovery', (taskSignal) => this.#discovery.run(taskSignal));
    tasks.spawn('openapi', (taskSignal) => this.#openApi.run(taskSignal));
    await tasks.wait();
  }

  /** Closes the connections to extension servers. */
  [Symbol.dispose](): void {
    this.#stop.abort(new Error('the aggregator is closed'));
    this.#proxy[Symbol.dispose]();
  }

  /** Wants an APIService for everything that is served: what is built in once, custom resources for good. */
  async #wantLocal(
    autoRegister: AutoRegisterController,
    factory: SharedInformerFactory,
    signal: AbortSignal,
  ): Promise<void> {
    const served = this.#options.local.groupVersions();
    const definitions = served.some(({ group }) => group === apiextensionsGroup)
      ? factory.for(apiextensionsv1.customresourcedefinitions)
      : undefined;
    await definitions?.whenSynced(signal);
    const custom = new CustomRegistration(autoRegister);
    definitions?.addEventHandler({
      onAdd: (definition) => {
        custom.set(definition);
      },
      onUpdate: (_, definition) => {
        custom.set(definition);
      },
      onDelete: (definition) => {
        custom.delete(definition);
      },
    });
    for (const groupVersion of served) {
      const priority = this.#options.priorityOf(groupVersion);
      if (priority) autoRegister.add(localApiService(groupVersion, priority, 'onstart'));
    }
  }

  /** Services are of interest as soon as somebody else serves something, and not before. */
  #followBackends(factory: SharedInformerFactory, availability: AvailabilityController): void {
    if (this.#backends.services) return;
    const onService = ({ metadata }: DeepReadonly<Service>): void => {
      availability.serviceChanged(metadata.namespace ?? '', metadata.name ?? '');
    };
    const onSlice = ({ metadata }: DeepReadonly<EndpointSlice>): void => {
      availability.serviceChanged(metadata.namespace ?? '', metadata.labels?.[serviceNameLabel] ?? '');
    };
    this.#backends.services = factory.for(corev1.services);
    this.#backends.slices = factory.for(discoveryv1.endpointslices);
    this.#backends.slices.addIndexer(serviceNameLabel, ({ metadata }) => [
      `${metadata.namespace ?? ''}/${metadata.labels?.[serviceNameLabel] ?? ''}`,
    ]);
    this.#backends.services.addEventHandler(onAnyChange<Service>(onService));
    this.#backends.slices.addEventHandler(onAnyChange<EndpointSlice>(onSlice));
  }

  async #backendsSynced(signal: AbortSignal): Promise<void> {
    await this.#backends.services?.whenSynced(signal);
    await this.#backends.slices?.whenSynced(signal);
  }

  get #lister(): ServiceLister {
    return {
      service: (namespace, name) => this.#backends.services?.lister.get(namespace, name),
      endpointSlices: (namespace, name) =>
        this.#backends.slices?.lister.byIndex(serviceNameLabel, `${namespace}/${name}`) ?? [],
    };
  }
}

function onAnyChange<T extends KubeObject>(handle: (object: DeepReadonly<T>) => void): EventHandler<T> {
  return {
    onAdd: handle,
    onUpdate: (_, object) => {
      handle(object);
    },
    onDelete: handle,
  };
}
