import type {
  FlowSchema,
  NonResourcePolicyRule,
  PriorityLevelConfiguration,
  ResourcePolicyRule,
  Subject,
} from '@kubescript/api/flowcontrol/v1';
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

import { nonEmpty, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const RULES = { namespaced: false, checkName: subdomainName };
const MAX_PRECEDENCE = 10000;

/** @go flowcontrol/validation#ValidateFlowSchema */
const flowSchemaValidation: KindValidation<FlowSchema> = {
  validate: (schema) => [...validateObjectMeta(schema.metadata, RULES, META), ...validateSchemaSpec(schema)],
  validateUpdate: (schema, old) => [
    ...validateObjectMetaUpdate(schema.metadata, old.metadata, META),
    ...validateSchemaSpec(schema),
  ],
  validateStatusUpdate: (schema, old) => validateObjectMetaUpdate(schema.metadata, old.metadata, META),
};

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
    errors.push(notSupported(path, distinguisherMethod.type, ['ByNamespace', 'ByUser']));
  }
  if (priorityLevelConfiguration.name === '') {
    errors.push(required(SPEC.child('priorityLevelConfiguration').child('name'), 'must reference a priority level'));
  }
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
  const { kind, user, group, serviceAccount } = subject;
  switch (kind) {
    case 'ServiceAccount': {
      if (serviceAccount === undefined) {
        return [
          required(path.child('serviceAccount'), "serviceAccount is required when subject kind is 'ServiceAccount'"),
        ];
      }
      const place = path.child('serviceAccount');
      const errors = nonEmpty(serviceAccount.name, place.child('name'));
      if (serviceAccount.name !== '' && serviceAccount.name !== '*') {
        for (const message of isDns1123Subdomain(serviceAccount.name)) {
          errors.push(invalid(place.child('name'), serviceAccount.name, message));
        }
      }
      errors.push(...nonEmpty(serviceAccount.namespace, place.child('namespace')));
      return errors;
    }
    case 'User':
      if (user === undefined) return [required(path.child('user'), "user is required when subject kind is 'User'")];
      return nonEmpty(user.name, path.child('user').child('name'));
    case 'Group':
      if (group === undefined) return [required(path.child('group'), "group is required when subject kind is 'Group'")];
      return nonEmpty(group.name, path.child('group').child('name'));
    default:
      return [notSupported(path.child('kind'), kind, ['Group', 'ServiceAccount', 'User'])];
  }
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function validateResourceRule(rule: DeepReadonly<ResourcePolicyRule>, path: FieldPath): FieldError[] {
  const { verbs, apiGroups, resources, namespaces = [], clusterScope } = rule;
  const errors = validateVerbs(verbs, VERBS, path.child('verbs'));
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

function validateVerbs(verbs: readonly string[], known: readonly string[], path: FieldPath): FieldError[] {
  if (verbs.length === 0) return [required(path, 'verbs must contain at least one value')];
  if (verbs.includes('*')) {
    return verbs.length > 1 ? [invalid(path, verbs, "if '*' is present, must not specify other verbs")] : [];
  }
  const unknown = verbs.some((verb) => !known.includes(verb));
  return unknown ? [notSupported(path, verbs, known)] : [];
}

const HTTP_VERBS = ['connect', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'trace'];

function validateNonResourceRule(rule: DeepReadonly<NonResourcePolicyRule>, path: FieldPath): FieldError[] {
  const errors = validateVerbs(rule.verbs, HTTP_VERBS, path.child('verbs'));
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
  if (url === '') return [invalid(path, url, 'nonResourceURL must not be empty')];
  if (url === '/') return [];
  if (!url.startsWith('/')) return [invalid(path, url, 'must start with slash')];
  if (url.includes(' ')) return [invalid(path, url, 'must not contain white-space')];
  if (url.includes('//')) return [invalid(path, url, 'must not contain double slash')];
  if (url === '/*' || !url.includes('*')) return [];
  return url.indexOf('*') === url.length - 1 && url.endsWith('/*')
    ? []
    : [invalid(path, url, 'wildcard can only do suffix matching')];
}

/** @go flowcontrol/validation#ValidatePriorityLevelConfiguration */
const priorityLevelValidation: KindValidation<PriorityLevelConfiguration> = {
  validate: (level) => [...validateObjectMeta(level.metadata, RULES, META), ...validateLevelSpec(level)],
  validateUpdate: (level, old) => [
    ...validateObjectMetaUpdate(level.metadata, old.metadata, META),
    ...validateLevelSpec(level),
  ],
  validateStatusUpdate: (level, old) => validateObjectMetaUpdate(level.metadata, old.metadata, META),
};

function validateLevelSpec({ spec, metadata }: DeepReadonly<PriorityLevelConfiguration>): FieldError[] {
  const { type, limited, exempt } = spec;
  if ((metadata.name === 'exempt') !== (type === 'Exempt') && (type === 'Exempt' || metadata.name === 'exempt')) {
    return [invalid(SPEC.child('type'), type, "type must be 'Exempt' if and only if `name` is 'exempt'")];
  }
  switch (type) {
    case 'Exempt':
      if (limited !== undefined) return [forbidden(SPEC.child('limited'), 'must be nil if the type is not Limited')];
      return exempt === undefined ? [] : validateShares(exempt, SPEC.child('exempt'));
    case 'Limited':
      if (exempt !== undefined) return [forbidden(SPEC.child('exempt'), 'must be nil if the type is Limited')];
      if (limited === undefined) return [required(SPEC.child('limited'), 'must not be empty when type is Limited')];
      return validateLimited(limited, SPEC.child('limited'));
    default:
      return [notSupported(SPEC.child('type'), type, ['Exempt', 'Limited'])];
  }
}

interface Shares {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
}

function validateShares({ nominalConcurrencyShares = 0, lendablePercent = 0 }: Shares, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (nominalConcurrencyShares < 0) {
    const detail = 'must be a non-negative integer';
    errors.push(invalid(path.child('nominalConcurrencyShares'), nominalConcurrencyShares, detail));
  }
  if (lendablePercent < 0 || lendablePercent > 100) {
    errors.push(invalid(path.child('lendablePercent'), lendablePercent, 'must be between 0 and 100, inclusive'));
  }
  return errors;
}

type Limited = NonNullable<DeepReadonly<PriorityLevelConfiguration>['spec']['limited']>;

function validateLimited(limited: Limited, path: FieldPath): FieldError[] {
  const errors = validateShares(limited, path);
  const { borrowingLimitPercent, limitResponse } = limited;
  if (borrowingLimitPercent !== undefined && borrowingLimitPercent < 0) {
    const detail = 'if specified, must be a non-negative integer';
    errors.push(invalid(path.child('borrowingLimitPercent'), borrowingLimitPercent, detail));
  }
  const place = path.child('limitResponse');
  const { type = '', queuing } = limitResponse ?? {};
  if (type === 'Reject') {
    if (queuing !== undefined)
      errors.push(forbidden(place.child('queuing'), 'must be nil if limited.limitResponse.type is not Limited'));
    return errors;
  }
  if (type !== 'Queue') return [...errors, notSupported(place.child('type'), type, ['Queue', 'Reject'])];
  if (queuing === undefined) {
    return [...errors, required(place.child('queuing'), 'must not be empty if limited.limitResponse.type is Limited')];
  }
  return [...errors, ...validateQueuing(queuing, place.child('queuing'))];
}

interface Queuing {
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
}

const MAX_QUEUES = 10_000_000;

function validateQueuing({ queues = 0, handSize = 0, queueLengthLimit = 0 }: Queuing, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (queueLengthLimit <= 0) errors.push(invalid(path.child('queueLengthLimit'), queueLengthLimit, 'must be positive'));
  if (queues <= 0) errors.push(invalid(path.child('queues'), queues, 'must be positive'));
  else if (queues > MAX_QUEUES) {
    errors.push(invalid(path.child('queues'), queues, `must not be greater than ${MAX_QUEUES}`));
  }
  if (handSize <= 0) errors.push(invalid(path.child('handSize'), handSize, 'must be positive'));
  else if (handSize > queues) {
    errors.push(invalid(path.child('handSize'), handSize, `should not be greater than queues (${queues})`));
  }
  return errors;
}

/** Rules of the kinds of flowcontrol.apiserver.k8s.io. */
export const flowcontrolValidation: ValidationByKind = {
  FlowSchema: validationOf(flowSchemaValidation),
  PriorityLevelConfiguration: validationOf(priorityLevelValidation),
};
