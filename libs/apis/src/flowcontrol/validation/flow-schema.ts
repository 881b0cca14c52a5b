import type { FlowSchema, NonResourcePolicyRule, ResourcePolicyRule, Subject } from '@kubescript/api/flowcontrol/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  notSupported,
  required,
} from '@kubescript/apimachinery';
import { mandatoryFlowSchemas } from '@kubescript/apiserver';

import { breaches, nonEmpty, semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateConditions } from './conditions.ts';

const SPEC = new FieldPath('spec');
const MAX_PRECEDENCE = 10000;

/** Upstream looks at the whole new object in an update too, and at nothing of the old one. */
export const flowSchemaValidation: KindValidation<FlowSchema> = {
  validate: validateFlowSchema,
  validateUpdate: validateFlowSchema,
  validateStatusUpdate: validateConditions,
};

/** @go flowcontrol/validation#ValidateFlowSchema */
function validateFlowSchema(schema: DeepReadonly<FlowSchema>): FieldError[] {
  return [
    ...validateObjectMeta(schema.metadata, { namespaced: false, checkName: subdomainName }, new FieldPath('metadata')),
    ...validateSchemaSpec(schema),
    ...validateMandatory(schema),
    ...validateConditions(schema),
  ];
}

function validateMandatory({ metadata, spec }: DeepReadonly<FlowSchema>): FieldError[] {
  const mandatory = mandatoryFlowSchemas.find((schema) => schema.metadata.name === metadata.name);
  if (mandatory === undefined || semanticEqual(spec, mandatory.spec)) return [];
  return [invalid(SPEC, spec, `spec of '${metadata.name ?? ''}' must equal the fixed value`)];
}

function validateSchemaSpec({ spec, metadata }: DeepReadonly<FlowSchema>): FieldError[] {
  const { matchingPrecedence = 0, distinguisherMethod, priorityLevelConfiguration, rules = [] } = spec;
  const errors: FieldError[] = [];
  const precedence = SPEC.child('matchingPrecedence');
  if (matchingPrecedence <= 0) errors.push(invalid(precedence, matchingPrecedence, 'must be a positive value'));
  if (matchingPrecedence > MAX_PRECEDENCE) {
    errors.push(invalid(precedence, matchingPrecedence, `must not be greater than ${MAX_PRECEDENCE}`));
  }
  if (matchingPrecedence === 1 && metadata.name !== 'exempt') {
    errors.push(
      invalid(precedence, matchingPrecedence, "only the schema named 'exempt' may have matchingPrecedence 1"),
    );
  }
  if (distinguisherMethod !== undefined && !['ByNamespace', 'ByUser'].includes(distinguisherMethod.type)) {
    const path = SPEC.child('distinguisherMethod').child('type');
    errors.push(notSupported(path, { Type: distinguisherMethod.type }, ['ByNamespace', 'ByUser']));
  }
  const level = SPEC.child('priorityLevelConfiguration').child('name');
  const { name } = priorityLevelConfiguration;
  if (name === '') errors.push(required(level, 'must reference a priority level'));
  else errors.push(...breaches(level, name, isDns1123Subdomain(name)));
  rules.forEach(({ subjects, resourceRules = [], nonResourceRules = [] }, index) => {
    const path = SPEC.child('rules').index(index);
    if (subjects.length === 0)
      errors.push(required(path.child('subjects'), 'subjects must contain at least one value'));
    subjects.forEach((subject, at) => errors.push(...validateSubject(subject, path.child('subjects').index(at))));
    if (resourceRules.length === 0 && nonResourceRules.length === 0) {
      errors.push(required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty'));
    }
    resourceRules.forEach((rule, at) =>
      errors.push(...validateResourceRule(rule, path.child('resourceRules').index(at))),
    );
    nonResourceRules.forEach((rule, at) =>
      errors.push(...validateNonResourceRule(rule, path.child('nonResourceRules').index(at))),
    );
  });
  return errors;
}

function validateSubject(subject: DeepReadonly<Subject>, path: FieldPath): FieldError[] {
  switch (subject.kind) {
    case 'ServiceAccount':
      return [
        ...validateServiceAccount(subject.serviceAccount, path.child('serviceAccount')),
        ...validateOthersUnset(subject, 'ServiceAccount', path),
      ];
    case 'User':
      return [
        ...validateNamed(subject.user, 'User', path.child('user')),
        ...validateOthersUnset(subject, 'User', path),
      ];
    case 'Group':
      return [
        ...validateNamed(subject.group, 'Group', path.child('group')),
        ...validateOthersUnset(subject, 'Group', path),
      ];
    default:
      return [notSupported(path.child('kind'), subject.kind, ['Group', 'ServiceAccount', 'User'])];
  }
}

/** The member of a subject that each kind of it has. */
const subjectMembers = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;
type SubjectKind = keyof typeof subjectMembers;

function validateOthersUnset(subject: DeepReadonly<Subject>, kind: SubjectKind, path: FieldPath): FieldError[] {
  return Object.entries(subjectMembers).flatMap(([other, member]) => {
    if (other === kind || subject[member] === undefined) return [];
    return [forbidden(path.child(member), `${member} is forbidden when subject kind is not '${other}'`)];
  });
}

/** @go flowcontrol/validation#ValidateServiceAccountSubject */
function validateServiceAccount(account: DeepReadonly<Subject>['serviceAccount'], path: FieldPath): FieldError[] {
  if (account === undefined)
    return [required(path, "serviceAccount is required when subject kind is 'ServiceAccount'")];
  const { name, namespace } = account;
  const ofNamespace = path.child('namespace');
  return [
    ...nonEmpty(name, path.child('name')),
    ...(name === '' || name === '*' ? [] : breaches(path.child('name'), name, isDns1123Subdomain(name))),
    ...(namespace === ''
      ? [required(ofNamespace, 'must specify namespace for service account')]
      : breaches(ofNamespace, namespace, isDns1123Label(namespace))),
  ];
}

/** @go flowcontrol/validation#ValidateUserSubject */
function validateNamed(
  named: { readonly name: string } | undefined,
  kind: 'User' | 'Group',
  path: FieldPath,
): FieldError[] {
  if (named === undefined) return [required(path, `${kind.toLowerCase()} is required when subject kind is '${kind}'`)];
  return nonEmpty(named.name, path.child('name'));
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function validateResourceRule(rule: DeepReadonly<ResourcePolicyRule>, path: FieldPath): FieldError[] {
  const { verbs, apiGroups, resources, namespaces = [], clusterScope } = rule;
  const errors = validateVerbs(verbs, path.child('verbs'));
  if (apiGroups.length === 0) {
    errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
  } else if (apiGroups.length > 1 && apiGroups.includes('*')) {
    errors.push(invalid(path.child('apiGroups'), apiGroups, "if '*' is present, must not specify other api groups"));
  }
  if (resources.length === 0) {
    errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'));
  } else if (resources.length > 1 && resources.includes('*')) {
    errors.push(invalid(path.child('resources'), resources, "if '*' is present, must not specify other resources"));
  }
  const place = path.child('namespaces');
  if (namespaces.length === 0 && clusterScope !== true) {
    errors.push(required(place, 'resource rules that are not cluster scoped must supply at least one namespace'));
  } else if (namespaces.includes('*')) {
    if (namespaces.length > 1)
      errors.push(invalid(place, namespaces, "if '*' is present, must not specify other namespaces"));
  } else {
    namespaces.forEach((namespace, index) => {
      for (const message of isDns1123Label(namespace)) {
        const detail = `each member of this list must be '*' or a DNS-1123 label; ${message}`;
        errors.push(invalid(place.index(index), namespace, detail));
      }
    });
  }
  return errors;
}

function validateVerbs(verbs: readonly string[], path: FieldPath): FieldError[] {
  if (verbs.length === 0) return [required(path, 'verbs must contain at least one value')];
  if (verbs.includes('*')) {
    return verbs.length > 1 ? [invalid(path, verbs, "if '*' is present, must not specify other verbs")] : [];
  }
  return verbs.every((verb) => VERBS.includes(verb)) ? [] : [notSupported(path, verbs, VERBS)];
}

function validateNonResourceRule(rule: DeepReadonly<NonResourcePolicyRule>, path: FieldPath): FieldError[] {
  const errors = validateVerbs(rule.verbs, path.child('verbs'));
  const place = path.child('nonResourceURLs');
  const urls = rule.nonResourceURLs;
  if (urls.length === 0) return [...errors, required(place, 'nonResourceURLs must contain at least one value')];
  if (urls.includes('*')) {
    return urls.length > 1
      ? [...errors, invalid(place, urls, "if '*' is present, must not specify other non-resource URLs")]
      : errors;
  }
  urls.forEach((url, index) => errors.push(...validateUrl(url, place.index(index))));
  return errors;
}

function validateUrl(url: string, path: FieldPath): FieldError[] {
  if (url === '') return [invalid(path, url, 'must not be empty')];
  if (url === '/') return [];
  if (!url.startsWith('/')) return [invalid(path, url, 'must start with slash')];
  if (url.includes(' ')) return [invalid(path, url, 'must not contain white-space')];
  if (url.includes('//')) return [invalid(path, url, 'must not contain double slash')];
  if (url === '/*' || !url.includes('*')) return [];
  return url.indexOf('*') === url.length - 1 && url.endsWith('/*')
    ? []
    : [invalid(path, url, 'wildcard can only do suffix matching')];
}
