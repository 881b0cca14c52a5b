import type { DeepReadonly, Scheme } from '@kubescript/apimachinery';
import { type DescribeKind, type OpenApiDocuments, mergeOpenApi, openApiDocuments } from '@kubescript/apiserver';
import { versionInfo } from '@kubescript/component-base';

import { isConditionTrue } from '../apis/helpers.ts';
import type { ServingInfo } from '../apiserver/serving-info.ts';
import { servedGroupVersions } from '../apiserver/served-groups.ts';
import { type StructuralSchema, isEmbeddedResource, isSchemaList, preservesUnknown } from '../schema/structural.ts';

type Json = Record<string, unknown>;
type Target = Parameters<DescribeKind>[1];

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const apiVersion = {
  description: 'The group and version of the kind: which schema the object follows. Servers may convert to another.',
  type: 'string',
};
const kindProperty = {
  description: 'The kind of the object. Cannot be updated.',
  type: 'string',
};

/**
 * The OpenAPI documents of custom resources, made from the schemas of their definitions when first asked for. What a
 * definition adds is made once, however often others change: the Swagger document has a piece for each, an OpenAPI 3
 * document is that of the definitions of its group and version.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder#BuildOpenAPIV3
 */
export class CustomOpenApi {
  readonly #scheme: Scheme;
  readonly #pieces = new WeakMap<ServingInfo, OpenApiDocuments>();
  #versions: ReadonlyMap<string, VersionDocuments> = new Map();

  constructor(scheme: Scheme) {
    this.#scheme = scheme;
  }

  /** The documents of these definitions. */
  documents(infos: readonly ServingInfo[]): OpenApiDocuments {
    const established = infos.filter(({ crd }) => isConditionTrue(crd, 'Established'));
    const versions = this.#versionsOf(established);
    const merged = mergeOpenApi(established.map((info) => this.#pieceOf(info)));
    return {
      ...merged,
      v3Paths: [...versions.keys()].sort(),
      v3(path) {
        const found = versions.get(path);
        if (!found) throw new Error(`there is no OpenAPI document of ${path}`);
        return found.documents.v3(path);
      },
    };
  }

  #pieceOf(info: ServingInfo): OpenApiDocuments {
    const known = this.#pieces.get(info) ?? this.#documentsOf([info]);
    this.#pieces.set(info, known);
    return known;
  }

  /** By path; those whose definitions are the same as before are kept. */
  #versionsOf(infos: readonly ServingInfo[]): ReadonlyMap<string, VersionDocuments> {
    const byPath = new Map<string, ServingInfo[]>();
    for (const info of infos) {
      for (const path of this.#pieceOf(info).v3Paths) {
        const others = byPath.get(path);
        if (others) others.push(info);
        else byPath.set(path, [info]);
      }
    }
    const next = new Map<string, VersionDocuments>();
    for (const [path, own] of byPath) {
      const before = this.#versions.get(path);
      const isSame = before?.infos.length === own.length && own.every((info, index) => info === before.infos[index]);
      next.set(path, isSame ? before : { infos: own, documents: this.#documentsOf(own) });
    }
    this.#versions = next;
    return next;
  }

  #documentsOf(infos: readonly ServingInfo[]): OpenApiDocuments {
    const { gitVersion } = versionInfo();
    return openApiDocuments(servedGroupVersions(infos), this.#scheme, gitVersion, newDescriber(infos));
  }
}

/** The documents of the definitions of one group and version. */
interface VersionDocuments {
  readonly infos: readonly ServingInfo[];
  readonly documents: OpenApiDocuments;
}

function newDescriber(infos: readonly ServingInfo[]): DescribeKind {
  return function describeKind({ group, version, kind }, target) {
    for (const { versions, crd } of infos) {
      if (crd.spec.group !== group) continue;
      const name = definitionName(group, version, kind);
      if (kind === versions.kind.kind) {
        return { name, schema: kindSchema(versions.schema(version) ?? {}, { group, version, kind }, target) };
      }
      if (kind === `${versions.kind.kind}List`) {
        const item = definitionName(group, version, versions.kind.kind);
        const listKind = { group, version, kind: versions.kind.listKind };
        return {
          name: definitionName(group, version, versions.kind.listKind),
          schema: listSchema(item, listKind, target),
        };
      }
    }
    return undefined;
  };
}

/** `com.example.v1.Widget` */
function definitionName(group: string, version: string, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function kindSchema(schema: StructuralSchema, gvk: Gvk, target: Target): Json {
  const described = schemaJson({ ...schema, 'x-kubernetes-embedded-resource': true }, target);
  const { 'x-kubernetes-embedded-resource': _embedded, ...rest } = described;
  return { ...rest, type: 'object', 'x-kubernetes-group-version-kind': [gvk] };
}

function listSchema(item: string, gvk: Gvk, { ref, refTo }: Target): Json {
  return {
    description: `${gvk.kind} is a list of ${gvk.kind.replace(/List$/, '')}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion,
      items: { description: 'The objects of the list.', type: 'array', items: refTo(item) },
      kind: kindProperty,
      metadata: { description: 'What every list has.', ...referring(ref(`${meta}.ListMeta`)) },
    },
    'x-kubernetes-group-version-kind': [gvk],
  };
}

/** A reference beside other members. */
function referring(reference: Json): Json {
  return { allOf: [reference] };
}

/** A schema as the document shows it: Swagger 2 knows neither junctors nor null, and hides what it cannot describe. */
function schemaJson(schema: StructuralSchema, target: Target): Json {
  const { properties, items, additionalProperties, ...own } = schema;
  if (target.version === 2 && (schema.nullable === true || (preservesUnknown(schema) && !isEmbeddedResource(schema)))) {
    const { description } = schema;
    const extension = preservesUnknown(schema) ? { 'x-kubernetes-preserve-unknown-fields': true } : {};
    return { ...(description === undefined ? {} : { description }), ...extension };
  }
  const members = mapValues(properties ?? {}, (property) => schemaJson(property, target));
  const all = isEmbeddedResource(schema) ? { ...members, ...resourceMembers(target) } : members;
  return {
    ...(target.version === 2 ? withoutJunctors(own) : own),
    ...(Object.keys(all).length > 0 ? { properties: all } : {}),
    ...(items === undefined || isSchemaList(items) ? {} : { items: schemaJson(items, target) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: schemaJson(additionalProperties, target) }
      : additionalProperties === undefined
        ? {}
        : { additionalProperties }),
  };
}

function withoutJunctors(schema: DeepReadonly<Json>): Json {
  const { allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, not: _not, ...rest } = schema;
  return rest;
}

function resourceMembers({ version, ref }: Target): Json {
  const description = 'What every object has: name, labels and so on.';
  const metadata = ref(`${meta}.ObjectMeta`);
  return {
    apiVersion,
    kind: kindProperty,
    metadata: version === 2 ? { description, ...metadata } : { description, ...referring(metadata) },
  };
}

function mapValues<T>(from: Readonly<Record<string, T>>, change: (value: T) => Json): Json {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));
}
