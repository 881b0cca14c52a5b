import type { ResourceQuota, ResourceQuotaSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { equal, immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
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
    ...(equal(quota.spec.scopes, old.spec.scopes)
      ? []
      : immutable(quota.spec.scopes, old.spec.scopes, SPEC.child('scopes'))),
  ],
  validateStatusUpdate: (quota, old) => [
    ...validateObjectMetaUpdate(quota.metadata, old.metadata, META),
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

const POD_RESOURCES = new Set([
  'pods',
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);

/** Which resources a scope can be counted for. */
function scopeFits(scope: string, resource: string): boolean {
  if (scope === 'BestEffort') return resource === 'pods' || resource.startsWith('count/');
  if (scope === 'VolumeAttributesClass') {
    return ['persistentvolumeclaims', 'requests.storage'].includes(resource);
  }
  return POD_RESOURCES.has(resource) || resource.includes('/') || /ephemeral-storage$|hugepages-/.test(resource);
}

const EXCLUSIVE = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

function validateScopes(spec: DeepReadonly<ResourceQuotaSpec>): FieldError[] {
  const scopes = spec.scopes ?? [];
  const path = SPEC.child('scopes');
  const errors: FieldError[] = [];
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.push(invalid(path, scopes, 'unsupported scope'));
    for (const resource of Object.keys(spec.hard ?? {})) {
      if (isStandardQuotaResource(resource) && !scopeFits(scope, resource)) {
        errors.push(invalid(path, scopes, 'unsupported scope applied to resource'));
      }
    }
  }
  if (EXCLUSIVE.some((pair) => pair.every((scope) => scopes.includes(scope)))) {
    errors.push(invalid(path, scopes, 'conflicting scopes'));
  }
  return errors;
}

const EXISTS_ONLY = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'CrossNamespacePodAffinity'];
const EXISTS_ONLY_DETAIL =
  "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
  'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';

function validateSelector({ scopeSelector }: DeepReadonly<ResourceQuotaSpec>): FieldError[] {
  return (scopeSelector?.matchExpressions ?? []).flatMap(({ scopeName, operator, values = [] }, index) => {
    const path = SPEC.child('scopeSelector', 'matchExpressions').index(index);
    const errors: FieldError[] = [];
    if (!SCOPES.includes(scopeName)) errors.push(notSupported(path.child('scopeName'), scopeName, SCOPES));
    switch (operator) {
      case 'In':
      case 'NotIn':
        if (values.length === 0) {
          errors.push(
            required(
              path.child('values'),
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
            ),
          );
        }
        if (EXISTS_ONLY.includes(scopeName)) errors.push(invalid(path.child('operator'), operator, EXISTS_ONLY_DETAIL));
        break;
      case 'Exists':
      case 'DoesNotExist':
        if (values.length > 0) {
          errors.push(
            invalid(
              path.child('values'),
              values,
              "must be no value when `operator` is 'Exists' or 'DoesNotExist' for scope selector",
            ),
          );
        }
        break;
      default:
        errors.push(invalid(path.child('operator'), operator, 'not a valid selector operator'));
    }
    return errors;
  });
}
