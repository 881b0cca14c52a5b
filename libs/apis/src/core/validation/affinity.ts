import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  WeightedPodAffinityTerm,
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

/** @go core/validation#validateAffinity */
export function validateAffinity(affinity: DeepReadonly<Affinity>, path: FieldPath): FieldError[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  return [
    ...(nodeAffinity === undefined ? [] : validateNodeAffinity(nodeAffinity, path.child('nodeAffinity'))),
    ...(podAffinity === undefined ? [] : validatePodAffinity(podAffinity, path.child('podAffinity'))),
    ...(podAntiAffinity === undefined ? [] : validatePodAffinity(podAntiAffinity, path.child('podAntiAffinity'))),
  ];
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function validateNodeAffinity(affinity: DeepReadonly<NodeAffinity>, path: FieldPath): FieldError[] {
  const selector = affinity[REQUIRED];
  return [
    ...(selector === undefined ? [] : validateNodeSelector(selector, path.child(REQUIRED))),
    ...(affinity[PREFERRED] ?? []).flatMap(({ weight, preference }, index) => {
      const place = path.child(PREFERRED).index(index);
      return [
        ...validateWeight(weight, place.child('weight')),
        ...validateNodeSelectorTerm(preference, place.child('preference')),
      ];
    }),
  ];
}

function validateWeight(weight: number, path: FieldPath): FieldError[] {
  return weight < 1 || weight > 100 ? [invalid(path, weight, 'must be in the range 1-100')] : [];
}

/** @go core/validation#ValidateNodeSelector */
export function validateNodeSelector(selector: DeepReadonly<NodeSelector>, path: FieldPath): FieldError[] {
  const place = path.child('nodeSelectorTerms');
  if (selector.nodeSelectorTerms.length === 0) return [required(place, 'must have at least one node selector term')];
  return selector.nodeSelectorTerms.flatMap((term, index) => validateNodeSelectorTerm(term, place.index(index)));
}

/** @go core/validation#ValidateNodeSelectorTerm */
export function validateNodeSelectorTerm(term: DeepReadonly<NodeSelectorTerm>, path: FieldPath): FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, index) =>
      validateRequirement(requirement, path.child('matchExpressions').index(index)),
    ),
    ...(term.matchFields ?? []).flatMap((requirement, index) =>
      validateFieldRequirement(requirement, path.child('matchFields').index(index)),
    ),
  ];
}

function validateRequirement(requirement: DeepReadonly<NodeSelectorRequirement>, path: FieldPath): FieldError[] {
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

function validatePodAffinity(affinity: DeepReadonly<PodAffinity>, path: FieldPath): FieldError[] {
  return [
    ...(affinity[REQUIRED] ?? []).flatMap((term, index) => validateTerm(term, path.child(REQUIRED).index(index))),
    ...(affinity[PREFERRED] ?? []).flatMap((term, index) => validateWeighted(term, path.child(PREFERRED).index(index))),
  ];
}

function validateWeighted(term: DeepReadonly<WeightedPodAffinityTerm>, path: FieldPath): FieldError[] {
  return [
    ...validateWeight(term.weight, path.child('weight')),
    ...validateTerm(term.podAffinityTerm, path.child('podAffinityTerm')),
  ];
}

/** @go core/validation#validatePodAffinityTerm */
function validateTerm(term: DeepReadonly<PodAffinityTerm>, path: FieldPath): FieldError[] {
  return [
    ...validateLabelSelector(term.labelSelector, path.child('labelSelector')),
    ...validateLabelSelector(term.namespaceSelector, path.child('namespaceSelector')),
    ...(term.namespaces ?? []).flatMap((name) => breaches(path.child('namespace'), name, isDns1123Label(name))),
    ...validateMatchLabelKeys(term, path),
    ...(term.topologyKey === '' ? [required(path.child('topologyKey'), 'can not be empty')] : []),
    ...(term.topologyKey === '' ? [] : validateLabelName(term.topologyKey, path.child('topologyKey'))),
  ];
}

function validateMatchLabelKeys(term: DeepReadonly<PodAffinityTerm>, path: FieldPath): FieldError[] {
  return (['matchLabelKeys', 'mismatchLabelKeys'] as const).flatMap((list) => {
    const keys = term[list] ?? [];
    if (keys.length > 0 && term.labelSelector === undefined) {
      return [forbidden(path.child(list), 'must not be specified when labelSelector is not set')];
    }
    const other = list === 'matchLabelKeys' ? term.mismatchLabelKeys : term.matchLabelKeys;
    return keys.flatMap((key, index) => {
      const place = path.child(list).index(index);
      const errors = validateLabelName(key, place);
      if (list === 'matchLabelKeys' && other?.includes(key) === true) {
        errors.push(invalid(place, key, 'exists in both matchLabelKeys and mismatchLabelKeys'));
      }
      return errors;
    });
  });
}
