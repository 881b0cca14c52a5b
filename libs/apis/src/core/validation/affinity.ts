import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isValidLabelValue,
  required,
  validateLabelName,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { validateMatchLabelKeys } from './match-label-keys.ts';
import type { PodContext } from './pod-context.ts';

/** @go core/validation#validateAffinity */
export function validateAffinity(
  affinity: DeepReadonly<Affinity>,
  { tolerated }: PodContext,
  path: FieldPath,
): FieldError[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  const values = labelValues(tolerated.affinitySelectorValues);
  return [
    ...(nodeAffinity === undefined
      ? []
      : validateNodeAffinity(nodeAffinity, labelValues(tolerated.nodeAffinityValues), path.child('nodeAffinity'))),
    ...(podAffinity === undefined ? [] : validatePodAffinity(podAffinity, values, path.child('podAffinity'))),
    ...(podAntiAffinity === undefined
      ? []
      : validatePodAffinity(podAntiAffinity, values, path.child('podAntiAffinity'))),
  ];
}

/** Whether the values of requirements must be values of labels. */
export type LabelValues = 'checked' | 'any';

function labelValues(tolerated: boolean | undefined): LabelValues {
  return tolerated === true ? 'any' : 'checked';
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function validateNodeAffinity(
  affinity: DeepReadonly<NodeAffinity>,
  values: LabelValues,
  path: FieldPath,
): FieldError[] {
  const selector = affinity[REQUIRED];
  return [
    ...(selector === undefined ? [] : validateNodeSelector(selector, path.child(REQUIRED), values)),
    ...(affinity[PREFERRED] ?? []).flatMap(({ weight, preference }, index) => {
      const place = path.child(PREFERRED).index(index);
      return [
        ...validateWeight(weight, place.child('weight')),
        ...validateNodeSelectorTerm(preference, place.child('preference'), 'any'),
      ];
    }),
  ];
}

function validateWeight(weight: number, path: FieldPath): FieldError[] {
  return weight < 1 || weight > 100 ? [invalid(path, weight, 'must be in the range 1-100')] : [];
}

/** @go core/validation#ValidateNodeSelector */
export function validateNodeSelector(
  selector: DeepReadonly<NodeSelector>,
  path: FieldPath,
  values: LabelValues = 'checked',
): FieldError[] {
  const place = path.child('nodeSelectorTerms');
  if (selector.nodeSelectorTerms.length === 0) return [required(place, 'must have at least one node selector term')];
  return selector.nodeSelectorTerms.flatMap((term, index) =>
    validateNodeSelectorTerm(term, place.index(index), values),
  );
}

/** @go core/validation#ValidateNodeSelectorTerm */
function validateNodeSelectorTerm(
  term: DeepReadonly<NodeSelectorTerm>,
  path: FieldPath,
  values: LabelValues,
): FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, index) =>
      validateRequirement(requirement, values, path.child('matchExpressions').index(index)),
    ),
    ...(term.matchFields ?? []).flatMap((requirement, index) =>
      validateFieldRequirement(requirement, path.child('matchFields').index(index)),
    ),
  ];
}

function validateRequirement(
  requirement: DeepReadonly<NodeSelectorRequirement>,
  labelValues: LabelValues,
  path: FieldPath,
): FieldError[] {
  const { key, operator, values = [] } = requirement;
  const place = path.child('values');
  const errors: FieldError[] = [];
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) errors.push(required(place, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.push(forbidden(place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      }
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        errors.push(required(place, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      errors.push(invalid(path.child('operator'), operator, 'not a valid selector operator'));
  }
  errors.push(...validateLabelName(key, path.child('key')));
  if (labelValues === 'any') return errors;
  values.forEach((value, index) => {
    errors.push(...breaches(place.index(index), value, isValidLabelValue(value)));
  });
  return errors;
}

function validateFieldRequirement(requirement: DeepReadonly<NodeSelectorRequirement>, path: FieldPath): FieldError[] {
  const { key, operator, values = [] } = requirement;
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(path.child('operator'), operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(path.child('values'), detail));
  }
  if (key !== 'metadata.name') {
    errors.push(invalid(path.child('key'), key, 'not a valid field selector key'));
    return errors;
  }
  values.forEach((value, index) => {
    errors.push(...breaches(path.child('values').index(index), value, isDns1123Subdomain(value)));
  });
  return errors;
}

function validatePodAffinity(affinity: DeepReadonly<PodAffinity>, values: LabelValues, path: FieldPath): FieldError[] {
  return [
    ...(affinity[REQUIRED] ?? []).flatMap((term, index) =>
      validateTerm(term, values, path.child(REQUIRED).index(index)),
    ),
    ...(affinity[PREFERRED] ?? []).flatMap(({ weight, podAffinityTerm }, index) => {
      const place = path.child(PREFERRED).index(index);
      return [
        ...validateWeight(weight, place.child('weight')),
        ...validateTerm(podAffinityTerm, values, place.child('podAffinityTerm')),
      ];
    }),
  ];
}

/** @go core/validation#validatePodAffinityTerm */
function validateTerm(term: DeepReadonly<PodAffinityTerm>, values: LabelValues, path: FieldPath): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  const options = { anyValues: values === 'any' };
  return [
    ...validateLabelSelector(labelSelector, path.child('labelSelector'), options),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector'), options),
    ...namespaces.flatMap((name) => breaches(path.child('namespace'), name, isDns1123Label(name))),
    ...validateMatchLabelKeys(term, path),
    ...(topologyKey === '' ? [required(path.child('topologyKey'), 'can not be empty')] : []),
    ...validateLabelName(topologyKey, path.child('topologyKey')),
  ];
}
