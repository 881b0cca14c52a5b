import type { DaemonSet } from '@kubescript/api/apps/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import type { ToleratedFaults } from '../../core/validation/pod-context.ts';
import { hasInvalidLabelValues, toleratedTemplateFaults } from '../../core/validation/tolerated-faults.ts';
import { immutable, nonNegative, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import {
  isEmptySelector,
  isNone,
  shownStrategy,
  validateAlwaysTemplate,
  validateCollisions,
  validateCountOrPercent,
  validateNotAboveAll,
  validateTemplateLabels,
} from './workloads.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go apps/validation#ValidateDaemonSet */
export const daemonSetValidation: KindValidation<DaemonSet> = {
  validate: (set) => [
    ...validateObjectMeta(set.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(set, {}),
  ],
  validateUpdate: (set, old) => {
    const tolerated = {
      ...toleratedTemplateFaults(old.spec.template),
      selectorValues: hasInvalidLabelValues(old.spec.selector),
    };
    return [
      ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
      ...immutable(set.spec.selector, old.spec.selector, SPEC.child('selector')),
      ...validateSpec(set, tolerated),
    ];
  },
  validateStatusUpdate: (set, old) => [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, META),
    ...COUNTS.flatMap((count) => nonNegative(set.status[count], STATUS.child(count))),
    ...validateCollisions(set.status.collisionCount, old.status.collisionCount, STATUS),
  ],
};

type Tolerated = ToleratedFaults & { readonly selectorValues?: boolean };

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

/** @go apps/validation#ValidateDaemonSetSpec */
function validateSpec({ spec }: DeepReadonly<DaemonSet>, tolerated: Tolerated): FieldError[] {
  return [
    ...validateSelector(spec, tolerated),
    ...validateAlwaysTemplate({ template: spec.template, owner: 'DaemonSet', tolerated }, SPEC.child('template')),
    ...nonNegative(spec.minReadySeconds, SPEC.child('minReadySeconds')),
    ...validateStrategy(spec.updateStrategy ?? {}, SPEC.child('updateStrategy')),
    ...nonNegative(spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit')),
  ];
}

/** A selector that cannot be read is not held against the template. */
function validateSelector(spec: DeepReadonly<DaemonSet>['spec'], { selectorValues }: Tolerated): FieldError[] {
  const { selector } = spec;
  const path = SPEC.child('selector');
  const isUnreadable = validateLabelSelector(selector, path).length > 0;
  return [
    ...validateLabelSelector(selector, path, { anyValues: selectorValues === true }),
    ...(isUnreadable ? [] : validateTemplateLabels(spec, SPEC)),
    ...(hasSelector(selector) && isEmptySelector(selector)
      ? [invalid(path, selector, 'empty selector is invalid for daemonset')]
      : []),
  ];
}

function hasSelector<T>(selector: T | null | undefined): selector is T {
  return selector !== undefined && selector !== null;
}

type Strategy = NonNullable<DeepReadonly<DaemonSet>['spec']['updateStrategy']>;

/** @go apps/validation#ValidateDaemonSetUpdateStrategy */
function validateStrategy({ type = '', rollingUpdate }: Strategy, path: FieldPath): FieldError[] {
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = shownStrategy({ type, rollingUpdate });
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
    errors.push(required(place.child('maxUnavailable'), 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}
