import type { PodSpec, Taint, Toleration, TopologySpreadConstraint } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  isValidLabelValue,
  notSupported,
  required,
  validateLabelName,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, oneOf, oneOfIfSet } from '../../validation/checks.ts';

const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** @go core/validation#ValidateTolerations */
export function validateTolerations(tolerations: DeepReadonly<Toleration[]>, path: FieldPath): FieldError[] {
  return tolerations.flatMap((toleration, index) => validateToleration(toleration, path.index(index)));
}

function validateToleration(toleration: DeepReadonly<Toleration>, path: FieldPath): FieldError[] {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  const errors = key === '' ? [] : validateLabelName(key, path.child('key'));
  if (key === '' && operator !== 'Exists') {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalid(path.child('operator'), operator, detail));
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalid(path.child('effect'), effect, detail));
  }
  errors.push(...validateTolerationOperator(operator, value, path.child('operator')));
  if (effect !== '' && !TAINT_EFFECTS.includes(effect)) {
    errors.push(notSupported(path.child('effect'), effect, TAINT_EFFECTS));
  }
  return errors;
}

function validateTolerationOperator(operator: string, value: string, path: FieldPath): FieldError[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const broken = isValidLabelValue(value);
      return broken.length === 0 ? [] : [invalid(path, value, broken.join(';'))];
    }
    case 'Exists':
      return value === '' ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    case 'Lt':
    case 'Gt':
      return [notSupported(path, operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [notSupported(path, operator, ['Equal', 'Exists'])];
  }
}

/** @go core/validation#validateNodeTaints */
export function validateTaints(taints: DeepReadonly<Taint[]>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap(({ key, value = '', effect }, index) => {
    const place = path.index(index);
    const errors = validateLabelName(key, place.child('key'));
    const broken = isValidLabelValue(value);
    if (broken.length > 0) errors.push(invalid(place.child('value'), value, broken.join(';')));
    if (!TAINT_EFFECTS.includes(effect)) {
      errors.push(
        effect === '' ? required(place.child('effect')) : notSupported(place.child('effect'), effect, TAINT_EFFECTS),
      );
    }
    const unique = `${key} ${effect}`;
    if (effect !== '' && seen.has(unique)) {
      const error = duplicate(place, taints[index]);
      errors.push({ ...error, detail: 'taints must be unique by key and effect pair' });
    }
    seen.add(unique);
    return errors;
  });
}

/** @go core/validation#validateTopologySpreadConstraints */
export function validateSpread(constraints: DeepReadonly<TopologySpreadConstraint[]>, path: FieldPath): FieldError[] {
  const keys = constraints.map(({ topologyKey, whenUnsatisfiable }) => `{${topologyKey}, ${whenUnsatisfiable}}`);
  return constraints.flatMap((constraint, index) => {
    const place = path.index(index);
    const key = keys[index];
    const errors = validateConstraint(constraint, place);
    if (keys.indexOf(key ?? '', index + 1) !== -1) {
      errors.push(duplicate(place.child('{topologyKey, whenUnsatisfiable}'), key));
    }
    return errors;
  });
}

function validateConstraint(constraint: DeepReadonly<TopologySpreadConstraint>, path: FieldPath): FieldError[] {
  const { maxSkew, topologyKey, whenUnsatisfiable, minDomains } = constraint;
  const errors: FieldError[] = [];
  if (maxSkew <= 0) errors.push(invalid(path.child('maxSkew'), maxSkew, 'must be greater than zero'));
  if (topologyKey === '') errors.push(required(path.child('topologyKey'), 'can not be empty'));
  else errors.push(...validateLabelName(topologyKey, path.child('topologyKey')));
  errors.push(...oneOf(whenUnsatisfiable, ['DoNotSchedule', 'ScheduleAnyway'], path.child('whenUnsatisfiable')));
  if (minDomains !== undefined) {
    const place = path.child('minDomains');
    if (minDomains <= 0) errors.push(invalid(place, minDomains, 'must be greater than zero'));
    if (whenUnsatisfiable !== 'DoNotSchedule') {
      const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      errors.push(invalid(place, minDomains, detail));
    }
  }
  errors.push(...oneOfIfSet(constraint.nodeAffinityPolicy, ['Honor', 'Ignore'], path.child('nodeAffinityPolicy')));
  errors.push(...oneOfIfSet(constraint.nodeTaintsPolicy, ['Honor', 'Ignore'], path.child('nodeTaintsPolicy')));
  const keys = constraint.matchLabelKeys ?? [];
  if (keys.length > 0 && constraint.labelSelector === undefined) {
    errors.push(forbidden(path.child('matchLabelKeys'), 'must not be specified when labelSelector is not set'));
  }
  keys.forEach((key, index) => errors.push(...validateLabelName(key, path.child('matchLabelKeys').index(index))));
  errors.push(...validateLabelSelector(constraint.labelSelector, path.child('labelSelector')));
  return errors;
}

/** @go core/validation#validateSchedulingGates */
export function validateSchedulingGates(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (spec.schedulingGates ?? []).flatMap(({ name }, index) => {
    const errors = breaches(path.index(index), name, isQualifiedName(name));
    if (seen.has(name)) errors.push(duplicate(path.index(index), name));
    seen.add(name);
    return errors;
  });
}
