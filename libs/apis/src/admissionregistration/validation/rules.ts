import type {
  MatchResources,
  NamedRuleWithOperations,
  RuleWithOperations,
} from '@kubescript/api/admissionregistration/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  duplicate,
  invalid,
  isValidPathSegmentName,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet } from '../../validation/checks.ts';

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

/**
 * What a wildcard covers may not come after it; and as the reference has it, of the resources without subresources only
 * the last one counts beside '*'.
 *
 * @go admissionregistration/validation#validateResources
 */
function validateResources(resources: readonly string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = resources.length === 0 ? [required(path)] : [];
  const [anySub, anyName] = [new Set<string>(), new Set<string>()];
  resources.forEach((text, index) => {
    const cut = text.indexOf('/');
    if (text === '') errors.push(required(path.index(index)));
    if (cut < 0) return;
    const [name, sub] = [text.slice(0, cut), text.slice(cut + 1)];
    const covers = [...(anySub.has(name) ? [`${name}/*`] : []), ...(anyName.has(sub) ? [`*/${sub}`] : [])];
    for (const cover of covers) {
      errors.push(invalid(path.index(index), text, `if '${cover}' is present, must not specify ${text}`));
    }
    if (sub === '*') anySub.add(name);
    if (name === '*') anyName.add(sub);
  });
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  const last = resources.findLast((text) => text !== '' && !text.includes('/'));
  if (resources.includes('*') && last !== '*') {
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
    errors.push(...validateNamedRule(rule, path.child('resourceRules').index(index)));
  });
  excludeResourceRules.forEach((rule, index) => {
    errors.push(...validateNamedRule(rule, path.child('excludeResourceRules').index(index)));
  });
  return errors;
}

function validateNamedRule(rule: DeepReadonly<NamedRuleWithOperations>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  const errors = (rule.resourceNames ?? []).flatMap((name, index) => {
    const place = path.child('resourceNames').index(index);
    const again = seen.has(name) ? [duplicate(place, name)] : [];
    seen.add(name);
    return [...breaches(place, name, isValidPathSegmentName(name)), ...again];
  });
  return [...errors, ...validateRuleWithOperations(rule, path)];
}
