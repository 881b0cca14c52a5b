import type { APIService } from '@kubescript/api/apiregistration/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1035Label,
  isDns1123Subdomain,
  isValidPathSegmentName,
  isValidPortNumber,
  notSupported,
  required,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { apiServiceName, groupVersionOf } from '../apis/api-service.ts';

const metadataPath = new FieldPath('metadata');
const specPath = new FieldPath('spec');

/** @go kube-aggregator/pkg/apis/apiregistration/validation#ValidateAPIService */
export function validateApiService(service: DeepReadonly<APIService>): FieldError[] {
  const wanted = apiServiceName(groupVersionOf(service));
  const checkName = (name: string): readonly string[] => {
    const problems = isValidPathSegmentName(name);
    if (problems.length > 0 || name === wanted) return problems;
    return [`must be \`spec.version+"."+spec.group\`: "${wanted}"`];
  };
  return [
    ...validateObjectMeta(service.metadata, { namespaced: false, checkName }, metadataPath),
    ...validateGroupVersion(service),
    ...validatePriorities(service),
    ...(service.spec.service ? validateRemote(service) : validateLocal(service)),
  ];
}

/** @go kube-aggregator/pkg/apis/apiregistration/validation#ValidateAPIServiceUpdate */
export function validateApiServiceUpdate(
  service: DeepReadonly<APIService>,
  old: DeepReadonly<APIService>,
): FieldError[] {
  return [...validateObjectMetaUpdate(service.metadata, old.metadata, metadataPath), ...validateApiService(service)];
}

/** @go kube-aggregator/pkg/apis/apiregistration/validation#ValidateAPIServiceStatusUpdate */
export function validateApiServiceStatusUpdate(
  service: DeepReadonly<APIService>,
  old: DeepReadonly<APIService>,
): FieldError[] {
  return [...validateObjectMetaUpdate(service.metadata, old.metadata, metadataPath), ...validateConditions(service)];
}

function validateGroupVersion(service: DeepReadonly<APIService>): FieldError[] {
  const { group, version } = groupVersionOf(service);
  const groupPath = specPath.child('group');
  const versionPath = specPath.child('version');
  const errors: FieldError[] = [];
  if (group === '' && version !== 'v1') {
    errors.push(required(groupPath, 'only v1 may have an empty group and it better be legacy kube'));
  }
  const groupProblems = group === '' ? [] : isDns1123Subdomain(group);
  errors.push(...groupProblems.map((message) => invalid(groupPath, group, message)));
  errors.push(...isDns1035Label(version).map((message) => invalid(versionPath, version, message)));
  return errors;
}

function validatePriorities({ spec }: DeepReadonly<APIService>): FieldError[] {
  const { groupPriorityMinimum, versionPriority } = spec;
  const errors: FieldError[] = [];
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > 20_000) {
    const path = specPath.child('groupPriorityMinimum');
    errors.push(invalid(path, groupPriorityMinimum, 'must be positive and less than 20000'));
  }
  if (versionPriority <= 0 || versionPriority > 1000) {
    errors.push(invalid(specPath.child('versionPriority'), versionPriority, 'must be positive and less than 1000'));
  }
  return errors;
}

function validateLocal({ spec }: DeepReadonly<APIService>): FieldError[] {
  const errors: FieldError[] = [];
  if (hasBundle(spec)) {
    const size = `${String(Buffer.from(spec.caBundle ?? '', 'base64').length)} bytes`;
    errors.push(invalid(specPath.child('caBundle'), size, 'local APIServices may not have a caBundle'));
  }
  if (spec.insecureSkipTLSVerify === true) {
    const detail = 'local APIServices may not have insecureSkipTLSVerify';
    errors.push(invalid(specPath.child('insecureSkipTLSVerify'), true, detail));
  }
  return errors;
}

function validateRemote({ spec }: DeepReadonly<APIService>): FieldError[] {
  const path = specPath.child('service');
  const { namespace = '', name = '', port = 443 } = spec.service ?? {};
  const errors: FieldError[] = [];
  if (namespace === '') errors.push(required(path.child('namespace')));
  if (name === '') errors.push(required(path.child('name')));
  const portProblems = isValidPortNumber(port);
  if (portProblems.length > 0) {
    errors.push(invalid(path.child('port'), port, `port is not valid: ${portProblems.join(', ')}`));
  }
  if (spec.insecureSkipTLSVerify === true && hasBundle(spec)) {
    const detail = 'may not be true if caBundle is present';
    errors.push(invalid(specPath.child('insecureSkipTLSVerify'), true, detail));
  }
  return errors;
}

function hasBundle({ caBundle }: DeepReadonly<APIService['spec']>): boolean {
  return caBundle !== undefined && caBundle !== '';
}

const conditionStatuses = ['True', 'False', 'Unknown'];

function validateConditions({ status }: DeepReadonly<APIService>): FieldError[] {
  const path = new FieldPath('status').child('conditions');
  return (status.conditions ?? []).flatMap((condition, index) =>
    conditionStatuses.includes(condition.status)
      ? []
      : [notSupported(path.index(index).child('status'), condition.status, conditionStatuses)],
  );
}
