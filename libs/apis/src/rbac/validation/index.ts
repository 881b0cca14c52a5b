import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '@kubescript/api/rbac/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isValidPathSegmentName,
  type LabelSelector,
  notSupported,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, equal, NIL_POINTER, pathSegmentName, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** @go rbac/validation#ValidateRole */
const roleValidation: KindValidation<Role> = {
  validate: (role) => [
    ...validateObjectMeta(role.metadata, { namespaced: true, checkName: pathSegmentName }, META),
    ...validateRules(role.rules, true),
  ],
  validateUpdate: (role, old) => [
    ...roleValidation.validate(role),
    ...validateObjectMetaUpdate(role.metadata, old.metadata, META),
  ],
};

/** @go rbac/validation#ValidateClusterRole */
const clusterRoleValidation: KindValidation<ClusterRole> = {
  validate: (role) => [
    ...validateObjectMeta(role.metadata, { namespaced: false, checkName: pathSegmentName }, META),
    ...validateClusterRole(role),
  ],
  validateUpdate: (role, old) => [
    ...clusterRoleValidation.validate(role),
    ...validateObjectMetaUpdate(role.metadata, old.metadata, META),
  ],
};

function validateClusterRole({ rules, aggregationRule }: DeepReadonly<ClusterRole>): FieldError[] {
  const errors = validateRules(rules, false);
  if (aggregationRule === undefined) return errors;
  const path = new FieldPath('aggregationRule').child('clusterRoleSelectors');
  const selectors = aggregationRule.clusterRoleSelectors ?? [];
  if (selectors.length === 0)
    return [...errors, required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  return [...errors, ...selectors.flatMap((selector, index) => validateSelector(selector, path.index(index)))];
}

function validateSelector(selector: DeepReadonly<LabelSelector>, path: FieldPath): FieldError[] {
  const errors = validateLabelSelector(selector, path);
  return errors.length === 0 ? [] : [...errors, invalid(path, NIL_POINTER, 'invalid label selector.')];
}

function validateRules(rules: DeepReadonly<PolicyRule[]> | undefined | null, namespaced: boolean): FieldError[] {
  return (rules ?? []).flatMap((rule, index) => validateRule(rule, namespaced, new FieldPath('rules').index(index)));
}

/** @go rbac/validation#ValidatePolicyRule */
function validateRule(rule: DeepReadonly<PolicyRule>, namespaced: boolean, path: FieldPath): FieldError[] {
  const { verbs, nonResourceURLs = [], apiGroups = [], resources = [], resourceNames = [] } = rule;
  const errors: FieldError[] = [];
  if (verbs.length === 0) errors.push(required(path.child('verbs'), 'verbs must contain at least one value'));
  if (nonResourceURLs.length > 0) {
    const place = path.child('nonResourceURLs');
    if (namespaced) errors.push(invalid(place, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      const detail = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalid(place, nonResourceURLs, detail));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'));
  }
  return errors;
}

/** @go rbac/validation#ValidateRoleBinding */
const roleBindingValidation: KindValidation<RoleBinding> = {
  validate: (binding) => [
    ...validateObjectMeta(binding.metadata, { namespaced: true, checkName: pathSegmentName }, META),
    ...validateBinding(binding, ['Role', 'ClusterRole'], true),
  ],
  validateUpdate: (binding, old) => [
    ...roleBindingValidation.validate(binding),
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, META),
    ...validateRoleRefUnchanged(binding, old),
  ],
};

/** @go rbac/validation#ValidateClusterRoleBinding */
const clusterRoleBindingValidation: KindValidation<ClusterRoleBinding> = {
  validate: (binding) => [
    ...validateObjectMeta(binding.metadata, { namespaced: false, checkName: pathSegmentName }, META),
    ...validateBinding(binding, ['ClusterRole'], false),
  ],
  validateUpdate: (binding, old) => [
    ...clusterRoleBindingValidation.validate(binding),
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, META),
    ...validateRoleRefUnchanged(binding, old),
  ],
};

interface Binding {
  readonly roleRef: DeepReadonly<RoleRef>;
  readonly subjects?: DeepReadonly<Subject[]>;
}

function validateBinding(
  { roleRef, subjects = [] }: Binding,
  kinds: readonly string[],
  namespaced: boolean,
): FieldError[] {
  const path = new FieldPath('roleRef');
  const { apiGroup = '', kind, name } = roleRef;
  const errors: FieldError[] = [];
  if (apiGroup !== RBAC_GROUP) errors.push(notSupported(path.child('apiGroup'), apiGroup, [RBAC_GROUP]));
  if (!kinds.includes(kind)) errors.push(notSupported(path.child('kind'), kind, kinds));
  if (name === '') errors.push(required(path.child('name')));
  else errors.push(...breaches(path.child('name'), name, isValidPathSegmentName(name)));
  subjects.forEach((subject, index) => {
    errors.push(...validateSubject(subject, namespaced, new FieldPath('subjects').index(index)));
  });
  return errors;
}

/** @go rbac/validation#ValidateRoleBindingSubject */
function validateSubject(subject: DeepReadonly<Subject>, namespaced: boolean, path: FieldPath): FieldError[] {
  const { kind, name, apiGroup = '', namespace = '' } = subject;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(path.child('name')));
  switch (kind) {
    case 'ServiceAccount':
      if (name !== '') errors.push(...breaches(path.child('name'), name, subdomainName(name, false)));
      if (apiGroup !== '') errors.push(notSupported(path.child('apiGroup'), apiGroup, ['']));
      if (!namespaced && namespace === '') errors.push(required(path.child('namespace')));
      return errors;
    case 'User':
    case 'Group':
      if (apiGroup !== RBAC_GROUP) errors.push(notSupported(path.child('apiGroup'), apiGroup, [RBAC_GROUP]));
      return errors;
    default:
      return [...errors, notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group'])];
  }
}

function validateRoleRefUnchanged({ roleRef }: Binding, { roleRef: old }: Binding): FieldError[] {
  if (equal(roleRef, old)) return [];
  const shown = { APIGroup: roleRef.apiGroup ?? '', Kind: roleRef.kind, Name: roleRef.name };
  return [invalid(new FieldPath('roleRef'), shown, 'cannot change roleRef')];
}

/** Rules of the kinds of rbac.authorization.k8s.io. */
export const rbacValidation: ValidationByKind = {
  ClusterRole: validationOf(clusterRoleValidation),
  ClusterRoleBinding: validationOf(clusterRoleBindingValidation),
  Role: validationOf(roleValidation),
  RoleBinding: validationOf(roleBindingValidation),
};
