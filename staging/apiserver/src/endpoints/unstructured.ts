import {
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  type Scheme,
  apiVersionOf,
  newBadRequest,
} from '@kubescript/apimachinery';

import type { ServerRequest } from '../server/http.ts';
import {
  type FieldValidation,
  type ParsedBody,
  decodeObject,
  refuseOrWarn,
  typeMetaProblem,
  unrecognizedBody,
} from './body.ts';
import { goJson } from '../util/go-json.ts';

/** What decoding a request's body needs to know. */
export interface DecodeBodyOptions {
  readonly scheme: Scheme;
  readonly validation: FieldValidation;
  readonly warn: (message: string) => void;
  /** Other apiVersions that the body may state. */
  readonly alsoAccepts?: readonly string[] | undefined;
}

/** Whether objects of the kind are kept as they are stated (custom resources). */
export function isUnstructured(scheme: Scheme, kind: GroupVersionKind): boolean {
  const { unstructured } = scheme;
  return unstructured?.kind === kind.kind && unstructured.group === kind.group;
}

/** Decodes the body of a write as an object of `kind`, by compiled types or as it is stated. */
export async function decodeBody(
  request: ServerRequest,
  body: ParsedBody,
  kind: GroupVersionKind,
  options: DecodeBodyOptions,
): Promise<KubeObject> {
  if (!isUnstructured(options.scheme, kind)) return decodeObject(body, kind, options);
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw await unrecognized(
      request,
      kind,
      typeMetaProblem(value) ?? `Object 'Kind' is missing in '${await textOf(request)}'`,
    );
  }
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw await unrecognized(request, kind, problem);
  const stated = value as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof stated.kind !== 'string' || stated.kind === '') {
    throw await unrecognized(request, kind, `Object 'Kind' is missing in '${await textOf(request)}'`);
  }
  const { object, problems } = options.scheme.decode(value, kind, {
    reportUnknown: options.validation !== 'Ignore',
  });
  refuseOrWarn([...body.duplicates, ...problems], kind, options);
  checkVersion(stated.apiVersion, kind);
  return object;
}

/** An object of a custom resource is served in the version in which it is sent. */
function checkVersion(stated: unknown, kind: GroupVersionKind): void {
  const apiVersion = typeof stated === 'string' ? stated : '';
  const expected = apiVersionOf(kind);
  if (apiVersion === expected) return;
  throw newBadRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}

async function unrecognized(request: ServerRequest, { kind }: GroupVersionKind, problem: string): Promise<Error> {
  return unrecognizedBody(await request.body(), kind, problem);
}

async function textOf(request: ServerRequest): Promise<string> {
  return new TextDecoder().decode(await request.body());
}

/** The JSON value with the members of every object in alphabetical order, as the reference writes such objects. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) define(sorted, name, sortMembers(member));
  }
  return sorted;
}

/** Sets a member whatever its name is. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true });
  else object[name] = value;
}

/** The JSON text of such an object. */
export function unstructuredJson(object: DeepReadonly<KubeObject>): string {
  return goJson(sortMembers(object));
}

/** Why such an object cannot be had in binary form. */
export const notMarshalable = (type: 'Unstructured' | 'UnstructuredList'): string =>
  `object *unstructured.${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`;
