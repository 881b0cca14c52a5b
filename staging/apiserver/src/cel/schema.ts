/**
 * The part of an OpenAPI schema that expressions depend on. A custom resource's JSON schema is one as it stands;
 * where a schema is converted to one, do it once: declared types and values are kept by the schema object.
 */
export interface CelSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly items?: CelSchema | undefined;
  readonly properties?: Readonly<Record<string, CelSchema>> | undefined;
  readonly additionalProperties?: CelSchema | boolean | undefined;
  readonly required?: readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly default?: unknown;
  readonly nullable?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined;
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined;
  readonly 'x-kubernetes-list-type'?: string | undefined;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined;
}

/** The schema of additional properties, if there is one. */
export function additionalSchema(schema: CelSchema): CelSchema | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

const string: CelSchema = { type: 'string' };
const withMeta = new WeakMap<CelSchema, CelSchema>();

/**
 * The schema of a resource with what every resource has: apiVersion, kind, and name and generateName in metadata.
 * @go k8s.io/apiserver/pkg/cel/common#WithTypeAndObjectMeta
 */
export function withTypeAndObjectMeta(schema: CelSchema): CelSchema {
  const known = withMeta.get(schema);
  if (known !== undefined) return known;
  const extended = hasTypeAndObjectMeta(schema) ? schema : addTypeAndObjectMeta(schema);
  withMeta.set(schema, extended);
  return extended;
}

function hasTypeAndObjectMeta({ properties }: CelSchema): boolean {
  const metadata = properties?.metadata;
  const strings = [properties?.kind, properties?.apiVersion, metadata?.properties?.name];
  strings.push(metadata?.properties?.generateName);
  return metadata?.type === 'object' && strings.every((property) => property?.type === 'string');
}

function addTypeAndObjectMeta(schema: CelSchema): CelSchema {
  const metadata: CelSchema = { type: 'object', properties: { name: string, generateName: string } };
  return { ...schema, properties: { ...schema.properties, kind: string, apiVersion: string, metadata } };
}
