import type { ObjectMeta } from '../apis/meta/v1/types.ts';
import type { DeepReadonly, KubeObject } from '../runtime/object.ts';
import type { StructSchema, TypeSchemas } from '../schema/type-schema.ts';
import { type Comparison, compareObjects, sameJson, withoutFields } from './compare.ts';
import { ApplyConflictError } from './apply-conflict.ts';
import {
  type FieldSet,
  differenceOf,
  intersectionOf,
  emptyFieldSet,
  equalSets,
  isEmptySet,
  recursiveDifferenceOf,
  unionOf,
} from './field-set.ts';
import { fieldsOfLastApplied } from './last-applied.ts';
import { type Managed, type Managers, conflictsOf, decodeManagers, encodeManagers, keyOfManager } from './managers.ts';
import { mergeConfig } from './merge.ts';
import { removeFields, withNamedFields } from './remove.ts';
import { type JsonObject, rootOf } from './shape.ts';
import { trackWrite, withoutUnmanaged } from './track-update.ts';
import { fieldsOf, typeErrorsOf } from './typed-config.ts';

/** A state of the object in another version. */
export interface VersionedState {
  readonly object: JsonObject;
  readonly schema: StructSchema;
}

/** One server-side apply. */
export interface ApplyRequest {
  /** The state before, in the version of the request; for a new object one with nothing in it. */
  readonly live: DeepReadonly<KubeObject>;
  /** An object in which nothing was said. */
  readonly empty: DeepReadonly<KubeObject>;
  /** What is applied, as it was sent. */
  readonly config: JsonObject;
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string;
  /** Takes what others manage. */
  readonly force: boolean;
  /** RFC 3339. */
  readonly time: string;
  /** What this write cannot change, and therefore does not manage (status on the main resource). */
  readonly ignored: FieldSet;
  readonly schema: StructSchema;
  readonly schemas: TypeSchemas;
  /** A state of the version of the request (or of `from`) in another one; undefined if that is not served any more. */
  readonly convert: (object: JsonObject, from: string, to: string) => VersionedState | undefined;
}

/** What came of it. */
export interface Applied {
  /** The new state, without managers; undefined if it is the old one. */
  readonly object: JsonObject | undefined;
  readonly managedFields: ObjectMeta['managedFields'];
}

/** A configuration that does not fit its type. */
export class TypedConfigError extends Error {}

/** Who is said to have written what is there before anybody was tracked. */
const beforeFirstApply = 'before-first-apply';

/**
 * Server-side apply: the configuration is laid over the live object, fields that its manager applied before and no
 * longer does are removed unless somebody else manages them, and the manager then manages what it applied. Throws
 * ApplyConflictError where others manage what would change.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields/internal#(*FieldManager).Apply
 */
export function applyConfig(request: ApplyRequest): Applied {
  const { config, schema, schemas } = request;
  const problems = typeErrorsOf(config, rootOf(schema), schemas);
  if (problems.length > 0) {
    throw new TypedConfigError(problems.length === 1 ? problems[0] : `errors:\n  ${problems.join('\n  ')}`);
  }
  try {
    return applyOnce(request);
  } catch (error) {
    if (!(error instanceof ApplyConflictError) || request.manager !== 'kubectl') throw error;
    const allowed = fieldsOfLastApplied(request.live, schema, schemas);
    if (allowed === undefined) throw error;
    const left = error.without(allowed);
    if (left) throw left;
    return applyOnce({ ...request, force: true });
  }
}

function applyOnce(request: ApplyRequest): Applied {
  const { live, config, ignored, schema, schemas, apiVersion } = request;
  const who = { ...request, operation: 'Apply' as const };
  const key = keyOfManager(who);
  const before = withoutManagers(live);
  const known = managersBefore(request);
  const last = known.get(key);
  const stated = recursiveDifferenceOf(fieldsOf(config, rootOf(schema), schemas), ignored);
  // The same fields as before are the same set: it need not be encoded again.
  const applied = last !== undefined && equalSets(last.fields, stated) ? last.fields : stated;
  const mine: Managed = {
    manager: request.manager,
    operation: 'Apply',
    apiVersion,
    subresource: request.subresource,
    time: last?.time,
    fields: applied,
  };
  const managers = new Map([...known, [key, mine]]);
  const merged = mergeConfig(before, config, rootOf(schema), schemas) as JsonObject;
  const next = prune(merged, managers, last, request);
  const left = settle(before, next, managers, key, request);
  const changed = !sameJson(before, next);
  const owned = left.get(key);
  if (owned) {
    const fields = withoutUnmanaged(owned.fields);
    if (isEmptySet(fields)) left.delete(key);
    else left.set(key, { ...owned, fields, time: changed ? request.time : owned.time });
  }
  return { object: changed ? next : undefined, managedFields: encodeManagers(left) };
}

function withoutManagers(object: DeepReadonly<KubeObject>): JsonObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The managers of the live object; where it has none, all there is was written by one unknown. */
function managersBefore(request: ApplyRequest): Managers {
  const { live, empty, apiVersion, subresource, time, ignored, schema, schemas } = request;
  const known = decodeManagers(live.metadata.managedFields);
  if (known === undefined) throw new Error('failed to decode managed fields');
  if (known.size > 0) return known;
  const who = { manager: beforeFirstApply, operation: 'Update' as const, apiVersion, subresource };
  const after = withoutManagers(live) as unknown as KubeObject;
  return decodeManagers(trackWrite({ before: empty, after, who, time, ignored, schema, schemas })) ?? new Map();
}

/** Removes what the manager applied the last time and no longer does, unless somebody manages it. */
function prune(merged: JsonObject, managers: Managers, last: Managed | undefined, request: ApplyRequest): JsonObject {
  if (!last || isEmptySet(last.fields)) return merged;
  const { apiVersion, schemas } = request;
  if (last.apiVersion === apiVersion && isStillApplied(last, managers)) return merged;
  const start = stateIn(merged, apiVersion, last.apiVersion, request);
  // The version in which was applied is gone: what was applied cannot be told any more.
  if (!start) return merged;
  const shape = rootOf(start.schema);
  const lastFields = withNamedFields(last.fields, shape, schemas);
  let pruned = removeFields(start.object, lastFields, shape, schemas) as JsonObject;
  pruned = addBackOwned(start, pruned, last.apiVersion, managers, request);
  const gone = differenceOf(
    withNamedFields(fieldsOf(start.object, shape, schemas), shape, schemas),
    withNamedFields(fieldsOf(pruned, shape, schemas), shape, schemas),
  );
  const dangling = intersectionOf(gone, lastFields);
  const result = removeFields(start.object, dangling, shape, schemas) as JsonObject;
  return stateIn(result, last.apiVersion, apiVersion, request)?.object ?? merged;
}

/** Whether a manager applies all that it applied the last time. */
function isStillApplied(last: Managed, managers: Managers): boolean {
  const applied = managers.get(keyOfManager(last))?.fields ?? emptyFieldSet;
  return isEmptySet(differenceOf(last.fields, applied));
}

/** Puts back what somebody manages, version by version. */
function addBackOwned(
  start: VersionedState,
  pruned: JsonObject,
  version: string,
  managers: Managers,
  request: ApplyRequest,
): JsonObject {
  const byVersion = new Map<string, FieldSet>([[version, emptyFieldSet]]);
  for (const { apiVersion, fields } of managers.values()) {
    byVersion.set(apiVersion, unionOf(byVersion.get(apiVersion) ?? emptyFieldSet, fields));
  }
  let result = pruned;
  for (const [at, managed] of byVersion) {
    const all = stateIn(start.object, version, at, request);
    const some = stateIn(result, version, at, request);
    if (!all || !some) continue;
    const { schemas } = request;
    const shape = rootOf(all.schema);
    const named = (set: FieldSet): FieldSet => withNamedFields(set, shape, schemas);
    const kept = unionOf(named(fieldsOf(some.object, shape, schemas)), named(managed));
    const gone = differenceOf(named(fieldsOf(all.object, shape, schemas)), kept);
    const left = removeFields(all.object, gone, shape, schemas) as JsonObject;
    result = stateIn(left, at, version, request)?.object ?? result;
  }
  return result;
}

function stateIn(object: JsonObject, from: string, to: string, request: ApplyRequest): VersionedState | undefined {
  if (from === to && to === request.apiVersion) return { object, schema: request.schema };
  return request.convert(object, from, to);
}

/** Takes from others what changed (if that is allowed) and what is gone. */
function settle(
  before: JsonObject,
  after: JsonObject,
  managers: Managers,
  mine: string,
  request: ApplyRequest,
): Map<string, Managed> {
  const comparisons = new Map<string, Comparison | undefined>();
  const comparisonIn = (version: string): Comparison | undefined => {
    if (!comparisons.has(version)) comparisons.set(version, compareIn(version, before, after, request));
    return comparisons.get(version);
  };
  const conflicts = new Map<string, { readonly managed: Managed; readonly fields: FieldSet }>();
  const left = new Map<string, Managed>();
  for (const [key, managed] of managers) {
    const comparison = key === mine ? undefined : comparisonIn(managed.apiVersion);
    if (!comparison) {
      if (key === mine && !isEmptySet(managed.fields)) left.set(key, managed);
      continue;
    }
    const conflict = conflictsOf(new Map([[key, managed]]), comparison).get(key) ?? emptyFieldSet;
    if (!isEmptySet(conflict)) conflicts.set(key, { managed, fields: conflict });
    const fields = differenceOf(differenceOf(managed.fields, conflict), comparison.removed);
    if (!isEmptySet(fields)) left.set(key, { ...managed, fields });
  }
  if (!request.force && conflicts.size > 0) throw new ApplyConflictError([...conflicts.values()]);
  return left;
}

function compareIn(
  version: string,
  before: JsonObject,
  after: JsonObject,
  request: ApplyRequest,
): Comparison | undefined {
  const [left, right] = [before, after].map((state) => stateIn(state, request.apiVersion, version, request));
  if (!left || !right) return undefined;
  return withoutFields(compareObjects(left.object, right.object, left.schema, request.schemas), request.ignored);
}
