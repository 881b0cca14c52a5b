import { randomUUID } from 'node:crypto';

import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  formatTime,
  type GroupKind,
  isValidPathSegmentName,
  isValidPathSegmentPrefix,
  type KubeObject,
  nameOf,
  newInvalid,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { jsonEqual } from './json-equal.ts';
import type { RequestContext, Strategy } from './strategy.ts';
import { desiredState, ensureName, ensureNamespace } from './system-fields.ts';

/** The parts of a strategy that an update goes through. */
export type UpdateStrategy<T extends KubeObject> = Pick<
  Strategy<T>,
  'prepareForUpdate' | 'validateUpdate' | 'warningsOnUpdate'
>;

/**
 * Brings a new object into the state in which it is stored; throws 400 and 422.
 *
 * @go k8s.io/apiserver/pkg/registry/rest#BeforeCreate
 */
export function beforeCreate<T extends KubeObject>(
  object: T,
  strategy: Strategy<T>,
  request: { readonly kind: GroupKind; readonly context: RequestContext; readonly now: number },
): void {
  const { metadata } = object;
  const { context } = request;
  ensureNamespace(object, strategy.namespaced, context.namespace);
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  metadata.creationTimestamp = formatTime(request.now);
  metadata.uid = randomUUID();
  ensureName(object);
  strategy.prepareForCreate?.(object, context);
  if (strategy.tracksGeneration === true) metadata.generation = 1;
  const errors = strategy.validate(object, context);
  if (errors.length > 0) throw newInvalid(request.kind, nameOf(object), errors);
  warn(context, strategy.warningsOnCreate?.(object));
  strategy.canonicalize?.(object);
  dropSelfLink(object);
}

/**
 * Brings the new state of an existing object into the state in which it is stored; throws 400 and 422.
 *
 * @go k8s.io/apiserver/pkg/registry/rest#BeforeUpdate
 */
export function beforeUpdate<T extends KubeObject>(
  object: T,
  old: DeepReadonly<T>,
  strategies: { readonly main: Strategy<T>; readonly update: UpdateStrategy<T> },
  request: { readonly kind: GroupKind; readonly context: RequestContext },
): void {
  const { main, update } = strategies;
  const { context } = request;
  ensureNamespace(object, main.namespaced, context.namespace);
  restoreMetadata(object, old);
  update.prepareForUpdate?.(object, old, context);
  if (main.tracksGeneration === true && !jsonEqual(desiredState(object), desiredState(old))) {
    object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  const errors = update.validateUpdate(object, old, context);
  if (errors.length > 0) {
    const common = validateCommonFields(object, old, main.namespaced);
    throw newInvalid(request.kind, nameOf(object), [...common, ...errors]);
  }
  warn(context, update.warningsOnUpdate?.(object, old));
  main.canonicalize?.(object);
  dropSelfLink(object);
}

/** Nobody stores links to itself any more. @go apiserver/pkg/storage#(APIObjectVersioner).PrepareObjectForStorage */
function dropSelfLink({ metadata }: KubeObject): void {
  if (metadata.selfLink !== undefined) delete metadata.selfLink;
}

const META = new FieldPath('metadata');

/**
 * What is wrong with the metadata of any object. Every strategy finds the same once more, so it is looked for only
 * when an update is refused, to report it as often as the reference does.
 */
function validateCommonFields(
  { metadata }: KubeObject,
  old: DeepReadonly<KubeObject>,
  namespaced: boolean,
): FieldError[] {
  const rules = { namespaced, checkName: checkPathSegment };
  return [...validateObjectMeta(metadata, rules, META), ...validateObjectMetaUpdate(metadata, old.metadata, META)];
}

function checkPathSegment(name: string, isPrefix: boolean): string[] {
  return isPrefix ? isValidPathSegmentPrefix(name) : isValidPathSegmentName(name);
}

/** What an update cannot change, whatever it says. */
function restoreMetadata(object: KubeObject, old: DeepReadonly<KubeObject>): void {
  const { metadata } = object;
  if (old.metadata.generation === undefined) delete metadata.generation;
  else metadata.generation = old.metadata.generation;
  if ((metadata.uid ?? '') === '' && old.metadata.uid !== undefined) metadata.uid = old.metadata.uid;
  if (old.metadata.creationTimestamp !== undefined) metadata.creationTimestamp = old.metadata.creationTimestamp;
  if (old.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.metadata.deletionTimestamp;
  const grace = old.metadata.deletionGracePeriodSeconds;
  if (grace !== undefined) metadata.deletionGracePeriodSeconds ??= grace;
}

function warn(context: RequestContext, warnings: readonly string[] | undefined): void {
  for (const warning of warnings ?? []) context.warn?.(warning);
}
