import type { MatchResources, RuleWithOperations } from '@kubescript/api/admissionregistration/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { oneOfIfSet } from '../../validation/checks.ts';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

/** @go admissionregistration/validation#validateRuleWithOperations */
export function validateRuleWithOperations(rule: DeepReadonly<RuleWithOperations>, path: FieldPath): FieldError[] {
  const operations = rule.operations ?? [];
  const place = path.child('operations');
  const errors: FieldError[] = [];
  if (operations.length === 0) errors.push(required(place));
  if (operations.length > 1 && operations.includes('*')) {
    errors.push(invalid(place, operations, "if '*' is present, must not specify other operations"));
  }
  operations.forEach((operation, index) => {
    if (!OPERATIONS.includes(operation)) errors.push(notSupported(place.index(index), operation, OPERATIONS));
  });
  return [...errors, ...validateRule(rule, path)];
}

function validateRule(rule: DeepReadonly<RuleWithOperations>, path: FieldPath): FieldError[] {
  const { apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  const errors: FieldError[] = [];
  for (const [name, values, what] of [
    ['apiGroups', apiGroups, 'API groups'],
    ['apiVersions', apiVersions, 'API versions'],
  ] as const) {
    const place = path.child(name);
    if (values.length === 0) errors.push(required(place));
    if (values.length > 1 && values.includes('*')) {
      errors.push(invalid(place, values, `if '*' is present, must not specify other ${what}`));
    }
    if (name === 'apiVersions') {
      values.forEach((value, index) => {
        if (value === '') errors.push(required(place.index(index)));
      });
    }
  }
  errors.push(...validateResources(resources, path.child('resources')));
  return [...errors, ...oneOfIfSet(scope, SCOPES, path.child('scope'))];
}

/** @go admissionregistration/validation#validateResources */
function validateResources(resources: readonly string[], path: FieldPath): FieldError[] {
  if (resources.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const parts = resources.map((resource, index) => {
    const [name = '', sub] = resource.split('/');
    if (resource === '') errors.push(required(path.index(index)));
    if (name === '*' && sub === '*' && resources.length > 1) {
      errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
    }
    return { name, sub, index };
  });
  const anySub = new Set(parts.filter(({ name, sub }) => sub === '*' && name !== '*').map(({ name }) => name));
  const anyName = new Set(
    parts.filter(({ name, sub }) => name === '*' && sub !== undefined && sub !== '*').map(({ sub }) => sub),
  );
  for (const { name, sub, index } of parts) {
    const text = resources[index];
    if (sub !== undefined && sub !== '*' && anySub.has(name)) {
      errors.push(invalid(path.index(index), text, `if '${name}/*' is present, must not specify ${text ?? ''}`));
    }
    if (sub !== undefined && name !== '*' && anyName.has(sub)) {
      errors.push(invalid(path.index(index), text, `if '*/${sub}' is present, must not specify ${text ?? ''}`));
    }
  }
  if (parts.length > 1 && resources.includes('*') && parts.some(({ name, sub }) => name !== '*' && sub === undefined)) {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalid(path, resources, detail));
  }
  return errors;
}

/** @go admissionregistration/validation#validateMatchResources */
export function validateMatchResources(match: DeepReadonly<MatchResources>, path: FieldPath): FieldError[] {
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules = [], excludeResourceRules = [] } = match;
  const errors = oneOfIfSet(matchPolicy, ['Equivalent', 'Exact'], path.child('matchPolicy'));
  if (namespaceSelector === undefined) errors.push(required(path.child('namespaceSelector')));
  errors.push(...validateLabelSelector(namespaceSelector, path.child('namespaceSelector')));
  if (objectSelector === undefined) errors.push(required(path.child('objectSelector')));
  errors.push(...validateLabelSelector(objectSelector, path.child('objectSelector')));
  resourceRules.forEach((rule, index) => {
    errors.push(...validateRuleWithOperations(rule, path.child('resourceRules').index(index)));
  });
  excludeResourceRules.forEach((rule, index) => {
    errors.push(...validateRuleWithOperations(rule, path.child('excludeResourceRules').index(index)));
  });
  return errors;
}
