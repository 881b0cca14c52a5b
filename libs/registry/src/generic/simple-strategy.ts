import { deepCopy } from '@kubescript/apimachinery';

import type { DeepReadonly, GroupKind, KubeObject } from '@kubescript/apimachinery';
import { jsonEqual, type RequestContext, type Strategy } from '@kubescript/apiserver';

import { copyMember, resetObjectMetaForStatus } from './object-meta.ts';
import type { SubresourceStrategy } from './resource-definition.ts';
import { kindValidation } from './validation.ts';

/** A kind that has a status. */
export type WithStatus<T extends KubeObject> = T extends { status?: infer S } ? S : never;

/** What makes a strategy different from the plainest one. */
export interface SimpleStrategyOptions<T extends KubeObject> {
  readonly kind: GroupKind;
  readonly namespaced: boolean;
  /** Default false. */
  readonly allowCreateOnUpdate?: boolean;
  /** Default true. */
  readonly allowUnconditionalUpdate?: boolean;
  /** Makes the status of a new object. With it, creates start from there and updates keep the old status. */
  readonly emptyStatus?: () => NonNullable<WithStatus<T>>;
  /**
   * The members whose change bumps `metadata.generation`, which starts at 1. Without it the kind has no generation.
   * Names are of the object itself, or `annotations`.
   */
  readonly generationOf?: readonly string[];
  /** The generation is bumped by updates only (CSIDriver). */
  readonly generationStartsUnset?: boolean;
  /** Runs after the status was reset and before the generation is set. */
  readonly prepareForCreate?: (object: T, context: RequestContext) => void;
  /** Runs after the status was kept and before the generation is set. */
  readonly prepareForUpdate?: (object: T, old: DeepReadonly<T>, context: RequestContext) => void;
  readonly canonicalize?: (object: T) => void;
  readonly warningsOnCreate?: (object: T) => string[];
  readonly warningsOnUpdate?: (object: T, old: DeepReadonly<T>) => string[];
  readonly selectableFields?: Readonly<Record<string, (object: DeepReadonly<T>) => string>>;
  readonly unknownFieldLabel?: (label: string) => string;
  readonly defaultPropagation?: 'Background' | 'Orphan';
}

/** A strategy for a kind that needs no code of its own beyond what the options say. */
export function simpleStrategy<T extends KubeObject>(options: SimpleStrategyOptions<T>): Strategy<T> {
  const validation = kindValidation(options.kind);
  return {
    namespaced: options.namespaced,
    allowCreateOnUpdate: options.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: options.allowUnconditionalUpdate ?? true,
    prepareForCreate(object, context) {
      if (options.emptyStatus) setStatus(object, options.emptyStatus());
      options.prepareForCreate?.(object, context);
      if (options.generationOf && !options.generationStartsUnset) object.metadata.generation = 1;
    },
    validate: (object) => validation.validate(object),
    prepareForUpdate(object, old, context) {
      if (options.emptyStatus) keepStatus(object, old);
      options.prepareForUpdate?.(object, old, context);
      if (options.generationOf) bumpGeneration(object, old, options.generationOf);
    },
    validateUpdate: (object, old) => validation.validateUpdate(object, old),
    ...(options.canonicalize && { canonicalize: options.canonicalize }),
    ...(options.warningsOnCreate && { warningsOnCreate: options.warningsOnCreate }),
    ...(options.warningsOnUpdate && { warningsOnUpdate: options.warningsOnUpdate }),
    ...(options.selectableFields && { selectableFields: options.selectableFields }),
    ...(options.unknownFieldLabel && { unknownFieldLabel: options.unknownFieldLabel }),
    ...(options.defaultPropagation && { defaultPropagation: options.defaultPropagation }),
  };
}

/** What a status update may change besides the status. */
export interface StatusStrategyOptions<T extends KubeObject> {
  readonly kind: GroupKind;
  /** Keeps the whole metadata of the old object; otherwise labels and annotations follow the request. */
  readonly keepMetadata?: boolean;
  /** Keeps the labels of the old object (Deployment). */
  readonly keepLabels?: boolean;
  /** Members besides `spec` that a status update does not touch. */
  readonly keep?: readonly string[];
  readonly prepareForUpdate?: (object: T, old: DeepReadonly<T>, context: RequestContext) => void;
}

/** Updates of the `status` subresource: everything but the status stays as it was. */
export function statusStrategy<T extends KubeObject>(options: StatusStrategyOptions<T>): SubresourceStrategy<T> {
  const validation = kindValidation(options.kind);
  return {
    prepareForUpdate(object, old, context) {
      for (const member of ['spec', ...(options.keep ?? [])]) keepMember(object, old, member);
      if (options.keepMetadata) resetObjectMetaForStatus(object, old);
      if (options.keepLabels) copyMember(object.metadata, (old as DeepReadonly<KubeObject>).metadata, 'labels');
      options.prepareForUpdate?.(object, old, context);
    },
    validateUpdate: (object, old) => validation.validateStatusUpdate(object, old),
  };
}

/** Gives `object` the old object's value of one of its members, or removes it. */
export function keepMember<T extends KubeObject>(object: T, old: DeepReadonly<T>, member: string): void {
  const value = (old as Readonly<Record<string, unknown>>)[member];
  if (value === undefined) Reflect.deleteProperty(object, member);
  else Reflect.set(object, member, deepCopy(value));
}

function keepStatus<T extends KubeObject>(object: T, old: DeepReadonly<T>): void {
  keepMember(object, old, 'status');
}

function setStatus(object: KubeObject, status: unknown): void {
  Reflect.set(object, 'status', status);
}

/** Raises the generation if one of the members changed. */
export function bumpGeneration<T extends KubeObject>(
  object: T,
  old: DeepReadonly<T>,
  members: readonly string[],
): void {
  const before = old as DeepReadonly<KubeObject>;
  const generation = before.metadata.generation ?? 0;
  const changed = members.some((member) => !jsonEqual(valueOf(object, member), valueOf(before, member)));
  if (changed) object.metadata.generation = generation + 1;
  else if (generation === 0) delete object.metadata.generation;
  else object.metadata.generation = generation;
}

function valueOf(object: DeepReadonly<KubeObject>, member: string): unknown {
  if (member === 'annotations') return object.metadata.annotations ?? {};
  return (object as unknown as Readonly<Record<string, unknown>>)[member];
}
