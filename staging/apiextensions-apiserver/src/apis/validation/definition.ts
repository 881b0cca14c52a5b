import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  type TypeSchemas,
  immutableMessage,
  invalid,
  isDns1123Subdomain,
  jsonEqual,
  required,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';
import type { CustomResourceDefinition, CustomResourceDefinitionStatus } from '@kubescript/api/apiextensions/v1';

import { apiApprovalOf, approvedAnnotation, isProtectedGroup } from '../api-approval.ts';
import { isConditionTrue } from '../helpers.ts';
import { validateNames } from './names.ts';
import { type SpecOptions, creationOptions, updateOptions } from './options.ts';
import { validateSpec } from './spec.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;

/** What validation needs to know of the program. */
export interface ValidationContext {
  /** The schemas of built-in types, for the metadata of embedded resources. */
  readonly schemas: TypeSchemas;
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinition */
export function validateDefinition(crd: Crd, context: ValidationContext): FieldError[] {
  const { names, group } = crd.spec;
  const checkName = (name: string): readonly string[] => [
    ...isDns1123Subdomain(name),
    ...(name === `${names.plural}.${group}` ? [] : ['must be spec.names.plural+"."+spec.group']),
  ];
  return [
    ...validateObjectMeta(crd.metadata, { namespaced: false, checkName }, new FieldPath('metadata')),
    ...validateRest(crd, creationOptions(context)),
    ...validateApproval(crd, undefined),
    ...validatePreserving(crd, undefined),
  ];
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionUpdate */
export function validateDefinitionUpdate(crd: Crd, old: Crd, context: ValidationContext): FieldError[] {
  return [
    ...validateObjectMetaUpdate(crd.metadata, old.metadata, new FieldPath('metadata')),
    ...validateRest(crd, updateOptions(crd, old, context)),
    ...validateImmutable(crd, old),
    ...validateApproval(crd, old),
    ...validatePreserving(crd, old),
  ];
}

function validateRest(crd: Crd, options: SpecOptions): FieldError[] {
  return [
    ...validateSpec(crd.spec, options, new FieldPath('spec')),
    ...validateStatus(crd.status, new FieldPath('status')),
    ...validateStoredVersions(crd, new FieldPath('status').child('storedVersions')),
  ];
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionStatus */
export function validateStatus(status: DeepReadonly<CustomResourceDefinitionStatus>, path: FieldPath): FieldError[] {
  return validateNames(status.acceptedNames ?? {}, path.child('acceptedNames'));
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionStoredVersions */
function validateStoredVersions({ spec, status }: Crd, path: FieldPath): FieldError[] {
  const stored = status.storedVersions ?? [];
  if (stored.length === 0) return [invalid(path, null, 'must have at least one stored version')];
  const missing = spec.versions
    .filter(({ storage, name }) => storage && !stored.includes(name))
    .map(({ name }) => invalid(path, stored, `must have the storage version ${name}`));
  const gone = stored.flatMap((name, index) => {
    if (spec.versions.some((version) => version.name === name)) return [];
    const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    return [invalid(path.index(index), name, detail)];
  });
  return [...missing, ...gone];
}

function validateImmutable({ spec }: Crd, old: Crd): FieldError[] {
  const path = new FieldPath('spec');
  const same = (value: unknown, before: unknown, at: FieldPath): FieldError[] =>
    jsonEqual(value, before) ? [] : [invalid(at, value, immutableMessage)];
  // What the keys of stored objects and their kind depend on.
  const whenEstablished = isConditionTrue(old, 'Established')
    ? [
        ...same(spec.scope, old.spec.scope, path.child('scope')),
        ...same(spec.names.kind, old.spec.names.kind, path.child('names', 'kind')),
      ]
    : [];
  return [
    ...whenEstablished,
    ...same(spec.group, old.spec.group, path.child('group')),
    ...same(spec.names.plural, old.spec.names.plural, path.child('names', 'plural')),
  ];
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateAPIApproval */
function validateApproval(crd: Crd, old: Crd | undefined): FieldError[] {
  if (!isProtectedGroup(crd.spec.group)) return [];
  const { annotations } = crd.metadata;
  const { state, reason } = apiApprovalOf(annotations);
  if (old && apiApprovalOf(old.metadata.annotations).state === state) return [];
  const path = new FieldPath('metadata').child('annotations').key(approvedAnnotation);
  switch (state) {
    case 'Invalid':
      return [invalid(path, annotations?.[approvedAnnotation], reason)];
    case 'Missing':
      return [required(path, reason)];
    case 'Approved':
    case 'Bypassed':
      return [];
  }
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validatePreserveUnknownFields */
function validatePreserving(crd: Crd, old: Crd | undefined): FieldError[] {
  if (old?.spec.preserveUnknownFields === true || crd.spec.preserveUnknownFields !== true) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalid(new FieldPath('spec').child('preserveUnknownFields'), true, detail)];
}
