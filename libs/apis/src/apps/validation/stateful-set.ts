import type { ControllerRevision, StatefulSet } from '@kubescript/api/apps/v1';
import type { PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { validateClaimSpec } from '../../core/validation/claim-template.ts';
import { validatePodTemplateSpec } from '../../core/validation/pod.ts';
import type { ToleratedFaults } from '../../core/validation/pod-context.ts';
import { toleratedTemplateFaults } from '../../core/validation/tolerated-faults.ts';
import { breaches, equal, immutable, labelName, nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import {
  isNone,
  validateCollisions,
  validateCountOrPercent,
  validateNotAboveAll,
  validateRunsAlways,
  validateSelectorAndTemplate,
  type WorkloadCheck,
} from './workloads.ts';

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
    ...validateSpec(set, whatOldExcuses(old)),
    ...validateUnchanged(set, old),
  ],
  validateStatusUpdate: (set, old) => [
    ...validateStatus(set),
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...validateCollisions(set.status.collisionCount, old.status.collisionCount, STATUS),
  ],
};

/** What is not looked at in an update. @go apps/validation#StatefulSetValidationOptions */
interface Excuses {
  readonly isUpdate: boolean;
  readonly anyTemplate: boolean;
  readonly tolerated: ToleratedFaults;
}

function whatOldExcuses(old: DeepReadonly<StatefulSet>): Excuses {
  const tolerated = toleratedTemplateFaults(old.spec.template);
  const anyTemplate = validateSpec(old, { isUpdate: true, anyTemplate: false, tolerated }).length > 0;
  return { isUpdate: true, anyTemplate, tolerated };
}

/** @go apps/validation#ValidateStatefulSetSpec */
function validateSpec(
  { spec }: DeepReadonly<StatefulSet>,
  excuses: Excuses = { isUpdate: false, anyTemplate: false, tolerated: {} },
): FieldError[] {
  const { serviceName = '' } = spec;
  return [
    ...validateManagement(spec.podManagementPolicy ?? '', SPEC.child('podManagementPolicy')),
    ...validateStrategy(spec.updateStrategy ?? {}, SPEC.child('updateStrategy')),
    ...validateRetention(spec.persistentVolumeClaimRetentionPolicy, SPEC.child('persistentVolumeClaimRetentionPolicy')),
    ...(excuses.isUpdate ? [] : validateClaims(spec, SPEC.child('volumeClaimTemplates'))),
    ...nonNegative(spec.replicas, SPEC.child('replicas')),
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...nonNegative(spec.ordinals?.start, SPEC.child('ordinals', 'start')),
    ...(excuses.isUpdate || serviceName === ''
      ? []
      : breaches(SPEC.child('serviceName'), serviceName, isDns1123Label(serviceName))),
    ...validateSelectorAndTemplate(spec, checkOf(spec, excuses), SPEC),
    ...validateRunsAlways({ template: spec.template, owner: 'StatefulSet' }, SPEC.child('template')),
  ];
}

type Spec = DeepReadonly<StatefulSet>['spec'];

function validateManagement(policy: string, path: FieldPath): FieldError[] {
  if (policy === '') return [required(path)];
  return POLICIES.includes(policy) ? [] : [invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")];
}

const POLICIES: readonly string[] = ['OrderedReady', 'Parallel'];

/** @go apps/validation#ValidatePersistentVolumeClaimRetentionPolicy */
function validateRetention(policy: Spec['persistentVolumeClaimRetentionPolicy'], path: FieldPath): FieldError[] {
  if (policy === undefined) return [];
  return (['whenDeleted', 'whenScaled'] as const).flatMap((when) => {
    const value = policy[when] ?? '';
    return RETENTIONS.includes(value) ? [] : [notSupported(path.child(when), value, RETENTIONS)];
  });
}

const RETENTIONS: readonly string[] = ['Retain', 'Delete'];

function validateClaims({ volumeClaimTemplates = [] }: Spec, path: FieldPath): FieldError[] {
  return volumeClaimTemplates.flatMap(({ spec }, index) => validateClaimSpec(spec, path.index(index).child('spec')));
}

function checkOf(spec: Spec, { anyTemplate, tolerated }: Excuses): WorkloadCheck {
  return {
    selectorOwner: 'statefulset',
    unreadable: '',
    validateTemplate: (path) => (anyTemplate ? [] : validatePodTemplateSpec(withClaims(spec), path, tolerated)),
  };
}

/** The template as pods are made of it: with a volume for each claim, in place of one of the same name. */
function withClaims({ template, volumeClaimTemplates = [] }: Spec): DeepReadonly<PodTemplateSpec> {
  if (template.spec === undefined || volumeClaimTemplates.length === 0) return template;
  const claimed = volumeClaimTemplates.map(({ metadata: { name = '' } }) => ({
    name,
    persistentVolumeClaim: { claimName: name },
  }));
  const others = (template.spec.volumes ?? []).filter(({ name }) => !claimed.some((volume) => volume.name === name));
  return { ...template, spec: { ...template.spec, volumes: [...others, ...claimed] } };
}

/** @go apps/validation#ValidateStatefulSetSpec */
function validateStrategy(
  { type = '', rollingUpdate }: NonNullable<Spec['updateStrategy']>,
  path: FieldPath,
): FieldError[] {
  const place = path.child('rollingUpdate');
  if (type === '') return [required(path)];
  if (type === 'OnDelete') {
    if (rollingUpdate === undefined) return [];
    return [invalid(place, shownRollingUpdate(rollingUpdate), "only allowed for updateStrategy 'RollingUpdate'")];
  }
  if (type !== 'RollingUpdate') {
    const shown = {
      Type: type,
      RollingUpdate: rollingUpdate === undefined ? null : shownRollingUpdate(rollingUpdate),
    };
    return [invalid(path, shown, "must be 'RollingUpdate' or 'OnDelete'")];
  }
  const max = rollingUpdate?.maxUnavailable;
  const errors = nonNegative(rollingUpdate?.partition, place.child('partition'));
  if (max === undefined) return errors;
  errors.push(...validateCountOrPercent(max, place.child('maxUnavailable')));
  if (isNone(max)) errors.push(invalid(place.child('maxUnavailable'), max, 'cannot be 0'));
  return [...errors, ...validateNotAboveAll(max, place.child('maxUnavailable'))];
}

type RollingUpdate = NonNullable<NonNullable<Spec['updateStrategy']>['rollingUpdate']>;

function shownRollingUpdate({ partition = 0, maxUnavailable }: RollingUpdate): Readonly<Record<string, unknown>> {
  return { Partition: partition, MaxUnavailable: maxUnavailable ?? null };
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

/** @go apps/validation#ValidateStatefulSetStatus */
function validateStatus({ status }: DeepReadonly<StatefulSet>): FieldError[] {
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
    ...validateObjectMeta(revision.metadata, { namespaced: true, checkName: subdomainName }, META),
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
