import {
  type Clock,
  type DeepReadonly,
  type GroupResource,
  type Scheme,
  TaskGroup,
  newMethodNotSupported,
  newNotFound,
} from '@kubescript/apimachinery';
import {
  type ApiGroupVersion,
  type Backend,
  type DelegationTarget,
  type EndpointDeps,
  HookClientManager,
  type NewStore,
  type OpenApiDocuments,
  type ResourceRouter,
  type ServiceResolver,
  mergeOpenApi,
  newResourceRouter,
  newStorageMetrics,
  openApiDocuments,
} from '@kubescript/apiserver';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import { type MetricsRegistry, newWorkQueueMetrics, versionInfo } from '@kubescript/component-base';

import { newCelMetrics } from '../schema/cel/cel-metrics.ts';
import { ClientSet, type Transport, apiextensionsv1, newSharedInformer } from '@kubescript/client';

import { isConditionTrue, nameOfDefinition, versionOf } from '../apis/helpers.ts';
import { newControllers } from '../controllers/controllers.ts';
import { type DefinitionStore, installDefinitions, openDefinitionStore } from '../registry/definition/rest.ts';
import { newMetadataDecoder } from '../schema/object-meta.ts';
import { newWebhookBackend } from '../conversion/webhook-backend.ts';
import { CustomOpenApi } from '../openapi/builder.ts';
import { DefinitionCache } from './definition-cache.ts';
import { servedGroupVersions } from './served-groups.ts';
import type { ServingDeps, ServingInfo } from './serving-info.ts';

type ServerRequest = Parameters<DelegationTarget['handle']>[0];
type ServerResponse = Awaited<NonNullable<ReturnType<DelegationTarget['handle']>>>;
type Crd = DeepReadonly<CustomResourceDefinition>;

/** What the server of custom resources is made of. */
export interface ApiExtensionsOptions {
  /** What all endpoint handlers of the process share. */
  readonly endpoints: Omit<EndpointDeps, 'scheme'>;
  readonly scheme: Scheme;
  readonly newStore: NewStore;
  /** The store of a resource, whose values may be encrypted. */
  readonly backendFor: (resource: GroupResource) => Backend;
  /** Finds the Services behind which conversion webhooks are. */
  readonly serviceResolver: ServiceResolver;
  readonly clock: Clock;
  readonly metrics?: MetricsRegistry;
  /** Told of what controllers could not do and try again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Serves CustomResourceDefinitions, and the resources that they define. It stands behind kube-apiserver, whose handler
 * chain requests have passed. `run` has to be called for definitions to take effect.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver#CustomResourceDefinitions
 */
export class ApiExtensionsServer implements DelegationTarget, AsyncDisposable {
  readonly #options: ApiExtensionsOptions;
  readonly #store: DefinitionStore;
  readonly #own: ApiGroupVersion;
  readonly #router: ResourceRouter;
  readonly #cache: DefinitionCache;
  readonly #hookClients: HookClientManager;
  readonly #synced = Promise.withResolvers<undefined>();
  readonly #ownDocuments: OpenApiDocuments;
  readonly #customOpenApi: CustomOpenApi;
  #documents: { readonly of: number; readonly documents: OpenApiDocuments } | undefined;
  #groups: { readonly of: number; readonly versions: readonly ApiGroupVersion[] } | undefined;

  constructor(options: ApiExtensionsOptions) {
    const { endpoints, scheme, backendFor, clock, newStore, serviceResolver } = options;
    this.#options = options;
    this.#store = openDefinitionStore(newStore, scheme);
    this.#own = installDefinitions(this.#store, clock);
    this.#router = newResourceRouter([this.#own], { ...endpoints, scheme });
    this.#customOpenApi = new CustomOpenApi(scheme);
    this.#ownDocuments = openApiDocuments([this.#own], scheme, versionInfo().gitVersion);
    const decodeMetadata = newMetadataDecoder(scheme.schemas);
    const { metrics } = options;
    this.#hookClients = new HookClientManager({ serviceResolver, ...(metrics && { metrics }) });
    const serving: ServingDeps = {
      endpoints,
      scheme,
      backendFor,
      clock,
      decodeMetadata,
      ...(metrics && { celMetrics: newCelMetrics(metrics), metricsFor: newStorageMetrics(metrics) }),
      convertingBackend: (backend, versions, version) =>
        newWebhookBackend({ backend, versions, version, clients: this.#hookClients, decodeMetadata }),
    };
    this.#cache = new DefinitionCache(serving);
  }

  handle(request: ServerRequest): Promise<ServerResponse> | undefined {
    const { info } = request;
    if (!info?.isResourceRequest || info.apiPrefix !== 'apis') return undefined;
    if (info.apiGroup === this.#own.group) return this.#router.handle(request);
    const served = this.#cache.get(nameOfDefinition(info.resource, info.apiGroup));
    return served && isServed(served.crd, info) ? serve(request, served) : undefined;
  }

  groupVersions(): readonly ApiGroupVersion[] {
    const { generation } = this.#cache;
    if (this.#groups?.of !== generation) {
      this.#groups = { of: generation, versions: [this.#own, ...servedGroupVersions(this.#cache.all())] };
    }
    return this.#groups.versions;
  }

  openApi(): OpenApiDocuments {
    const { schemaGeneration } = this.#cache;
    if (this.#documents?.of !== schemaGeneration) {
      const custom = this.#customOpenApi.documents(this.#cache.all());
      this.#documents = { of: schemaGeneration, documents: mergeOpenApi([this.#ownDocuments, custom]) };
    }
    return this.#documents.documents;
  }

  paths(): readonly string[] {
    return [];
  }

  /** Resolves when all definitions that there were at the start are served; rejects with the signal's reason. */
  async whenSynced(signal: AbortSignal): Promise<void> {
    const stopped = Promise.withResolvers<undefined>();
    const stop = (): void => {
      stopped.reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([this.#synced.promise, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Follows definitions and runs their controllers until the signal. `transport` leads into the front server. */
  async run(transport: Transport, signal: AbortSignal): Promise<void> {
    const { clock, onError, metrics } = this.#options;
    const client = new ClientSet(transport, { clock }).resource(apiextensionsv1.customresourcedefinitions);
    const informer = newSharedInformer({ client, clock, onError });
    this.#cache.follow(informer);
    const tasks = new TaskGroup(signal);
    for (const controller of newControllers({
      client,
      informer,
      store: this.#store,
      cache: this.#cache,
      clock,
      onError,
      ...(metrics && { queueMetrics: newWorkQueueMetrics(metrics) }),
    })) {
      tasks.spawn(controller.name, (taskSignal) => controller.run(taskSignal));
    }
    tasks.spawn('informer', (taskSignal) => informer.run(taskSignal));
    tasks.spawn('sync', async (taskSignal) => {
      await informer.whenSynced(taskSignal);
      this.#synced.resolve(undefined);
    });
    await tasks.wait();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cache[Symbol.asyncDispose]();
    this.#hookClients[Symbol.dispose]();
  }
}

type RequestInfo = NonNullable<ServerRequest['info']>;
/** Verbs for which a namespaced resource needs no namespace. */
const acrossNamespaces: ReadonlySet<string> = new Set(['list', 'watch']);

/** Whether the path leads to something that the definition serves. */
function isServed(crd: Crd, info: RequestInfo): boolean {
  const namespaced = crd.spec.scope === 'Namespaced';
  const hasNamespace = info.namespace !== '';
  if (!namespaced && hasNamespace) return false;
  if (namespaced && !hasNamespace && !acrossNamespaces.has(info.verb)) return false;
  if (versionOf(crd, info.apiVersion)?.served !== true) return false;
  return isConditionTrue(crd, 'NamesAccepted') || isConditionTrue(crd, 'Established');
}

const resourceVerbs: ReadonlySet<string> = new Set([
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]);
const subresourceVerbs: ReadonlySet<string> = new Set(['get', 'update', 'patch']);

/** @go k8s.io/apiextensions-apiserver/pkg/apiserver#(*crdHandler).ServeHTTP */
async function serve(request: ServerRequest, served: ServingInfo): Promise<ServerResponse> {
  const info = request.info as RequestInfo;
  const resource = { group: info.apiGroup, resource: info.resource };
  const version = served.version(info.apiVersion);
  const isKnown = info.subresource === '' || Object.hasOwn(version?.installed.subresources ?? {}, info.subresource);
  if (!version || !isKnown) throw newNotFound(resource, info.name);
  const verbs = info.subresource === '' ? resourceVerbs : subresourceVerbs;
  if (!verbs.has(info.verb)) throw newMethodNotSupported(resource, info.verb);
  const answer = async (): Promise<ServerResponse> => {
    const response = await version.router.handle(request);
    if (!response) throw newNotFound(resource, info.name);
    return response;
  };
  return info.verb === 'watch' ? answer() : served.track(answer);
}
