import { isJsonObject, type JsonObject } from '@kubescript/apimachinery';
import type { DiscoveredResource } from '@kubescript/client';

/** The schemas of an OpenAPI v3 document, with references followed. */
export class OpenApiSchemas {
  readonly #schemas: Readonly<Record<string, JsonObject>>;

  constructor(schemas: Readonly<Record<string, JsonObject>>) {
    this.#schemas = schemas;
  }

  /** The schema of a kind; throws if the document has none. */
  ofKind({ group, version, kind }: Pick<DiscoveredResource, 'group' | 'version' | 'kind'>): JsonObject {
    const found = Object.values(this.#schemas).find((schema) => {
      const kinds = schema['x-kubernetes-group-version-kind'];
      return (
        Array.isArray(kinds) &&
        kinds.some((gvk: JsonObject) => gvk['kind'] === kind && gvk['group'] === group && gvk['version'] === version)
      );
    });
    if (found === undefined) throw new Error(`couldn't find the schema of ${kind} in the server's OpenAPI document`);
    return found;
  }

  /** A schema with its reference followed; what stands beside the reference (a description) wins. */
  resolve(schema: JsonObject): JsonObject {
    const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as JsonObject[]) : [];
    const target = [schema, ...parts].map((part) => part['$ref']).find((ref) => typeof ref === 'string');
    if (typeof target !== 'string') return schema;
    const name = target.slice(target.lastIndexOf('/') + 1);
    return { ...this.#schemas[name], ...schema };
  }

  /** The members of an object; of the elements of a list or the values of a map. */
  members(schema: JsonObject): Readonly<Record<string, JsonObject>> {
    const inner = this.innermost(schema);
    return isJsonObject(inner['properties']) ? (inner['properties'] as Record<string, JsonObject>) : {};
  }

  /** Past lists and maps: the schema of what is in them. */
  innermost(schema: JsonObject): JsonObject {
    const resolved = this.resolve(schema);
    const next = resolved['items'] ?? resolved['additionalProperties'];
    return isJsonObject(next) && !isJsonObject(resolved['properties']) ? this.innermost(next) : resolved;
  }

  /** `[]Container`, `map[string]string`, `integer`. */
  typeName(schema: JsonObject): string {
    const resolved = this.resolve(schema);
    if (isJsonObject(resolved['items'])) return `[]${this.typeName(resolved['items'])}`;
    if (isJsonObject(resolved['additionalProperties']))
      return `map[string]${this.typeName(resolved['additionalProperties'])}`;
    const ref = this.#refName(schema);
    if (ref !== '' && resolved['type'] !== 'string') return ref;
    return ref === '' ? scalarName(resolved['type']) : (resolved['type'] as string);
  }

  #refName(schema: JsonObject): string {
    const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as JsonObject[]) : [];
    const ref = [schema, ...parts].map((part) => part['$ref']).find((value) => typeof value === 'string');
    return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('.') + 1) : '';
  }
}

function scalarName(type: unknown): string {
  return typeof type === 'string' && type !== 'object' ? type : 'Object';
}
