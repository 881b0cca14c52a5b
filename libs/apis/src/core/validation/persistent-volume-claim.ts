import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
  parseQuantity,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, immutable, semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { type ToleratedClaimFaults, validateClaimSpec } from './claim-template.ts';
import { isNativeResource } from './resource-names.ts';
import { basicQuantity } from './resources.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

type Claim = DeepReadonly<PersistentVolumeClaim>;

/** Upstream looks at the whole new object twice in an update. */
export const persistentVolumeClaimValidation: KindValidation<PersistentVolumeClaim> = {
  validate: (claim) => validateClaim(claim, {}),
  validateUpdate: (claim, old) => {
    const tolerated = toleratedFaults(old);
    return [
      ...validateClaim(claim, tolerated),
      ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
      ...validateClaim(claim, tolerated),
      ...validateClaimUpdate(claim, old),
    ];
  },
  validateStatusUpdate: validateClaimStatusUpdate,
};

/** @go core/validation#ValidatePersistentVolumeClaim */
function validateClaim(claim: Claim, tolerated: ToleratedClaimFaults): FieldError[] {
  return [
    ...validateObjectMeta(claim.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateClaimSpec(claim.spec, SPEC, tolerated),
  ];
}

/** @go core/validation#ValidationOptionsForPersistentVolumeClaim */
function toleratedFaults({ spec }: Claim): ToleratedClaimFaults {
  return {
    selectorValues: validateLabelSelector(spec.selector, SPEC).length > 0,
    dataSourceGroups: [spec.dataSource, spec.dataSourceRef].some((source) => typeof source?.apiGroup === 'string'),
  };
}

const FROZEN =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n';
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** What an update may not change. @go core/validation#ValidatePersistentVolumeClaimUpdate */
function validateClaimUpdate(claim: Claim, old: Claim): FieldError[] {
  const errors: FieldError[] = [];
  const classMoved = movesClassFromAnnotation(claim, old);
  if (!classMoved) errors.push(...validateAnnotationKept(claim, old));
  if (!semanticEqual(mungedSpec(claim, old, classMoved), oldSpecFor(claim, old))) errors.push(forbidden(SPEC, FROZEN));
  errors.push(...validateShrinking(claim, old));
  errors.push(...immutable(claim.spec.volumeMode, old.spec.volumeMode, new FieldPath('volumeMode')));
  return [...errors, ...validateAttributesClassKept(claim, old)];
}

function validateAnnotationKept({ metadata }: Claim, { metadata: old }: Claim): FieldError[] {
  const name = metadata.annotations?.[CLASS_ANNOTATION] ?? '';
  if (name === (old.annotations?.[CLASS_ANNOTATION] ?? '')) return [];
  return [invalid(META.child('annotations', CLASS_ANNOTATION), name, 'field is immutable')];
}

/** @go core/validation#validateStorageClassUpgradeFromAnnotation */
function movesClassFromAnnotation({ spec, metadata }: Claim, { spec: old, metadata: oldMeta }: Claim): boolean {
  const annotated = oldMeta.annotations?.[CLASS_ANNOTATION];
  const now = metadata.annotations?.[CLASS_ANNOTATION];
  return (
    annotated !== undefined &&
    old.storageClassName === undefined &&
    spec.storageClassName === annotated &&
    (now === undefined || now === annotated)
  );
}

/** The old spec, with the volume's name that may be set once. */
function oldSpecFor({ spec }: Claim, { spec: old }: Claim): unknown {
  return (old.volumeName ?? '') === '' ? { ...old, volumeName: spec.volumeName } : old;
}

/** The new spec with everything put back that was allowed to change. */
function mungedSpec(claim: Claim, old: Claim, classMoved: boolean): unknown {
  const munged: Record<string, unknown> = { ...claim.spec };
  if (classMoved) delete munged['storageClassName'];
  else if (maySetClass(claim, old)) munged['storageClassName'] = old.spec.storageClassName;
  if (claim.status.phase !== 'Bound') return munged;
  munged['volumeAttributesClassName'] = old.spec.volumeAttributesClassName;
  munged['resources'] = withStorageOf(claim.spec, old.spec);
  return munged;
}

/** A claim without a class gets one later. @go core/validation#validateStorageClassUpgradeFromNil */
function maySetClass({ spec }: Claim, { spec: old, metadata }: Claim): boolean {
  const annotated = metadata.annotations?.[CLASS_ANNOTATION];
  return (
    spec.storageClassName !== undefined &&
    old.storageClassName === undefined &&
    (annotated === undefined || annotated === spec.storageClassName)
  );
}

type ClaimSpec = DeepReadonly<PersistentVolumeClaimSpec>;

function withStorageOf({ resources }: ClaimSpec, { resources: old }: ClaimSpec): unknown {
  if (resources?.requests === undefined) return resources;
  return { ...resources, requests: { ...resources.requests, storage: old?.requests?.['storage'] } };
}

/** A volume never shrinks; a request may, as long as it stays above what the volume has. */
function validateShrinking({ spec }: Claim, { spec: old, status }: Claim): FieldError[] {
  const size = parseQuantity(spec.resources?.requests?.['storage'] ?? '0');
  const before = parseQuantity(old.resources?.requests?.['storage'] ?? '0');
  const capacity = parseQuantity(status.capacity?.['storage'] ?? '0');
  if (size.cmp(before) >= 0 || size.cmp(capacity) > 0) return [];
  const path = SPEC.child('resources', 'requests', 'storage');
  return [forbidden(path, 'field can not be less than status.capacity')];
}

function validateAttributesClassKept({ spec }: Claim, { spec: old, status }: Claim): FieldError[] {
  const name = spec.volumeAttributesClassName;
  if (name === old.volumeAttributesClassName || status.currentVolumeAttributesClassName === undefined) return [];
  const path = SPEC.child('volumeAttributesClassName');
  const when = 'is forbidden when status.currentVolumeAttributesClassName is not nil';
  if (name === undefined) return [forbidden(path, `update to nil ${when}`)];
  return name === '' ? [forbidden(path, `update to empty string ${when}`)] : [];
}

const RESIZE_STATUSES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizePending',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
].sort();

/** @go core/validation#ValidatePersistentVolumeClaimStatusUpdate */
function validateClaimStatusUpdate(claim: Claim, old: Claim): FieldError[] {
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = claim.status;
  const statuses = STATUS.child('allocatedResourceStatuses');
  const allocated = STATUS.child('allocatedResources');
  return [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, META),
    ...((claim.metadata.resourceVersion ?? '') === '' ? [required('resourceVersion')] : []),
    ...((claim.spec.accessModes ?? []).length === 0 ? [required('Spec.accessModes')] : []),
    ...Object.entries(capacity).flatMap(([name, value]) => basicQuantity(value, STATUS.child('capacity').key(name))),
    ...Object.entries(allocatedResourceStatuses).flatMap(([name, status]) => [
      ...validateResourceKey(name, statuses),
      ...(RESIZE_STATUSES.includes(status) ? [] : [notSupported(statuses, name, RESIZE_STATUSES)]),
    ]),
    ...Object.entries(allocatedResources).flatMap(([name, value]) => {
      const errors = validateResourceKey(name, allocated);
      return errors.length > 0 ? errors : basicQuantity(value, allocated.key(name));
    }),
  ];
}

/** @go core/validation#validatePersistentVolumeClaimResourceKey */
function validateResourceKey(name: string, path: FieldPath): FieldError[] {
  const errors = breaches(path, name, isQualifiedName(name));
  if (errors.length > 0 || name === 'storage' || !isNativeResource(name)) return errors;
  return [notSupported(path, name, ['storage'])];
}
