import type { ObjectMeta, OwnerReference } from '../../apis/meta/v1/types.ts';
import { parseGroupVersion } from '../../schema/group-version.ts';
import type { DeepReadonly } from '../../runtime/object.ts';
import { quote } from '../../util/go-format.ts';
import type { FieldError } from '../../validation/field-error.ts';
import { forbidden, invalid, notSupported, required, tooLong } from '../../validation/field-errors.ts';
import type { FieldPath } from '../../validation/field-path.ts';
import { immutableMessage, negativeMessage } from '../../validation/messages.ts';
import { byteLength, isDns1123Label, isQualifiedName, isValidLabelValue } from '../../validation/names.ts';

/** Checks a name; `isPrefix` if a random suffix will follow it. Returns the rules that are broken. */
export type NameCheck = (name: string, isPrefix: boolean) => readonly string[];

/** What a kind demands of its metadata. */
export interface ObjectMetaRules {
  readonly namespaced: boolean;
  readonly checkName: NameCheck;
}

/** All annotations of an object together may have this many bytes. */
export const maxAnnotationsSize = 256 * 1024;

/** Checks the metadata of a new object. @go apimachinery/pkg/api/validation#ValidateObjectMeta */
export function validateObjectMeta(
  metadata: DeepReadonly<ObjectMeta>,
  rules: ObjectMetaRules,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateNames(metadata, rules, path),
    ...validateNamespace(metadata, rules, path),
    ...(metadata.generation !== undefined && metadata.generation < 0
      ? [invalid(path.child('generation'), metadata.generation, negativeMessage)]
      : []),
    ...validateLabels(metadata.labels, path.child('labels')),
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...validateOwnerReferences(metadata.ownerReferences, path.child('ownerReferences')),
    ...validateFinalizers(metadata.finalizers, path.child('finalizers')),
    ...validateManagedFields(metadata, path.child('managedFields')),
  ];
}

function validateNames(metadata: DeepReadonly<ObjectMeta>, rules: ObjectMetaRules, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', generateName = '' } = metadata;
  for (const message of generateName === '' ? [] : rules.checkName(generateName, true)) {
    errors.push(invalid(path.child('generateName'), generateName, message));
  }
  if (name === '') errors.push(required(path.child('name'), 'name or generateName is required'));
  else for (const message of rules.checkName(name, false)) errors.push(invalid(path.child('name'), name, message));
  return errors;
}

function validateNamespace(metadata: DeepReadonly<ObjectMeta>, rules: ObjectMetaRules, path: FieldPath): FieldError[] {
  const { namespace = '' } = metadata;
  const place = path.child('namespace');
  if (!rules.namespaced) return namespace === '' ? [] : [forbidden(place, 'not allowed on this type')];
  if (namespace === '') return [required(place)];
  return isDns1123Label(namespace).map((message) => invalid(place, namespace, message));
}

/** Checks keys and values of labels. @go apimachinery/pkg/apis/meta/v1/validation#ValidateLabels */
export function validateLabels(labels: Readonly<Record<string, string>> | undefined, path: FieldPath): FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...validateLabelName(key, path),
    ...isValidLabelValue(value).map((message) => invalid(path, value, message)),
  ]);
}

/** Checks the key of a label. @go apimachinery/pkg/apis/meta/v1/validation#ValidateLabelName */
export function validateLabelName(key: string, path: FieldPath): FieldError[] {
  return isQualifiedName(key).map((message) => invalid(path, key, message));
}

/** Checks keys and total size of annotations. @go apimachinery/pkg/api/validation#ValidateAnnotations */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): FieldError[] {
  const entries = Object.entries(annotations ?? {});
  const errors = entries.flatMap(([key]) =>
    isQualifiedName(key.toLowerCase()).map((message) => invalid(path, key, message)),
  );
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > maxAnnotationsSize) errors.push(tooLong(path, '', maxAnnotationsSize));
  return errors;
}

function validateOwnerReferences(
  references: DeepReadonly<OwnerReference[]> | undefined,
  path: FieldPath,
): FieldError[] {
  const errors = (references ?? []).flatMap((reference) => validateOwnerReference(reference, path));
  const controllers = (references ?? []).filter(({ controller }) => controller === true);
  const [first, second] = controllers;
  if (first !== undefined && second !== undefined) {
    errors.push(
      invalid(
        path,
        references,
        `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`,
      ),
    );
  }
  return errors;
}

function validateOwnerReference(reference: DeepReadonly<OwnerReference>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { group, version } = groupVersionOf(reference.apiVersion);
  if (version === '') errors.push(invalid(path.child('apiVersion'), reference.apiVersion, 'version must not be empty'));
  if (reference.kind === '') errors.push(invalid(path.child('kind'), reference.kind, 'must not be empty'));
  if (reference.name === '') errors.push(invalid(path.child('name'), reference.name, 'must not be empty'));
  if (reference.uid === '') errors.push(invalid(path.child('uid'), reference.uid, 'must not be empty'));
  if (group === '' && reference.kind === 'Event') {
    errors.push(invalid(path, reference, 'v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}

function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  try {
    return parseGroupVersion(apiVersion);
  } catch {
    return { group: '', version: '' };
  }
}

function validateFinalizers(finalizers: readonly string[] | undefined, path: FieldPath): FieldError[] {
  const errors = (finalizers ?? []).flatMap((finalizer) =>
    isQualifiedName(finalizer).map((message) => invalid(path, finalizer, message)),
  );
  if (finalizers?.includes('orphan') === true && finalizers.includes('foregroundDeletion')) {
    errors.push(invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}

function validateManagedFields(metadata: DeepReadonly<ObjectMeta>, path: FieldPath): FieldError[] {
  return (metadata.managedFields ?? []).flatMap((entry, index) => {
    const errors: FieldError[] = [];
    const place = path.index(index);
    const { operation = '', fieldsType = '', manager = '', subresource = '' } = entry;
    if (operation !== 'Apply' && operation !== 'Update') {
      errors.push(invalid(place.child('operation'), operation, 'must be `Apply` or `Update`'));
    }
    if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
      errors.push(invalid(place.child('fieldsType'), fieldsType, 'must be `FieldsV1`'));
    }
    if (byteLength(manager) > 128) errors.push(tooLong(place.child('fieldManager'), manager, 128));
    if (byteLength(subresource) > 256) errors.push(tooLong(place.child('subresource'), subresource, 256));
    return errors;
  });
}

/** Checks the metadata of an update. @go apimachinery/pkg/api/validation#ValidateObjectMetaUpdate */
export function validateObjectMetaUpdate(
  metadata: DeepReadonly<ObjectMeta>,
  old: DeepReadonly<ObjectMeta>,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined)
    errors.push(...validateNoNewFinalizers(metadata, old, path.child('finalizers')));
  if ((metadata.resourceVersion ?? '') === '') {
    errors.push(
      invalid(path.child('resourceVersion'), metadata.resourceVersion ?? '', 'must be specified for an update'),
    );
  }
  if ((metadata.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalid(path.child('generation'), metadata.generation ?? 0, 'must not be decremented'));
  }
  for (const field of IMMUTABLE_FIELDS) {
    if (metadata[field] !== old[field])
      errors.push(invalid(path.child(field), metadata[field] ?? null, immutableMessage));
  }
  return [
    ...errors,
    ...validateLabels(metadata.labels, path.child('labels')),
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...validateOwnerReferences(metadata.ownerReferences, path.child('ownerReferences')),
    ...validateManagedFields(metadata, path.child('managedFields')),
  ];
}

const IMMUTABLE_FIELDS = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

function validateNoNewFinalizers(
  metadata: DeepReadonly<ObjectMeta>,
  old: DeepReadonly<ObjectMeta>,
  path: FieldPath,
): FieldError[] {
  const added = (metadata.finalizers ?? []).filter((finalizer) => old.finalizers?.includes(finalizer) !== true);
  if (added.length === 0) return [];
  const list = added.map(quote).join(', ');
  return [
    forbidden(
      path,
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    ),
  ];
}

/** Options of a deletion. @go apimachinery/pkg/apis/meta/v1/validation#ValidateDeleteOptions */
export function validateDeletionPropagation(policy: string | undefined, path: FieldPath): FieldError[] {
  const known = ['Foreground', 'Background', 'Orphan'];
  if (policy === undefined || known.includes(policy)) return [];
  return [notSupported(path, policy, [...known, 'nil'])];
}
