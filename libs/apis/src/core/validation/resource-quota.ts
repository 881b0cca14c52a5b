import type { ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement } from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, FieldPath, invalid, required } from '@kubescript/apimachinery';

import { equal, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { isStandardQuotaResource } from './resource-names.ts';
import { validateResourceName, validateResourceQuantity } from './resources.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go core/validation#ValidateResourceQuota */
export const resourceQuotaValidation: KindValidation<ResourceQuota> = {
  validate: (quota) => [
    ...validateObjectMeta(quota.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(quota.spec),
    ...validateAmounts(quota.status.hard, STATUS.child('hard')),
    ...validateAmounts(quota.status.used, STATUS.child('used')),
  ],
  validateUpdate: (quota, old) => [
    ...validateObjectMetaUpdate(quota.metadata, old.metadata, META),
    ...validateSpec(quota.spec),
    ...(equal(distinct(quota.spec.scopes), distinct(old.spec.scopes))
      ? []
      : [invalid(SPEC.child('scopes'), quota.spec.scopes ?? null, 'field is immutable')]),
  ],
  validateStatusUpdate: (quota, old) => [
    ...validateObjectMetaUpdate(quota.metadata, old.metadata, META),
    ...((quota.metadata.resourceVersion ?? '') === '' ? [required('resourceVersion')] : []),
    ...validateAmounts(quota.status.hard, STATUS.child('hard')),
    ...validateAmounts(quota.status.used, STATUS.child('used')),
  ],
};

function validateAmounts(amounts: Readonly<Record<string, string>> | undefined, path: FieldPath): FieldError[] {
  return Object.entries(amounts ?? {}).flatMap(([name, value]) => [
    ...validateQuotaResourceName(name, path.key(name)),
    ...validateResourceQuantity(name, value, path.key(name)),
  ]);
}

function validateQuotaResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes('/') && !isStandardQuotaResource(name)) {
    errors.push(invalid(path, name, 'must be a standard resource for quota'));
  }
  return errors;
}

function validateSpec(spec: DeepReadonly<ResourceQuotaSpec>): FieldError[] {
  return [...validateAmounts(spec.hard, SPEC.child('hard')), ...validateScopes(spec), ...validateSelector(spec)];
}

const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
];

const POD_RESOURCES: readonly string[] = [
  'pods',
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
];

const RESOURCES_BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  Terminating: POD_RESOURCES,
  NotTerminating: POD_RESOURCES,
  NotBestEffort: POD_RESOURCES,
  PriorityClass: POD_RESOURCES,
  CrossNamespacePodAffinity: POD_RESOURCES,
  BestEffort: ['pods'],
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};

/** Which standard resources a scope can be counted for. @go core/helper#IsResourceQuotaScopeValidForResource */
function misfits(scope: string, hard: Readonly<Record<string, string>>): readonly string[] {
  const fitting = RESOURCES_BY_SCOPE[scope];
  if (fitting === undefined) return [];
  return Object.keys(hard).filter((resource) => isStandardQuotaResource(resource) && !fitting.includes(resource));
}

const EXCLUSIVE = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

function conflicts(scopes: readonly string[]): number {
  return EXCLUSIVE.filter((pair) => pair.every((scope) => scopes.includes(scope))).length;
}

const distinct = (scopes: readonly string[] = []): readonly string[] => [...new Set(scopes)].sort();

/** @go core/validation#validateResourceQuotaScopes */
function validateScopes({ scopes = [], hard = {} }: DeepReadonly<ResourceQuotaSpec>): FieldError[] {
  const path = SPEC.child('scopes');
  const details = [
    ...scopes.flatMap((scope) => [
      ...(SCOPES.includes(scope) ? [] : ['unsupported scope']),
      ...misfits(scope, hard).map(() => 'unsupported scope applied to resource'),
    ]),
    ...Array.from({ length: conflicts(scopes) }, () => 'conflicting scopes'),
  ];
  return details.map((detail) => invalid(path, scopes, detail));
}

const EXISTS_ONLY = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'CrossNamespacePodAffinity'];
const EXISTS_ONLY_DETAIL =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
  'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';

/** Upstream names the list, not its elements. @go core/validation#validateScopedResourceSelectorRequirement */
function validateSelector(spec: DeepReadonly<ResourceQuotaSpec>): FieldError[] {
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const path = SPEC.child('scopeSelector', 'matchExpressions');
  const errors = requirements.flatMap((requirement) => {
    const { scopeName, operator } = requirement;
    return [
      ...(SCOPES.includes(scopeName) ? [] : [invalid(path.child('scopeName'), scopeName, 'unsupported scope')]),
      ...misfits(scopeName, spec.hard ?? {}).map(() =>
        invalid(path, goSelector(spec), 'unsupported scope applied to resource'),
      ),
      ...(EXISTS_ONLY.includes(scopeName) && operator !== 'Exists'
        ? [invalid(path.child('operator'), operator, EXISTS_ONLY_DETAIL)]
        : []),
      ...validateValues(requirement, path),
    ];
  });
  const clashes = conflicts(requirements.map(({ scopeName }) => scopeName));
  for (let i = 0; i < clashes; i++) errors.push(invalid(path, spec.scopes ?? null, 'conflicting scopes'));
  return errors;
}

function goSelector({ scopeSelector }: DeepReadonly<ResourceQuotaSpec>): unknown {
  const expressions = (scopeSelector?.matchExpressions ?? []).map(({ scopeName, operator, values }) => ({
    ScopeName: scopeName,
    Operator: operator,
    Values: values ?? null,
  }));
  return { MatchExpressions: expressions };
}

function validateValues(
  { operator, values = [] }: DeepReadonly<ScopedResourceSelectorRequirement>,
  path: FieldPath,
): FieldError[] {
  const place = path.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      return values.length === 0 ? [required(place, detail)] : [];
    }
    case 'Exists':
    case 'DoesNotExist': {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? [] : [invalid(place, values, detail)];
    }
    default:
      return [invalid(path.child('operator'), operator, 'not a valid selector operator')];
  }
}
