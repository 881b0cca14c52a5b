import type { GroupVersionKind } from '@kubescript/apimachinery';
import type { OpenApi } from '@kubescript/client';

import type { CelSchema } from '../schema.ts';
import { type OpenApiSchema, type OpenApiSchemas, populateRefs } from './populate-refs.ts';

/** Finds the schemas of kinds. */
export interface SchemaResolver {
  /** The schema of a kind; undefined if there is none. Rejects if it could not be looked for. */
  resolveSchema(kind: GroupVersionKind, options?: { readonly signal?: AbortSignal }): Promise<CelSchema | undefined>;
}

interface ReadDocument {
  readonly location: string;
  readonly schemas: OpenApiSchemas;
  readonly resolved: Map<string, CelSchema | undefined>;
}

/**
 * Finds the schemas of kinds in the OpenAPI v3 documents of a server. A document is read again only when it has
 * changed, and until then each of its kinds is resolved once.
 *
 * @go k8s.io/apiserver/pkg/cel/openapi/resolver#ClientDiscoveryResolver
 */
export class DiscoverySchemaResolver implements SchemaResolver {
  readonly #openApi: OpenApi;
  readonly #documents = new Map<string, ReadDocument>();

  constructor(openApi: OpenApi) {
    this.#openApi = openApi;
  }

  async resolveSchema(
    kind: GroupVersionKind,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<CelSchema | undefined> {
    const path = documentPath(kind);
    const location = (await this.#openApi.paths(options)).get(path);
    if (location === undefined) {
      this.#documents.delete(path);
      return undefined;
    }
    return schemaIn(await this.#read(path, location, options), kind);
  }

  async #read(path: string, location: string, options: { readonly signal?: AbortSignal }): Promise<ReadDocument> {
    const known = this.#documents.get(path);
    if (known?.location === location) return known;
    const document = (await this.#openApi.document(location, options)) as OpenApiDocument | undefined;
    const read = { location, schemas: document?.components?.schemas ?? {}, resolved: new Map() };
    this.#documents.set(path, read);
    return read;
  }
}

interface OpenApiDocument {
  readonly components?: { readonly schemas?: OpenApiSchemas };
}

function documentPath({ group, version }: GroupVersionKind): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function schemaIn({ schemas, resolved }: ReadDocument, kind: GroupVersionKind): CelSchema | undefined {
  if (!resolved.has(kind.kind)) {
    const name = Object.keys(schemas).find((candidate) => isOfKind(schemas[candidate], kind));
    resolved.set(kind.kind, name === undefined ? undefined : populateRefs(schemas, name));
  }
  return resolved.get(kind.kind);
}

const kindsExtension = 'x-kubernetes-group-version-kind';

function isOfKind(schema: OpenApiSchema | undefined, { group, version, kind }: GroupVersionKind): boolean {
  const kinds = (schema as { readonly [kindsExtension]?: readonly GroupVersionKind[] } | undefined)?.[kindsExtension];
  return (kinds ?? []).some((of) => of.group === group && of.version === version && of.kind === kind);
}
