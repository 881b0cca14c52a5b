import {
  type Clock,
  type DeepReadonly,
  type GroupResource,
  type KubeObject,
  type Scheme,
  apiVersionOf,
  fieldSetOf,
  jsonEqual,
  nameOf,
  newForbidden,
} from '@kubescript/apimachinery';
import {
  type Backend,
  type EndpointDeps,
  type InstalledResource,
  type ResourceRouter,
  type StorageMetrics,
  Store,
  compareVersions,
  newResourceRouter,
} from '@kubescript/apiserver';
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@kubescript/api/apiextensions/v1';

import { isConditionTrue } from '../apis/helpers.ts';
import { CustomScaleRest } from '../registry/scale.ts';
import { newCustomResourceStrategy, newStatusStrategy } from '../registry/strategy.ts';
import { newTableConvertor } from '../registry/table.ts';
import { selectableFieldsOf } from '../registry/selectable-fields.ts';
import type { CelMetrics } from '../schema/cel/cel-metrics.ts';
import { CustomResourceValidator } from '../registry/validator.ts';
import type { DecodeMetadata } from '../schema/object-meta.ts';
import { CustomResourceCodec } from './custom-resource-codec.ts';
import { CustomResourceScheme } from './custom-resource-scheme.ts';
import { CustomResourceVersions } from './custom-resource-versions.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;

/** What serving custom resources takes. */
export interface ServingDeps {
  readonly endpoints: Omit<EndpointDeps, 'scheme'>;
  /** Knows the built-in kinds. */
  readonly scheme: Scheme;
  readonly backendFor: (resource: GroupResource) => Backend;
  readonly clock: Clock;
  readonly decodeMetadata: DecodeMetadata;
  /** Gives a store in which the objects of a definition are in one version, where a webhook converts them. */
  readonly convertingBackend: (backend: Backend, versions: CustomResourceVersions, version: string) => Backend;
  readonly celMetrics?: CelMetrics;
  /** What the caches and lists of a resource are counted by. */
  readonly metricsFor?: (resource: GroupResource) => StorageMetrics;
}

/** One version of a custom resource as it is served. */
export interface ServedVersion {
  readonly store: Store<KubeObject>;
  readonly installed: InstalledResource;
  readonly router: ResourceRouter;
}

/**
 * What serves the objects of a definition as it stands; a definition whose spec or accepted names change gets another.
 * Stores, caches and schemas of a version are made when it is first asked for.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver#crdInfo
 */
export class ServingInfo implements AsyncDisposable {
  readonly versions: CustomResourceVersions;
  readonly #deps: ServingDeps;
  readonly #served = new Map<string, ServedVersion>();
  #crd: Crd;
  #inFlight = 0;
  #drained: (() => void) | undefined;

  constructor(crd: Crd, deps: ServingDeps) {
    this.#crd = crd;
    this.versions = new CustomResourceVersions(crd);
    this.#deps = deps;
  }

  /** The definition as it was last seen. */
  get crd(): Crd {
    return this.#crd;
  }

  /** Takes a new state of the definition; false if it needs to be served anew. */
  accept(crd: Crd): boolean {
    const isSame =
      crd.metadata.uid === this.#crd.metadata.uid &&
      jsonEqual(crd.spec, this.#crd.spec) &&
      jsonEqual(crd.status.acceptedNames, this.#crd.status.acceptedNames);
    if (isSame) this.#crd = crd;
    return isSame;
  }

  /** The version, if the definition has it. */
  version(name: string): ServedVersion | undefined {
    const known = this.#served.get(name);
    if (known) return known;
    const version = this.versions.version(name);
    if (!version) return undefined;
    const served = this.#serve(version);
    this.#served.set(name, served);
    return served;
  }

  /** The store of the version in which objects are stored. */
  storageStore(): Store<KubeObject> | undefined {
    return this.version(this.versions.storageVersion)?.store;
  }

  /** Runs a request, which ends before the stores do. */
  async track<R>(run: () => Promise<R>): Promise<R> {
    this.#inFlight++;
    try {
      return await run();
    } finally {
      this.#inFlight--;
      if (this.#inFlight === 0) this.#drained?.();
    }
  }

  /** Ends watches once requests that run have ended, and closes the stores. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    await Promise.all([...this.#served.values()].map(({ store }) => store[Symbol.asyncDispose]()));
  }

  #serve(version: DeepReadonly<CustomResourceDefinitionVersion>): ServedVersion {
    const { endpoints, scheme: base, decodeMetadata } = this.#deps;
    const { name } = version;
    const scheme = new CustomResourceScheme(name, { versions: this.versions, base, decodeMetadata });
    const { store, status, scale } = this.#open(version);
    const installed: InstalledResource = {
      ...installedNames(this.#crd, version),
      rest: store,
      subresources: { ...(status ? { status } : {}), ...(scale ? { scale } : {}) },
    };
    const group = { group: this.versions.kind.group, version: name, resources: [installed] };
    return { store, installed, router: newResourceRouter([group], { ...endpoints, scheme }) };
  }

  #open(version: DeepReadonly<CustomResourceDefinitionVersion>): {
    readonly store: Store<KubeObject>;
    readonly status?: InstalledResource['rest'];
    readonly scale?: InstalledResource['rest'];
  } {
    const { versions } = this;
    const { name, subresources, additionalPrinterColumns = [] } = version;
    const { decodeMetadata, clock, metricsFor } = this.#deps;
    const { group } = versions.kind;
    const plural = this.#crd.status.acceptedNames?.plural ?? this.#crd.spec.names.plural;
    const resource = { group, resource: plural };
    const kind = { group, version: name, kind: versions.kind.kind };
    const scalePaths = subresources?.scale;
    const options = {
      namespaced: this.#crd.spec.scope === 'Namespaced',
      kind,
      hasStatus: subresources?.status !== undefined,
      validator: new CustomResourceValidator({
        schema: () => versions.schema(name),
        scale: scalePaths,
        decodeMetadata,
        celMetrics: this.#deps.celMetrics,
      }),
      ...selectableFieldsOf(version),
    };
    const { backend, storedAs } = this.#storage(name, resource);
    const store = new Store<KubeObject>(
      {
        resource,
        kind,
        keyPrefix: `${group}/${plural}`,
        strategy: newCustomResourceStrategy(options),
        codec: new CustomResourceCodec({ versions, version: name, storedAs, decodeMetadata }),
        table: newTableConvertor(additionalPrinterColumns),
        kindOf: (object) => ({ group, kind: object.kind ?? '' }),
        resetFields: options.hasStatus ? statusField : noFields,
        hooks: { beginCreate: (object) => this.#beginCreate(object, resource) },
      },
      { backend, scheme: this.#deps.scheme, clock, ...(metricsFor && { metricsFor }) },
    );
    return {
      store,
      ...(options.hasStatus
        ? { status: { ...store.withUpdateStrategy(newStatusStrategy(options)), resetFields: allButStatus } }
        : {}),
      ...(scalePaths
        ? { scale: new CustomScaleRest({ store, resource, apiVersion: apiVersionOf(kind), paths: scalePaths }) }
        : {}),
    };
  }

  #storage(version: string, resource: GroupResource): { readonly backend: Backend; readonly storedAs: string } {
    const { versions } = this;
    const converts = versions.crd.spec.conversion?.strategy === 'Webhook';
    const backend = this.#deps.backendFor(resource);
    if (!converts) return { backend, storedAs: versions.storageVersion };
    return { backend: this.#deps.convertingBackend(backend, versions, version), storedAs: version };
  }

  /** No objects are made of a definition that goes. */
  #beginCreate(object: KubeObject, resource: { readonly group: string; readonly resource: string }): () => void {
    if (isConditionTrue(this.#crd, 'Terminating')) {
      const message = 'create not allowed while custom resource definition is terminating';
      throw newForbidden(resource, nameOf(object), message);
    }
    return () => undefined;
  }
}

const noFields = fieldSetOf([]);
const statusField = fieldSetOf([['f:status']]);
const allButStatus = fieldSetOf([['f:spec'], ['f:metadata']]);

const allVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
/** What may be done with objects whose definition goes. */
const endingVerbs = ['delete', 'deletecollection', 'get', 'list', 'watch'];

/** What discovery says about a version. */
function installedNames(
  crd: Crd,
  version: DeepReadonly<CustomResourceDefinitionVersion>,
): Omit<InstalledResource, 'rest' | 'subresources'> {
  const { names, scope } = crd.spec;
  const { plural, singular = '', shortNames = [], categories = [] } = crd.status.acceptedNames ?? names;
  const storageVersion = crd.spec.versions.find(({ storage }) => storage)?.name;
  const deprecation = deprecationOf(crd, version);
  return {
    resource: plural,
    singular,
    namespaced: scope === 'Namespaced',
    shortNames,
    categories,
    verbs: isConditionTrue(crd, 'Terminating') ? endingVerbs : allVerbs,
    ...(storageVersion === undefined ? {} : { storageVersion }),
    ...(deprecation === undefined ? {} : { deprecation }),
  };
}

/** @go k8s.io/apiextensions-apiserver/pkg/apiserver#defaultDeprecationWarning */
function deprecationOf(crd: Crd, version: DeepReadonly<CustomResourceDefinitionVersion>): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names, versions } = crd.spec;
  const message = `${group}/${version.name} ${names.kind} is deprecated`;
  const [better] = versions
    .filter(({ served, deprecated, name }) => served && deprecated !== true && compareVersions(name, version.name) < 0)
    .map(({ name }) => name)
    .sort(compareVersions);
  return better === undefined ? message : `${message}; use ${group}/${better} ${names.kind}`;
}

/** The resource of a version as discovery shows it now; its stores are opened when it is used. */
export function discoveredResource(info: ServingInfo, name: string): InstalledResource | undefined {
  const version = info.versions.version(name);
  if (!version) return undefined;
  return {
    ...installedNames(info.crd, version),
    get rest() {
      return (info.version(name) as ServedVersion).installed.rest;
    },
    get subresources() {
      return (info.version(name) as ServedVersion).installed.subresources;
    },
  };
}
