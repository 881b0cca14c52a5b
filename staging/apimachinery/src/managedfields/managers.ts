import type { ManagedFieldsEntry, ObjectMeta } from '../apis/meta/v1/types.ts';
import type { DeepReadonly } from '../runtime/object.ts';
import { type FieldSet, differenceOf, emptyFieldSet, intersectionOf, isEmptySet, unionOf } from './field-set.ts';
import type { Comparison } from './compare.ts';
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.ts';

/** Who manages fields, and how they came to. */
export interface ManagerKey {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
}

/** One manager with its fields. */
export interface Managed extends ManagerKey {
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** The managers of an object by who they are. */
export type Managers = ReadonlyMap<string, Managed>;

/** How many managers by update are kept apart; the oldest beyond become one. */
const maxUpdateManagers = 10;
const ancient = 'ancient-changes';

/** What tells managers apart; appliers are one whatever version they apply. */
export function keyOfManager({ manager, operation, apiVersion, subresource }: ManagerKey): string {
  const version = operation === 'Apply' ? '' : apiVersion;
  return `${operation}\n${version}\n${subresource}\n${manager}`;
}

/** Reads `metadata.managedFields`; undefined if it cannot be read. */
export function decodeManagers(entries: DeepReadonly<ObjectMeta['managedFields']>): Managers | undefined {
  const managers = new Map<string, Managed>();
  try {
    for (const entry of entries ?? []) {
      const managed = decodeEntry(entry);
      managers.set(keyOfManager(managed), managed);
    }
  } catch {
    return undefined;
  }
  return managers;
}

function decodeEntry(entry: DeepReadonly<ManagedFieldsEntry>): Managed {
  const { operation } = entry;
  if (operation !== 'Apply' && operation !== 'Update') throw new Error(`operation is ${String(operation)}`);
  return {
    manager: entry.manager ?? '',
    operation,
    apiVersion: entry.apiVersion ?? '',
    subresource: entry.subresource ?? '',
    time: entry.time,
    fields: entry.fieldsV1 === undefined ? emptyFieldSet : decodeFieldsV1(entry.fieldsV1),
  };
}

/** Writes `metadata.managedFields`: appliers first, older before newer. Undefined if there are none. */
export function encodeManagers(managers: Managers): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  return [...managers.values()].sort(compareManaged).map((managed) => ({
    manager: managed.manager,
    operation: managed.operation,
    apiVersion: managed.apiVersion,
    ...(managed.time === undefined ? {} : { time: managed.time }),
    fieldsType: 'FieldsV1',
    fieldsV1: encodeFieldsV1(managed.fields),
    ...(managed.subresource === '' ? {} : { subresource: managed.subresource }),
  }));
}

function compareManaged(a: Managed, b: Managed): number {
  return (
    compareText(a.operation, b.operation) ||
    compareText(a.time ?? '', b.time ?? '') ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The fields that other managers lose, by manager, when something is changed. */
export function conflictsOf(
  managers: Managers,
  comparison: Comparison,
  except?: string,
): ReadonlyMap<string, FieldSet> {
  const changed = unionOf(comparison.modified, comparison.added);
  const conflicts = new Map<string, FieldSet>();
  for (const [key, { fields }] of managers) {
    if (key === except) continue;
    const conflict = intersectionOf(fields, changed);
    if (!isEmptySet(conflict)) conflicts.set(key, conflict);
  }
  return conflicts;
}

/** Takes changed and removed fields from those who managed them. */
export function withoutChanged(managers: Managers, comparison: Comparison, except?: string): Managers {
  const gone = unionOf(unionOf(comparison.modified, comparison.added), comparison.removed);
  const left = new Map<string, Managed>();
  for (const [key, managed] of managers) {
    const lost = key === except ? comparison.removed : gone;
    const fields = differenceOf(managed.fields, lost);
    if (!isEmptySet(fields)) left.set(key, { ...managed, fields });
  }
  return left;
}

/** Adds a manager with its fields, joined with those it had. */
export function withManager(managers: Managers, who: ManagerKey, fields: FieldSet, time: string): Managers {
  const key = keyOfManager(who);
  const before = managers.get(key)?.fields ?? emptyFieldSet;
  return new Map([...managers, [key, { ...who, time, fields: unionOf(fields, before) }]]);
}

/**
 * Makes one manager of the oldest where there are too many.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields/internal#(*capManagersManager).capUpdateManagers
 */
export function capManagers(managers: Managers): Managers {
  const updaters = [...managers.values()].filter(({ operation }) => operation === 'Update').sort(compareManaged);
  if (updaters.length <= maxUpdateManagers) return managers;
  const capped = new Map(managers);
  let count = updaters.length;
  for (const managed of updaters) {
    if (count <= maxUpdateManagers || managed.manager === ancient) continue;
    const bucket: ManagerKey = {
      manager: ancient,
      operation: 'Update',
      apiVersion: managed.apiVersion,
      subresource: '',
    };
    const known = capped.get(keyOfManager(bucket));
    if (!known) count++;
    const fields = unionOf(known?.fields ?? emptyFieldSet, managed.fields);
    capped.set(keyOfManager(bucket), { ...bucket, time: managed.time, fields });
    capped.delete(keyOfManager(managed));
    count--;
  }
  return capped;
}
