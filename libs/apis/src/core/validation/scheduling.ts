import type { PodSpec, Taint, Toleration, TopologySpreadConstraint } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isQualifiedName,
  isValidLabelValue,
  notSupported,
  required,
  validateLabelName,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet, positive } from '../../validation/checks.ts';
import { goTaint } from './go-names.ts';
import { validateMatchLabelKeys, validateSpreadMatchLabelKeys } from './match-label-keys.ts';
import type { PodContext } from './pod-context.ts';

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
  return taints.flatMap((taint, index) => {
    const { key, value = '', effect } = taint;
    const place = path.index(index);
    const errors = validateLabelName(key, place.child('key'));
    const broken = isValidLabelValue(value);
    if (broken.length > 0) errors.push(invalid(place.child('value'), value, broken.join(';')));
    if (effect === '') errors.push(required(place.child('effect')));
    else if (!TAINT_EFFECTS.includes(effect)) {
      errors.push(notSupported(place.child('effect'), effect, TAINT_EFFECTS));
    }
    const unique = `${key} ${effect}`;
    if (seen.has(unique)) {
      errors.push({ ...duplicate(place, goTaint(taint)), detail: 'taints must be unique by key and effect pair' });
    }
    seen.add(unique);
    return errors;
  });
}

/** @go core/validation#validateTopologySpreadConstraints */
export function validateSpread(
  constraints: DeepReadonly<TopologySpreadConstraint[]>,
  context: PodContext,
  path: FieldPath,
): FieldError[] {
  const keys = constraints.map(({ topologyKey, whenUnsatisfiable }) => `{${topologyKey}, ${whenUnsatisfiable}}`);
  return constraints.flatMap((constraint, index) => {
    const place = path.index(index);
    const key = keys[index] ?? '';
    return [
      ...validateConstraint(constraint, place),
      ...(keys.includes(key, index + 1) ? [duplicate(place.child('{topologyKey, whenUnsatisfiable}'), key)] : []),
      ...validateMinDomains(constraint, place.child('minDomains')),
      ...oneOfIfSet(constraint.nodeAffinityPolicy, ['Honor', 'Ignore'], place.child('nodeAffinityPolicy')),
      ...oneOfIfSet(constraint.nodeTaintsPolicy, ['Honor', 'Ignore'], place.child('nodeTaintsPolicy')),
      ...(context.tolerated.spreadMatchLabelKeys === true
        ? validateSpreadMatchLabelKeys(constraint, place.child('matchLabelKeys'))
        : validateMatchLabelKeys(constraint, place)),
      ...(context.tolerated.spreadSelectors === true
        ? []
        : validateLabelSelector(constraint.labelSelector, place.child('labelSelector'))),
    ];
  });
}

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];

function validateConstraint(constraint: DeepReadonly<TopologySpreadConstraint>, path: FieldPath): FieldError[] {
  const { maxSkew, topologyKey, whenUnsatisfiable } = constraint;
  return [
    ...positive(maxSkew, path.child('maxSkew')),
    ...(topologyKey === '' ? [required(path.child('topologyKey'), 'can not be empty')] : []),
    ...(ACTIONS.includes(whenUnsatisfiable)
      ? []
      : [notSupported(path.child('whenUnsatisfiable'), whenUnsatisfiable, ACTIONS)]),
  ];
}

/** @go core/validation#validateMinDomains */
function validateMinDomains(
  { minDomains, whenUnsatisfiable }: DeepReadonly<TopologySpreadConstraint>,
  path: FieldPath,
): FieldError[] {
  if (minDomains === undefined) return [];
  const errors = positive(minDomains, path);
  if (whenUnsatisfiable !== 'DoNotSchedule') {
    const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
    errors.push(invalid(path, minDomains, detail));
  }
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
