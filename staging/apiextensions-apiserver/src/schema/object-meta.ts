import {
  DecodeError,
  type DecodedStruct,
  type FieldError,
  FieldPath,
  type GroupVersion,
  type KubeObject,
  type ObjectMeta,
  invalid,
  isDns1035Label,
  isValidPathSegmentName,
  newTypeDecoder,
  parseGroupVersion,
  required,
  type TypeSchemas,
  validateObjectMeta,
} from '@kubescript/apimachinery';

import { join } from './pruning.ts';
import {
  type Json,
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  isObject,
  itemsOf,
  propertyOf,
} from './structural.ts';

/** The OpenAPI name of ObjectMeta. */
const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Reads metadata; throws DecodeError for a member of the wrong type. */
export type DecodeMetadata = (value: unknown) => DecodedStruct<ObjectMeta>;

/** Makes the decoder of metadata from the schemas of built-in types. */
export function newMetadataDecoder(schemas: TypeSchemas): DecodeMetadata {
  return newTypeDecoder<ObjectMeta>(schemas, objectMeta);
}

/** Like `decode`, but members of the wrong type are left out: they were stored before anybody checked. */
export function decodeLeniently(value: unknown, decode: DecodeMetadata): ObjectMeta {
  try {
    return decode(value).value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const members = isObject(value) ? Object.entries(value) : [];
    const kept = members.filter(([name, member]) => canDecode({ [name]: member }, decode));
    return decode(Object.fromEntries(kept)).value;
  }
}

function canDecode(value: unknown, decode: DecodeMetadata): boolean {
  try {
    decode(value);
    return true;
  } catch {
    return false;
  }
}

/** How to bring metadata into its form. */
export interface CoerceOptions {
  readonly decode: DecodeMetadata;
  /** Drop what has the wrong type instead of complaining. */
  readonly dropInvalid: boolean;
}

/**
 * Decodes the metadata of embedded resources in place; gives the paths of unknown members, or what is wrong.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta#CoerceWithOptions
 */
export function coerceEmbedded(
  value: unknown,
  schema: StructuralSchema | undefined,
  isResourceRoot: boolean,
  options: CoerceOptions,
): { readonly unknown: readonly string[]; readonly error?: FieldError } {
  const unknown: string[] = [];
  const error = coerce(value, schema, isResourceRoot, { ...options, unknown, path: '' });
  return error ? { unknown, error } : { unknown };
}

interface Coercing extends CoerceOptions {
  readonly unknown: string[];
  readonly path: string;
}

function coerce(
  value: unknown,
  schema: StructuralSchema | undefined,
  isResourceRoot: boolean,
  state: Coercing,
): FieldError | undefined {
  if (!schema) return undefined;
  if (Array.isArray(value)) {
    return firstError(value.entries(), ([index, item]) =>
      coerce(item, itemsOf(schema), false, { ...state, path: `${state.path}[${String(index)}]` }),
    );
  }
  if (!isObject(value)) return undefined;
  if (isResourceRoot || isEmbeddedResource(schema)) {
    const error = coerceTypeAndMeta(value, state);
    if (error) return error;
  }
  return firstError(Object.entries(value), ([name, member]) => {
    const child = propertyOf(schema, name) ?? additionalSchemaOf(schema);
    return coerce(member, child, false, { ...state, path: join(state.path, name) });
  });
}

function firstError<T>(items: Iterable<T>, check: (item: T) => FieldError | undefined): FieldError | undefined {
  for (const item of items) {
    const error = check(item);
    if (error) return error;
  }
  return undefined;
}

function coerceTypeAndMeta(object: Json, { decode, dropInvalid, unknown, path }: Coercing): FieldError | undefined {
  const at = new FieldPath(path);
  for (const name of ['apiVersion', 'kind'] as const) {
    const value = object[name];
    if (value === undefined || typeof value === 'string') continue;
    if (!dropInvalid) return invalid(at.child(name), value, 'must be a string');

    delete object[name];
  }
  if (object['metadata'] === undefined) return undefined;
  if (dropInvalid) {
    object['metadata'] = decodeLeniently(object['metadata'], decode);
    return undefined;
  }
  try {
    const decoded = decode(object['metadata']);
    unknown.push(...decoded.unknown.map((name) => join(join(path, 'metadata'), name)));
    object['metadata'] = decoded.value;
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return invalid(at.child('metadata'), object['metadata'], error.message);
  }
}

/**
 * Checks apiVersion, kind and metadata of embedded resources (and of the root, if that is one to be checked).
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta#Validate
 */
export function validateEmbedded(
  value: unknown,
  schema: StructuralSchema | undefined,
  isResourceRoot: boolean,
  at: { readonly path: FieldPath; readonly decode: DecodeMetadata },
): FieldError[] {
  if (!schema) return [];
  const { path } = at;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      validateEmbedded(item, itemsOf(schema), false, { ...at, path: path.index(index) }),
    );
  }
  if (!isObject(value)) return [];
  const own = isResourceRoot || isEmbeddedResource(schema) ? validateResource(value, at) : [];
  const nested = Object.entries(value).flatMap(([name, member]) => {
    const property = propertyOf(schema, name);
    if (property) return validateEmbedded(member, property, false, { ...at, path: path.child(name) });
    return validateEmbedded(member, additionalSchemaOf(schema), false, { ...at, path: path.key(name) });
  });
  return [...own, ...nested];
}

function validateResource(
  object: Json,
  { path, decode }: { readonly path: FieldPath; readonly decode: DecodeMetadata },
): FieldError[] {
  return [
    ...validateApiVersion(object['apiVersion'], path.child('apiVersion')),
    ...validateKind(object['kind'], path.child('kind')),
    ...validateMetadata(object['metadata'], path.child('metadata'), decode),
  ];
}

function validateApiVersion(value: unknown, path: FieldPath): FieldError[] {
  if (value === undefined) return [required(path)];
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  if (value.split('/').length > 2) return [invalid(path, value, `unexpected GroupVersion string: ${value}`)];
  return [];
}

function validateKind(value: unknown, path: FieldPath): FieldError[] {
  if (value === undefined) return [required(path)];
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  const problems = isDns1035Label(value.toLowerCase());
  if (problems.length === 0) return [];
  return [invalid(path, value, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}

function validateMetadata(value: unknown, path: FieldPath, decode: DecodeMetadata): FieldError[] {
  if (value === undefined) return [];
  try {
    const metadata = decode(value).value;
    // A template has no name yet; every other rule holds for it.
    const named = (metadata.name ?? '') === '' ? { ...metadata, name: 'fakename' } : metadata;
    const namespaced = (metadata.namespace ?? '') !== '';
    return validateObjectMeta(named, { namespaced, checkName: isValidPathSegmentName }, path);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return [invalid(path, value, error.message)];
  }
}

/** The group and version of an object; empty for an apiVersion that is none. */
export function statedVersion({ apiVersion = '' }: Pick<KubeObject, 'apiVersion'>): GroupVersion {
  return apiVersion.split('/').length > 2 ? { group: '', version: '' } : parseGroupVersion(apiVersion);
}
