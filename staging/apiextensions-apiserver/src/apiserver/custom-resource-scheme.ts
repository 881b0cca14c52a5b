import {
  DecodeError,
  type Decoded,
  type DeepReadonly,
  type GroupKind,
  type GroupVersion,
  type GroupVersionKind,
  type KubeObject,
  type Scheme,
  type TypeSchemas,
  type UnstructuredKind,
  apiVersionOf,
  formatFieldError,
  newBadRequest,
} from '@kubescript/apimachinery';

import { applyDefaults, dropForbiddenNulls } from '../schema/defaulting.ts';
import { type DecodeMetadata, coerceEmbedded, decodeLeniently, statedVersion } from '../schema/object-meta.ts';
import { pruneUnknown } from '../schema/pruning.ts';
import { type Json, type StructuralSchema, isObject } from '../schema/structural.ts';
import { CustomTypeSchemas } from '../schema/type-schemas.ts';
import type { CustomResourceVersions } from './custom-resource-versions.ts';

/** What schemes of custom resources are made from. */
export interface CustomResourceSchemeOptions {
  readonly versions: CustomResourceVersions;
  /** Knows the built-in kinds that are served beside the objects: Scale, DeleteOptions. */
  readonly base: Scheme;
  readonly decodeMetadata: DecodeMetadata;
}

/**
 * One version of a custom resource as the endpoint handlers see it. The version of the request is the one in which
 * objects are worked on, so it is its own hub.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver#unstructuredNegotiatedSerializer
 */
export class CustomResourceScheme implements Scheme {
  readonly unstructured: UnstructuredKind;
  readonly schemas: TypeSchemas;
  readonly #options: CustomResourceSchemeOptions;

  constructor(version: string, options: CustomResourceSchemeOptions) {
    const { versions, base } = options;
    this.unstructured = { ...versions.kind, version };
    this.#options = options;
    // What managers applied in other versions is followed by the names of fields. Where a webhook converts that is an
    // approximation: it is not asked, so fields that it renames have no conflicts across versions.
    this.schemas = new CustomTypeSchemas(base.schemas, this.unstructured, (name) => versions.schema(name));
  }

  versionsOf(kind: GroupKind): readonly string[] {
    if (!this.#isOwn(kind)) return this.#options.base.versionsOf(kind);
    return this.#options.versions.crd.spec.versions.map(({ name }) => name);
  }

  hubOf(kind: GroupVersionKind): GroupVersionKind | undefined {
    return this.#isOwn(kind) ? kind : this.#options.base.hubOf(kind);
  }

  decode(
    value: unknown,
    gvk: GroupVersionKind,
    options: { readonly reportUnknown?: boolean; readonly skipDefaults?: boolean } = {},
  ): Decoded {
    if (!this.#isOwn(gvk)) return this.#options.base.decode(value, gvk, options);
    const object = isObject(value) ? (structuredClone(value) as unknown as KubeObject) : undefined;
    if (typeof object?.kind !== 'string' || object.kind === '') {
      throw newBadRequest(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
    }
    const unknown = handledAs(object, gvk, () => coerceObject(object, this.#options));
    if (options.skipDefaults !== true) this.setDefaults(object);
    const problems = options.reportUnknown === true ? unknown.map((path) => `unknown field "${path}"`) : [];
    return { object, problems };
  }

  setDefaults(object: KubeObject): void {
    const gvk = { ...statedVersion(object), kind: object.kind ?? '' };
    if (this.#isOwn(gvk)) applyDefaults(object, this.#options.versions.schema(gvk.version));
    else this.#options.base.setDefaults(object);
  }

  convert(object: DeepReadonly<KubeObject>, to: GroupVersion): DeepReadonly<KubeObject> {
    const from = { ...statedVersion(object), kind: object.kind ?? '' };
    if (!this.#isOwn(from)) {
      return from.group === this.unstructured.group ? object : this.#options.base.convert(object, to);
    }
    return from.version === to.version ? object : { ...object, apiVersion: apiVersionOf(to) };
  }

  #isOwn({ group, kind }: GroupKind): boolean {
    return group === this.unstructured.group && kind === this.unstructured.kind;
  }
}

/** Says in which object a problem was found. */
function handledAs<T>(object: KubeObject, gvk: GroupVersionKind, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { version } = statedVersion(object);
    throw newBadRequest(
      `${object.kind ?? ''} in version "${version}" cannot be handled as a ${gvk.kind}: ${error.message}`,
    );
  }
}

/**
 * Brings an object into the form that its schema asks for, in place: unknown members go, metadata is decoded. Gives the
 * paths of what was unknown; throws DecodeError for metadata of the wrong type.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver#unstructuredSchemaCoercer
 */
export function coerceObject(
  object: KubeObject,
  options: Pick<CustomResourceSchemeOptions, 'versions' | 'decodeMetadata'>,
  lenient = false,
): readonly string[] {
  const { versions, decodeMetadata } = options;
  const json = object as unknown as Json;
  const { group, version } = statedVersion(object);
  const decoded = lenient
    ? { value: decodeLeniently(json['metadata'] ?? {}, decodeMetadata), unknown: [] }
    : decodeMetadata(json['metadata'] ?? {});
  const unknown = decoded.unknown.map((path) => `metadata.${path}`);
  if (group === versions.kind.group && object.kind === versions.kind.kind) {
    unknown.push(...coerceOwn(json, versions.schema(version), options, lenient));
  }
  object.metadata = decoded.value;
  return unknown;
}

function coerceOwn(
  json: Json,
  schema: StructuralSchema | undefined,
  { versions, decodeMetadata }: Pick<CustomResourceSchemeOptions, 'versions' | 'decodeMetadata'>,
  lenient: boolean,
): readonly string[] {
  const unknown: string[] = [];
  if (!versions.preserveUnknownFields) {
    unknown.push(...pruneUnknown(json, schema, true));
    dropForbiddenNulls(json, schema);
  }
  const embedded = coerceEmbedded(json, schema, false, { decode: decodeMetadata, dropInvalid: lenient });
  if (embedded.error) throw new DecodeError(formatFieldError(embedded.error));
  return [...unknown, ...embedded.unknown];
}
