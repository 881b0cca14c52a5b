import type { ObjectMeta } from '../apis/meta/v1/types.ts';
import type { DeepReadonly, KubeObject } from '../runtime/object.ts';
import type { StructSchema, TypeSchemas } from '../schema/type-schema.ts';
import { compareObjects, withoutFields } from './compare.ts';
import { type FieldSet, FieldSetBuilder, differenceOf, isEmptySet, unionOf } from './field-set.ts';
import {
  type ManagerKey,
  type Managers,
  capManagers,
  decodeManagers,
  encodeManagers,
  withManager,
  withoutChanged,
} from './managers.ts';

/** One write by create, update or patch. */
export interface TrackedWrite {
  /** The state before, in the version of the request; for a new object one with nothing in it. */
  readonly before: DeepReadonly<KubeObject>;
  /** The state that was asked for, in the same version. */
  readonly after: DeepReadonly<KubeObject>;
  readonly who: ManagerKey;
  /** RFC 3339. */
  readonly time: string;
  /** What this write cannot change, and therefore does not manage (status on the main resource). */
  readonly ignored: FieldSet;
  readonly schema: StructSchema;
  readonly schemas: TypeSchemas;
}

/** Fields that nobody manages, as the server sets them or they name the object. */
const unmanaged = fieldSetOf([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ['f:metadata', 'f:name'],
  ['f:metadata', 'f:namespace'],
  ['f:metadata', 'f:creationTimestamp'],
  ['f:metadata', 'f:selfLink'],
  ['f:metadata', 'f:uid'],
  ['f:metadata', 'f:clusterName'],
  ['f:metadata', 'f:generation'],
  ['f:metadata', 'f:managedFields'],
  ['f:metadata', 'f:resourceVersion'],
]);

/** A set of paths. */
export function fieldSetOf(paths: Iterable<readonly string[]>): FieldSet {
  const set = new FieldSetBuilder();
  for (const path of paths) set.insert(path);
  return set;
}

/** A set without the fields that nobody manages. */
export function withoutUnmanaged(fields: FieldSet): FieldSet {
  return differenceOf(fields, unmanaged);
}

/**
 * The `managedFields` after a write: who wrote manages what the write changed, and nobody else does any more. An object
 * that has none is not tracked, unless it is new.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields/internal#(*FieldManager).UpdateNoErrors
 */
export function trackWrite(write: TrackedWrite): ObjectMeta['managedFields'] {
  const known = knownManagers(write);
  const isNew = (write.before.metadata.uid ?? '') === '';
  if (known.size === 0 && !isNew) return undefined;
  const comparison = withoutFields(
    compareObjects(write.before, write.after, write.schema, write.schemas),
    write.ignored,
  );
  const left = withoutChanged(known, comparison);
  const taken = withoutUnmanaged(unionOf(comparison.modified, comparison.added));
  // What the writer managed before stays with it, except for what is gone.
  const managers = isEmptySet(taken) ? left : withManager(left, write.who, taken, write.time);
  return encodeManagers(capManagers(managers));
}

/** The managers that the writer states (it may correct them), else those of the state before. */
function knownManagers({ before, after, who }: TrackedWrite): Managers {
  const stated = after.metadata.managedFields;
  if (who.subresource === '' && stated !== undefined) {
    if (stated.length === 1 && Object.keys(stated[0] ?? {}).length === 0) return new Map();
    const managers = decodeManagers(stated);
    if (managers !== undefined && managers.size > 0) return managers;
  }
  return decodeManagers(before.metadata.managedFields) ?? new Map();
}
