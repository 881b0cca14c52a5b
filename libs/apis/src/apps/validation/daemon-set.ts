import type { DaemonSet } from '@kubescript/api/apps/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { immutable, nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import {
  isNone,
  validateAlwaysTemplate,
  validateCountOrPercent,
  validateNotAboveAll,
  validateSelector,
} from './workloads.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go apps/validation#ValidateDaemonSet */
export const daemonSetValidation: KindValidation<DaemonSet> = {
  validate: (set) => [
    ...validateObjectMeta(set.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(set),
  ],
  validateUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...immutable(set.spec.selector, old.spec.selector, SPEC.child('selector')),
    ...validateSpec(set),
  ],
  validateStatusUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...COUNTS.flatMap((count) => nonNegative(set.status[count], STATUS.child(count))),
  ],
};

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const;

function validateSpec({ spec }: DeepReadonly<DaemonSet>): FieldError[] {
  return [
    ...validateSelector(spec, 'daemonset', SPEC),
    ...validateAlwaysTemplate(spec.template, 'DaemonSet', SPEC.child('template')),
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...validateStrategy(spec.updateStrategy ?? {}, SPEC.child('updateStrategy')),
    ...nonNegative(spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit')),
  ];
}

type Strategy = NonNullable<DeepReadonly<DaemonSet>['spec']['updateStrategy']>;

/** @go apps/validation#ValidateDaemonSetUpdateStrategy */
function validateStrategy({ type = '', rollingUpdate }: Strategy, path: FieldPath): FieldError[] {
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = { Type: type, RollingUpdate: rollingUpdate ?? null };
    return [notSupported(path, shown, ['RollingUpdate', 'OnDelete'])];
  }
  const place = path.child('rollingUpdate');
  if (rollingUpdate === undefined) return [required(place)];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const errors = [
    ...validateCountOrPercent(maxUnavailable, place.child('maxUnavailable')),
    ...validateCountOrPercent(maxSurge, place.child('maxSurge')),
    ...validateNotAboveAll(maxUnavailable, place.child('maxUnavailable')),
    ...validateNotAboveAll(maxSurge, place.child('maxSurge')),
  ];
  if (!isNone(maxUnavailable) && !isNone(maxSurge)) {
    errors.push(invalid(place.child('maxSurge'), maxSurge, 'may not be set when maxUnavailable is non-zero'));
  } else if (isNone(maxUnavailable) && isNone(maxSurge)) {
    errors.push(invalid(place.child('maxUnavailable'), maxUnavailable, 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}
