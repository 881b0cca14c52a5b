import {
  newNotFound,
  type DeepReadonly,
  FieldPath,
  apiVersionOf,
  type KubeObject,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  duplicateFields,
  goValueText,
  type GroupVersionKind,
  invalid,
  isConflict,
  isJsonObject,
  type JsonObject,
  newBadRequest,
  newGenericServerResponse,
  newRequestEntityTooLarge,
  newInvalid,
  newMethodNotSupported,
  newUnsupportedMediaType,
  statusOf,
  StatusError,
  parseGroupVersion,
  PatchError,
  unstructuredProblem,
} from '@kubescript/apimachinery';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { presented } from './versioned-object.ts';
import { goJson } from '../util/go-json.ts';
import { applyObject, applyPatchType } from './handle-apply.ts';
import { toHub } from './handle-create.ts';
import { updateCall } from './handle-update.ts';
import { trackManager } from './managed-fields.ts';
import { jsonType } from './body.ts';
import { parseJsonText } from './json-depth.ts';
import { contentTypeOf, negotiate } from './negotiation.ts';
import { ensureName } from './object-checks.ts';
import { respondObject } from './respond.ts';
import { type EndpointDeps, type EndpointRequest, type ResourceScope } from './scope.ts';
import { type WriteOptions, writeOptions } from './write-options.ts';

/** Patches that are served, with how they change a JSON document. */
const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
] as const;
type PatchType = (typeof patchTypes)[number];
const mergePatchType = 'application/merge-patch+json';

const maxJsonPatchOperations = 10_000;
/** How often a patch is tried again because somebody else wrote in between. */
const maxConflictRetries = 5;

/**
 * Answers a PATCH: the current object, in the version of the URL, is patched as JSON, decoded and updated; tried again
 * when it changed meanwhile, unless the patch itself names the resourceVersion it is for.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#PatchResource
 */
export async function patchObject(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  const { rest } = scope;
  if (!rest.update) throw newMethodNotSupported(scope.resource, 'patch');
  if (contentTypeOf(request) === applyPatchType) return applyObject(to, scope, deps);
  const type = patchTypeOf(request, deps);
  const negotiated = negotiate(request);
  const options = writeOptions(request, 'PatchOptions');
  const patch = await readPatch(request, type, options);
  request.audit?.logRequestPatch(patch.document);
  const call = updateCall(to, scope, deps, options, (current) =>
    Promise.resolve(applyPatch(current, patch, { to, scope, deps, options })),
  );
  for (let attempt = 0; ; attempt++) {
    try {
      const { item, created } = await rest.update(info.name, call);
      return respondObject(item, created ? 201 : 200, negotiated, { request, scope, deps });
    } catch (error) {
      if (!isConflict(error) || patch.pinsVersion || attempt >= maxConflictRetries) throw error;
    }
  }
}

interface Patch {
  readonly type: PatchType;
  readonly document: unknown;
  readonly duplicates: readonly string[];
  /** The patch states a resourceVersion: a conflict is the client's to solve. */
  readonly pinsVersion: boolean;
}

function patchTypeOf(request: ServerRequest, { scheme }: EndpointDeps): PatchType {
  const type = contentTypeOf(request);
  const found = patchTypes.find((known) => known === type);
  if (scheme.unstructured !== undefined && found !== 'application/json-patch+json' && found !== mergePatchType) {
    const accepted = ['application/json-patch+json', mergePatchType, applyPatchType].join(', ');
    throw newUnsupportedMediaType(
      `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
    );
  }
  if (found) return found;
  throw newGenericServerResponse({ code: 415, verb: '', serverMessage: '415: Unsupported Media Type' });
}

async function readPatch(request: ServerRequest, type: PatchType, options: WriteOptions): Promise<Patch> {
  let document: unknown = request.decodedBody;
  let duplicates: readonly string[] = [];
  if (document === undefined) {
    const text = new TextDecoder().decode(await request.body());
    try {
      document = parseJsonText(text);
    } catch (error) {
      throw undecodable(error instanceof Error ? error.message : String(error), type, options);
    }
    if (options.fieldValidation !== 'Ignore') duplicates = duplicateFields(text, document);
  }
  if (type === 'application/json-patch+json') return jsonPatchOf(document, duplicates, options);
  if (document === null && type === 'application/strategic-merge-patch+json') document = {};
  if (document === null) throw newBadRequest('Invalid JSON Patch');
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw undecodable(`${wrongPatch(document)} map[string]interface {}`, type, options);
  }
  const { metadata } = document as { readonly metadata?: { readonly resourceVersion?: unknown } | null };
  return { type, document, duplicates, pinsVersion: (metadata?.resourceVersion ?? '') !== '' };
}

function jsonPatchOf(stated: unknown, duplicates: readonly string[], options: WriteOptions): Patch {
  const type = 'application/json-patch+json';
  const isStrict = options.fieldValidation !== 'Ignore';
  // As Go reads it, null is a list without operations, and an operation without members.
  const document: unknown = stated ?? [];
  if (!Array.isArray(document)) {
    const target = isStrict ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch';
    throw undecodable(`${wrongPatch(document)} ${target}`, type, options);
  }
  if (document.length > maxJsonPatchOperations) {
    throw newRequestEntityTooLarge(tooManyOperations(document.length));
  }
  const operations: readonly unknown[] = document.map((operation: unknown) => operation ?? {});
  const wrong = operations.find((operation) => !isJsonObject(operation));
  if (wrong !== undefined) {
    const target = isStrict ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation';
    throw undecodable(`${wrongPatch(wrong)} ${target}`, type, options);
  }
  const objects = operations as readonly JsonObject[];
  const pinsVersion = objects.some(({ path }) => path === '/metadata/resourceVersion');
  const unknown = isStrict ? objects.flatMap(unknownMembers) : [];
  const problems = [...duplicates, ...unknown].map((problem) => `json patch ${problem}`);
  return { type, document: objects, duplicates: problems, pinsVersion };
}

const wrongPatch = (value: unknown): string => `json: cannot unmarshal ${jsonType(value)} into Go value of type`;

/**
 * A patch that cannot be read. How that is said depends on its kind, and on whether fields are validated.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#(*jsonPatcher).applyJSPatch
 */
function undecodable(problem: string, type: PatchType, { fieldValidation }: WriteOptions): StatusError {
  if (type === 'application/strategic-merge-patch+json') return newBadRequest(problem);
  if (fieldValidation !== 'Ignore') return newBadRequest(`error decoding patch: ${problem}`);
  return newBadRequest(type === mergePatchType ? 'Invalid JSON Patch' : problem);
}

const operationMembers = ['op', 'from', 'path', 'value'];

/** Members that operations do not have. */
function unknownMembers(operation: JsonObject, index: number): string[] {
  const names = Object.keys(operation).filter((name) => !operationMembers.includes(name));
  return names.map((name) => `unknown field "[${String(index)}].${name}"`);
}

const tooManyOperations = (count: number): string =>
  `The allowed maximum operations in a JSON patch is ${String(maxJsonPatchOperations)}, got ${String(count)}`;

interface PatchTarget {
  readonly to: EndpointRequest;
  readonly scope: ResourceScope;
  readonly deps: EndpointDeps;
  readonly options: WriteOptions;
}

/** The new state: patched in the version of the URL, decoded, and back in the hub version. */
function applyPatch(current: DeepReadonly<KubeObject> | undefined, patch: Patch, target: PatchTarget): KubeObject {
  if (current === undefined) throw newNotFound(target.scope.resource, target.to.info.name);
  const { scope, deps } = target;
  const versioned = presented(deps.scheme.convert(current, scope.kind), deps.scheme);
  const patched = patchDocument(versioned, patch, target);
  const decoded = decodePatched(patched, patch, target);
  ensureName(decoded, target.to.info.name);
  const next = toHub(decoded, scope, deps);
  trackManager(current, next, target.options.fieldManager, { scope, deps });
  return next;
}

function patchDocument(document: unknown, patch: Patch, { scope, deps }: PatchTarget): unknown {
  switch (patch.type) {
    case 'application/json-patch+json':
      try {
        return applyJsonPatch(document, patch.document as Parameters<typeof applyJsonPatch>[1]);
      } catch (error) {
        throw newGenericServerResponse({ code: 422, verb: '', serverMessage: String(error) });
      }
    case 'application/merge-patch+json':
      return applyMergePatch(document, patch.document);
    case 'application/strategic-merge-patch+json': {
      const schema = deps.scheme.schemas.kind(scope.kind);
      if (!schema)
        throw newGenericServerResponse({ code: 415, verb: '', serverMessage: '415: Unsupported Media Type' });
      return inApiTerms(() => applyStrategicMergePatch(document, patch.document, schema, deps.scheme.schemas));
    }
    default:
      throw new Error(`unknown patch type ${String(patch.type satisfies never)}`);
  }
}

/** Mistakes in directives of a strategic patch; all others are told with 500, as in the reference. */
const badDirectives: ReadonlySet<string> = new Set([
  'invalid patch format of primitive list',
  'invalid patch format of retainKeys',
  'invalid patch format of setElementOrder list',
]);

/** @go k8s.io/apiserver/pkg/endpoints/handlers#interpretStrategicMergePatchError */
function inApiTerms<T>(apply: () => T): T {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    if (badDirectives.has(error.message)) throw newBadRequest(error.message);
    if (error.message === 'lists of lists are not supported') {
      throw newGenericServerResponse({ code: 422, verb: '', serverMessage: error.message });
    }
    throw new StatusError(statusOf(error), { cause: error });
  }
}

/** Decodes what the patch made; a document that is no valid object is an invalid patch (422). */
function decodePatched(document: unknown, patch: Patch, { to, scope, deps, options }: PatchTarget): KubeObject {
  const fail = (detail: string): Error => {
    const error = invalid(new FieldPath('patch'), shownPatch(document, patch, deps), detail);
    return newInvalid({ group: '', kind: '' }, '', [error]);
  };
  const decoded = ((): ReturnType<EndpointDeps['scheme']['decode']> => {
    try {
      if (patch.type !== 'application/strategic-merge-patch+json') checkKind(document, scope, deps);
      return deps.scheme.decode(document, scope.kind, {
        reportUnknown: options.fieldValidation !== 'Ignore',
        fromRequest: true,
      });
    } catch (error) {
      throw fail(conversionProblem(document, patch, { scope, deps }) ?? messageOf(error));
    }
  })();
  const problems = [...patch.duplicates, ...decoded.problems];
  if (problems.length > 0 && options.fieldValidation === 'Strict')
    throw fail(`strict decoding error: ${problems.join(', ')}`);
  for (const problem of problems) to.request.warnings.push(problem);
  return decoded.object;
}

/**
 * A patched document is decoded as what it says it is, so it must still say what it was, or nothing. (Strategic merge
 * patches are applied to the object itself, whose type stays.)
 */
function checkKind(document: unknown, { kind }: ResourceScope, { scheme }: EndpointDeps): void {
  if (!isJsonObject(document)) throw new Error('the patched document is not an object');
  const { apiVersion, kind: stated = kind.kind } = document;
  if (apiVersion === apiVersionOf(kind) && stated === kind.kind) return;
  const known = schemaOf(apiVersion, stated, scheme);
  if (known === undefined) {
    throw new Error(`no kind ${JSON.stringify(stated)} is registered for version ${JSON.stringify(apiVersion ?? '')}`);
  }
  throw new Error(`converting (${goType(known)}) to (${goType(kind)}): unknown conversion`);
}

/** The kind that a document says it is, if there is such a kind. */
function schemaOf(
  apiVersion: unknown,
  kind: unknown,
  { schemas }: EndpointDeps['scheme'],
): GroupVersionKind | undefined {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const gvk = { ...parseGroupVersion(apiVersion), kind };
  return schemas.kind(gvk) === undefined ? undefined : gvk;
}

const goType = ({ version, kind }: GroupVersionKind): string => `${version}.${kind}`;

/** A strategic merge patch is not encoded again after it was applied, so it fails otherwise than other patches. */
function conversionProblem(
  document: unknown,
  patch: Patch,
  { scope, deps }: Pick<PatchTarget, 'scope' | 'deps'>,
): string | undefined {
  const { schemas } = deps.scheme;
  const schema = schemas.kind(scope.kind);
  if (patch.type !== 'application/strategic-merge-patch+json' || !schema) return undefined;
  return unstructuredProblem(document, schema, schemas);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What messages show: the strategic merge patch as a Go map, else the patched document. */
function shownPatch(document: unknown, patch: Patch, { scheme }: EndpointDeps): string {
  if (patch.type === 'application/strategic-merge-patch+json') return goValueText(patch.document);
  const shown = statesVersion(document) ? presented(document as KubeObject, scheme) : document;
  const members = Object.entries(shown as Record<string, unknown>);
  return goJson(Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** False if the apiVersion is nothing that could be looked up. */
function statesVersion(document: unknown): boolean {
  const { apiVersion = '', kind = '' } = isJsonObject(document) ? document : {};
  return typeof apiVersion === 'string' && typeof kind === 'string' && apiVersion.split('/').length <= 2;
}
