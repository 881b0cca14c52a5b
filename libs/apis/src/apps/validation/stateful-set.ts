import type { ControllerRevision, StatefulSet } from '@kubescript/api/apps/v1';
import { type DeepReadonly, type FieldError, FieldPath, forbidden, invalid, required } from '@kubescript/apimachinery';

import { equal, immutable, labelName, nonNegative, oneOf, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateAlwaysTemplate, validateCountOrPercent, validateNotAboveAll, validateSelector } from './workloads.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go apps/validation#ValidateStatefulSet */
export const statefulSetValidation: KindValidation<StatefulSet> = {
  validate: (set) => [
    ...validateObjectMeta(set.metadata, { namespaced: true, checkName: labelName }, META),
    ...validateSpec(set),
  ],
  validateUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...validateSpec(set),
    ...validateUnchanged(set, old),
  ],
  validateStatusUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...validateStatus(set, old),
  ],
};

function validateSpec({ spec }: DeepReadonly<StatefulSet>): FieldError[] {
  const retention = spec.persistentVolumeClaimRetentionPolicy;
  const retain = SPEC.child('persistentVolumeClaimRetentionPolicy');
  const policies = ['Retain', 'Delete'];
  return [
    ...oneOf(spec.podManagementPolicy, ['OrderedReady', 'Parallel'], SPEC.child('podManagementPolicy')),
    ...validateStrategy(spec.updateStrategy ?? {}, SPEC.child('updateStrategy')),
    ...(retention === undefined
      ? [required(retain)]
      : [
          ...oneOf(retention.whenDeleted, policies, retain.child('whenDeleted')),
          ...oneOf(retention.whenScaled, policies, retain.child('whenScaled')),
        ]),
    ...nonNegative(spec.replicas, SPEC.child('replicas')),
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...nonNegative(spec.ordinals?.start, SPEC.child('ordinals', 'start')),
    ...nonNegative(spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit')),
    ...validateSelector(spec, 'statefulset', SPEC),
    ...validateAlwaysTemplate(spec.template, 'StatefulSet', SPEC.child('template')),
  ];
}

type Strategy = NonNullable<DeepReadonly<StatefulSet>['spec']['updateStrategy']>;

function validateStrategy({ type = '', rollingUpdate }: Strategy, path: FieldPath): FieldError[] {
  const place = path.child('rollingUpdate');
  if (type === '') return [required(path)];
  if (type === 'OnDelete') {
    if (rollingUpdate === undefined) return [];
    return [invalid(place, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")];
  }
  if (type !== 'RollingUpdate') {
    return [
      invalid(path, { Type: type, RollingUpdate: rollingUpdate ?? null }, "must be 'RollingUpdate' or 'OnDelete'"),
    ];
  }
  const errors = nonNegative(rollingUpdate?.partition, place.child('partition'));
  const max = rollingUpdate?.maxUnavailable;
  if (max === undefined) return errors;
  errors.push(...validateCountOrPercent(max, place.child('maxUnavailable')));
  errors.push(...validateNotAboveAll(max, place.child('maxUnavailable')));
  if (max === 0 || max === '0%') errors.push(invalid(place.child('maxUnavailable'), max, 'cannot be 0'));
  return errors;
}

const MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

function validateUnchanged(
  { spec }: DeepReadonly<StatefulSet>,
  { spec: old }: DeepReadonly<StatefulSet>,
): FieldError[] {
  const kept = Object.fromEntries(MUTABLE.flatMap((field) => (old[field] === undefined ? [] : [[field, old[field]]])));
  const rest = Object.fromEntries(Object.entries(spec).filter(([key]) => !MUTABLE.some((field) => field === key)));
  if (equal({ ...rest, ...kept }, { ...old })) return [];
  const list =
    "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', " +
    "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'";
  return [forbidden(SPEC, `updates to statefulset spec for fields other than ${list} are forbidden`)];
}

const COUNTS = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
] as const;

function validateStatus(
  { status }: DeepReadonly<StatefulSet>,
  { status: old }: DeepReadonly<StatefulSet>,
): FieldError[] {
  const errors = COUNTS.flatMap((count) => nonNegative(status[count], STATUS.child(count)));
  for (const name of ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const) {
    const value = status[name] ?? 0;
    if (value > status.replicas) {
      errors.push(invalid(STATUS.child(name), value, 'cannot be greater than status.replicas'));
    }
  }
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0)) {
    const detail = 'cannot be greater than status.readyReplicas';
    errors.push(invalid(STATUS.child('availableReplicas'), status.availableReplicas, detail));
  }
  if ((status.collisionCount ?? 0) < (old.collisionCount ?? 0)) {
    errors.push(invalid(STATUS.child('collisionCount'), status.collisionCount ?? null, 'cannot be decremented'));
  }
  return errors;
}

/** @go apps/validation#ValidateControllerRevision */
export const controllerRevisionValidation: KindValidation<ControllerRevision> = {
  validate: (revision) => [
    ...validateObjectMeta(revision.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateRevision(revision),
  ],
  validateUpdate: (revision, old) => [
    ...validateObjectMetaUpdate(revision.metadata, old.metadata, META),
    ...validateRevision(revision),
    ...immutable(revision.data, old.data, new FieldPath('data')),
  ],
};

function validateRevision({ data, revision }: DeepReadonly<ControllerRevision>): FieldError[] {
  return [
    ...(data === undefined || data === null ? [required(new FieldPath('data'), 'data is mandatory')] : []),
    ...nonNegative(revision, new FieldPath('revision')),
  ];
}
