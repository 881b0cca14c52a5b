import {
  deepCopy,
  ApplyConflictError,
  type DeepReadonly,
  type JsonObject,
  type KubeObject,
  StatusError,
  statusOf,
  TypedConfigError,
  type VersionedState,
  apiVersionOf,
  applyConfig,
  duplicateFields,
  failureStatus,
  formatTime,
  isConflict,
  lastAppliedAnnotation,
  lastAppliedText,
  newBadRequest,
  newConflict,
  newGenericServerResponse,
  newMethodNotSupported,
  parseGroupVersion,
  sameJson,
} from '@kubescript/apimachinery';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { jsonType, warningsOf } from './body.ts';
import { BodyProblem } from './body-problem.ts';
import { parseYaml } from './yaml-body.ts';
import { toHub } from './handle-create.ts';
import { updateCall } from './handle-update.ts';
import { parseJsonText } from './json-depth.ts';
import { emptyObject, ignoredFields } from './managed-fields.ts';
import { negotiate } from './negotiation.ts';
import { ensureName, ensureNamespace } from './object-checks.ts';
import { respondObject } from './respond.ts';
import type { EndpointDeps, EndpointRequest, ResourceScope } from './scope.ts';
import { type WriteOptions, writeOptions } from './write-options.ts';

/** The media type of server-side apply. */
export const applyPatchType = 'application/apply-patch+yaml';

/** How often an apply is tried again because somebody else wrote in between. */
const maxConflictRetries = 5;

interface ApplyTarget {
  readonly to: EndpointRequest;
  readonly scope: ResourceScope;
  readonly deps: EndpointDeps;
  readonly options: WriteOptions;
}

/**
 * Answers a PATCH that is a server-side apply: creates the object where there is none.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#applyPatcher
 */
export async function applyObject(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  const { rest } = scope;
  if (!rest.update) throw newMethodNotSupported(scope.resource, 'patch');
  const negotiated = negotiate(request);
  const options = writeOptions(request, 'PatchOptions', true);
  const config = await readConfig(request, options);
  request.audit?.logRequestPatch(config);
  const target = { to, scope, deps, options };
  const call = {
    ...updateCall(to, scope, deps, options, (current) => Promise.resolve(applyTo(current, config, target))),
    forceAllowCreate: true,
  };
  const pinsVersion = (metadataOf(config)['resourceVersion'] ?? '') !== '';
  for (let attempt = 0; ; attempt++) {
    try {
      const { item, created } = await rest.update(info.name, call);
      return respondObject(item, created ? 201 : 200, negotiated, { request, scope, deps });
    } catch (error) {
      const isFinal = pinsVersion || isApplyConflict(error) || attempt >= maxConflictRetries;
      if (!isConflict(error) || isFinal) throw error;
    }
  }
}

/** The configuration; fields that occur twice are warned about or refused. */
async function readConfig(request: ServerRequest, options: WriteOptions): Promise<JsonObject> {
  const { value, duplicates } = await parseConfig(request);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw newBadRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`,
    );
  }
  if (options.fieldValidation === 'Strict' && duplicates.length > 0) {
    throw newBadRequest(`error strict decoding YAML: ${duplicates.join(', ')}`);
  }
  if (options.fieldValidation === 'Warn') request.warnings.push(...duplicates.flatMap(warningsOf));
  return value as JsonObject;
}

async function parseConfig(
  request: ServerRequest,
): Promise<{ readonly value: unknown; readonly duplicates: readonly string[] }> {
  if (request.decodedBody !== undefined) return { value: request.decodedBody, duplicates: [] };
  const text = new TextDecoder().decode(await request.body());
  try {
    const value = parseJsonText(text);
    return { value, duplicates: duplicateFields(text, value) };
  } catch {
    return parseYamlConfig(text);
  }
}

function parseYamlConfig(text: string): ReturnType<typeof parseYaml> {
  try {
    const { value, duplicates } = parseYaml(text);
    return { value, duplicates: duplicates.map((problem) => `error converting YAML to JSON: ${problem}`) };
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    throw newBadRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}

/** The new state, in the hub version. */
function applyTo(current: DeepReadonly<KubeObject> | undefined, config: JsonObject, target: ApplyTarget): KubeObject {
  const { to, scope, deps } = target;
  checkConfig(config, scope);
  const next = merge(current, config, target);
  const uid = next.metadata.uid ?? '';
  if (current === undefined && uid !== '') {
    const message = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw newConflict(scope.resource, to.info.name, message);
  }
  ensureNamespace(next, scope.namespaced ? to.info.namespace : '');
  if ((next.metadata.name ?? '') === '') {
    throw newBadRequest(
      `the name of the object (${to.info.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  ensureName(next, to.info.name);
  const hub = toHub(next, scope, deps);
  return current !== undefined && sameButTimes(current, hub) ? deepCopy(current as KubeObject) : hub;
}

/** A member that should be a text; what is none counts as absent. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An object whose apiVersion cannot be read has no type at all. */
function objectType({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string {
  if (apiVersion.split('/').length > 2) return '/, Kind=';
  const { group, version } = parseGroupVersion(apiVersion);
  return `${group}/${version}, Kind=${kind}`;
}

function checkConfig(config: JsonObject, { kind }: ResourceScope): void {
  const stated = { apiVersion: textOf(config['apiVersion']), kind: textOf(config['kind']) };
  if (stated.apiVersion !== apiVersionOf(kind) || stated.kind !== kind.kind) {
    throw newBadRequest(`invalid object type: ${objectType(stated)}`);
  }
  const managedFields = metadataOf(config)['managedFields'] ?? undefined;
  if (managedFields !== undefined) throw newBadRequest('metadata.managedFields must be nil');
}

function merge(current: DeepReadonly<KubeObject> | undefined, config: JsonObject, target: ApplyTarget): KubeObject {
  const { scope, deps, options } = target;
  const schema = deps.scheme.schemas.kind(scope.kind);
  if (!schema) throw newGenericServerResponse({ code: 415, verb: '', serverMessage: '415: Unsupported Media Type' });
  const empty = emptyObject(scope.kind, deps);
  const live = current === undefined ? empty : deps.scheme.convert(current, scope.kind);
  const { object, managedFields } = inApiTerms(config, target, () =>
    applyConfig({
      live,
      empty,
      config,
      manager: options.fieldManager,
      apiVersion: apiVersionOf(scope.kind),
      subresource: scope.subresource,
      force: options.force,
      time: formatTime(deps.clock.now()),
      ignored: ignoredFields(scope, schema),
      schema,
      schemas: deps.scheme.schemas,
      convert: (state, from, to) => convertState(state, { from, to }, target),
    }),
  );
  const next =
    object === undefined
      ? (deepCopy(live) as KubeObject)
      : deps.scheme.decode(deepCopy(withLastApplied(object, config, options)), scope.kind).object;
  if (managedFields === undefined) delete next.metadata.managedFields;
  else next.metadata.managedFields = managedFields;
  return next;
}

/** Errors of the merge as the API tells them. */
function inApiTerms<T>(config: JsonObject, { scope }: ApplyTarget, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApplyConflictError) {
      const causes = error.causes().map((cause) => ({ reason: 'FieldManagerConflict', ...cause }));
      throw new StatusError(failureStatus('Conflict', error.message, { details: { causes } }), { cause: error });
    }
    if (error instanceof TypedConfigError) {
      const { namespace, name } = metadataOf(config);
      const { group, version, kind } = scope.kind;
      const what = `${textOf(namespace)}/${textOf(name)}; ${group}/${version}, Kind=${kind}`;
      // As in the reference, what the client got wrong is told with 500.
      const told = new Error(`failed to create typed patch object (${what}): ${error.message}`);
      throw new StatusError(statusOf(told), { cause: error });
    }
    throw error;
  }
}

/** A state in another version, for managers that wrote in that one. */
function convertState(
  state: JsonObject,
  { from, to }: { readonly from: string; readonly to: string },
  { scope, deps }: ApplyTarget,
): VersionedState | undefined {
  const [source, wanted] = [from, to].map((version) => ({ ...parseGroupVersion(version), kind: scope.kind.kind }));
  const schema = wanted && deps.scheme.schemas.kind(wanted);
  if (!source || !wanted || !schema) return undefined;
  if (from === to) return { object: state, schema };
  const { object } = deps.scheme.decode(deepCopy(state), source, { skipDefaults: true });
  return { object: deps.scheme.convert(object, wanted) as unknown as JsonObject, schema };
}

/** Keeps the annotation of client-side apply up to date where there is one. @go lastAppliedUpdater */
function withLastApplied(object: JsonObject, config: JsonObject, { fieldManager }: WriteOptions): JsonObject {
  const metadata = metadataOf(object);
  const annotations = metadata['annotations'] as Readonly<Record<string, string>> | null | undefined;
  if (fieldManager !== 'kubectl' || !annotations?.[lastAppliedAnnotation]) return object;
  const updated = { ...annotations, [lastAppliedAnnotation]: lastAppliedText(config) };
  return { ...object, metadata: { ...metadata, annotations: updated } };
}

/** Whether only the times of managers differ. */
function sameButTimes(a: DeepReadonly<KubeObject>, b: DeepReadonly<KubeObject>): boolean {
  const withoutTimes = (object: DeepReadonly<KubeObject>): unknown => ({
    ...object,
    metadata: {
      ...object.metadata,
      managedFields: object.metadata.managedFields?.map((entry) => ({ ...entry, time: undefined })),
    },
  });
  return sameJson(withoutTimes(a), withoutTimes(b));
}

function metadataOf(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  return typeof metadata === 'object' && metadata !== null ? (metadata as JsonObject) : {};
}

function isApplyConflict(error: unknown): boolean {
  return error instanceof StatusError && error.cause instanceof ApplyConflictError;
}
