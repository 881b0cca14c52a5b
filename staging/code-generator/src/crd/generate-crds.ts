import type { ApiPackage, ApiType } from '../model.ts';
import { markerOf, markersOf } from '../model.ts';
import { parseResource } from '../resource-marker.ts';
import { parseOptions } from './options.ts';
import { type JsonSchema, schemaOfType } from './schema.ts';

/** A CustomResourceDefinition, as it is applied. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

interface Kind {
  readonly api: ApiPackage;
  readonly type: ApiType;
}

/**
 * The CustomResourceDefinitions of the types with `@resource`, sorted by name. Packages of one group are its versions;
 * of several versions of a kind one needs `@storageVersion`. Throws an Error that names type and marker if there is
 * something that a CustomResourceDefinition cannot say.
 */
export function generateCrds(packages: readonly ApiPackage[]): readonly CustomResourceDefinition[] {
  const kinds = packages.flatMap((api) =>
    api.types.filter((type) => markerOf(type, 'resource') !== undefined).map((type) => ({ api, type })),
  );
  const byKind = Map.groupBy(kinds, ({ api, type }) => `${api.group}/${type.name}`);
  return [...byKind.values()].map(crdOf).toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

function crdOf(versions: readonly Kind[]): CustomResourceDefinition {
  const stored = storedOf(versions);
  const { resource, namespaced, shortNames, categories } = parseResource(markerOf(stored.type, 'resource') ?? '');
  const { group } = stored.api;
  const kind = stored.type.name;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}`, ...annotationsOf(stored.type) },
    spec: {
      group,
      names: {
        plural: resource,
        singular: kind.toLowerCase(),
        kind,
        listKind: `${kind}List`,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        ...(categories.length === 0 ? {} : { categories }),
      },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      versions: versions.map((version) => versionOf(version, version === stored)),
    },
  };
}

function storedOf(versions: readonly Kind[]): Kind {
  const [first] = versions;
  const marked = versions.filter(({ type }) => markerOf(type, 'storageVersion') !== undefined);
  const stored = versions.length === 1 ? first : marked[0];
  if (stored === undefined || marked.length > 1) {
    throw new Error(`${first?.type.name ?? ''}: exactly one of its versions needs @storageVersion`);
  }
  return stored;
}

function annotationsOf(type: ApiType): { readonly annotations?: Readonly<Record<string, string>> } {
  const annotations = markersOf(type, 'annotation').map((text) => {
    const options = parseOptions('annotation', text, ['name', 'value']);
    return [options.get('name') ?? '', options.get('value') ?? ''] as const;
  });
  return annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) };
}

function versionOf({ api, type }: Kind, storage: boolean): JsonSchema {
  const deprecated = markerOf(type, 'deprecated');
  const columns = markersOf(type, 'printColumn').map((text) => columnOf(type, text));
  const selectable = markersOf(type, 'selectableField').map((jsonPath) => ({ jsonPath }));
  const subresources = subresourcesOf(type);
  return {
    name: api.version,
    served: markerOf(type, 'unserved') === undefined,
    storage,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(deprecated === undefined || deprecated === '' ? {} : { deprecationWarning: deprecated }),
    schema: { openAPIV3Schema: schemaOfType(api, type) },
    ...(subresources === undefined ? {} : { subresources }),
    ...(selectable.length === 0 ? {} : { selectableFields: selectable }),
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns }),
  };
}

const columnOptions = ['name', 'type', 'jsonPath', 'description', 'format', 'priority'];

function columnOf(type: ApiType, text: string): JsonSchema {
  const options = parseOptions('printColumn', text, columnOptions);
  const missing = ['name', 'type', 'jsonPath'].find((name) => !options.has(name));
  if (missing !== undefined) throw new Error(`${type.name}: @printColumn ${text}: no ${missing}`);
  const { priority, ...column } = Object.fromEntries(options);
  return priority === undefined ? column : { ...column, priority: Number(priority) };
}

const scaleOptions = ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'];

function subresourcesOf(type: ApiType): JsonSchema | undefined {
  const { subresources } = parseResource(markerOf(type, 'resource') ?? '');
  const unknown = subresources.find((name) => name !== 'status');
  if (unknown !== undefined) throw new Error(`${type.name}: subresource ${unknown}: status or @scale`);
  const scale = markerOf(type, 'scale');
  if (subresources.length === 0 && scale === undefined) return undefined;
  return {
    ...(subresources.length === 0 ? {} : { status: {} }),
    ...(scale === undefined ? {} : { scale: Object.fromEntries(parseOptions('scale', scale, scaleOptions)) }),
  };
}
