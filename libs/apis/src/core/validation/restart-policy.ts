import type { Container, ContainerRestartRule } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  notSupported,
  required,
  tooMany,
} from '@kubescript/apimachinery';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const OPERATORS = ['In', 'NotIn'];
const MAX_RULES = 20;
const MAX_CODES = 255;
const NEEDS_POLICY = 'must specify restartPolicy when restart rules are used';

/** @go core/validation#validateContainerRestartPolicy */
export function validateContainerRestartPolicy(container: DeepReadonly<Container>, path: FieldPath): FieldError[] {
  const { restartPolicy, restartPolicyRules: rules = [] } = container;
  const errors: FieldError[] = [];
  if (restartPolicy === undefined) {
    if (rules.length === 0) return [];
    errors.push(required(path.child('restartPolicy'), NEEDS_POLICY));
  } else if (!POLICIES.includes(restartPolicy)) {
    errors.push(notSupported(path.child('restartPolicy'), restartPolicy, POLICIES));
  }
  const place = path.child('restartPolicyRules');
  if (rules.length > MAX_RULES) errors.push(tooMany(place, rules.length, MAX_RULES));
  rules.forEach((rule, index) => errors.push(...validateRule(rule, place.index(index))));
  return errors;
}

/** Of a container that runs before the others; without a policy its rules are not looked at. */
export function validateInitRestartPolicy(container: DeepReadonly<Container>, path: FieldPath): FieldError[] {
  if (container.restartPolicy !== undefined) return validateContainerRestartPolicy(container, path);
  const hasRules = (container.restartPolicyRules ?? []).length > 0;
  return hasRules ? [required(path.child('restartPolicy'), NEEDS_POLICY)] : [];
}

function validateRule({ action, exitCodes }: DeepReadonly<ContainerRestartRule>, path: FieldPath): FieldError[] {
  const errors = ACTIONS.includes(action) ? [] : [notSupported(path.child('action'), action, ACTIONS)];
  const place = path.child('exitCodes');
  if (exitCodes === undefined) return [...errors, required(place, 'must be specified')];
  const { operator, values = [] } = exitCodes;
  if (!OPERATORS.includes(operator)) errors.push(notSupported(place.child('operator'), operator, OPERATORS));
  if (values.length > MAX_CODES) errors.push(tooMany(place.child('values'), values.length, MAX_CODES));
  return errors;
}
