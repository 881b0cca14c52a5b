import type { APIService } from '@kubescript/api/apiregistration/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  isDns1035Label,
  isValidPortNumber,
  required,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** @go kube-aggregator/pkg/apis/apiregistration/validation#ValidateAPIService */
const apiServiceValidation: KindValidation<APIService> = {
  validate: validateApiService,
  validateUpdate: (service, old) => [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, META),
    ...validateApiService(service),
  ],
  validateStatusUpdate: (service, old) => validateObjectMetaUpdate(service.metadata, old.metadata, META),
};

function validateApiService(service: DeepReadonly<APIService>): FieldError[] {
  const { group = '', version = '', groupPriorityMinimum, versionPriority, service: backend } = service.spec;
  const wanted = `${version}.${group}`;
  const checkName = (name: string): readonly string[] =>
    name === wanted ? [] : [`must be \`spec.version+"."+spec.group\`: "${wanted}"`];
  const errors = validateObjectMeta(service.metadata, { namespaced: false, checkName }, META);
  if (group !== '') errors.push(...breaches(SPEC.child('group'), group, isDns1123Subdomain(group)));
  if (version === '') errors.push(required(SPEC.child('version')));
  else errors.push(...breaches(SPEC.child('version'), version, isDns1035Label(version)));
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > 20000) {
    const detail = 'must be positive and less than 20000';
    errors.push(invalid(SPEC.child('groupPriorityMinimum'), groupPriorityMinimum, detail));
  }
  if (versionPriority <= 0 || versionPriority > 1000) {
    errors.push(invalid(SPEC.child('versionPriority'), versionPriority, 'must be positive and less than 1000'));
  }
  const { insecureSkipTLSVerify, caBundle } = service.spec;
  if (backend === undefined) {
    const detail = 'local APIServices may not';
    if (caBundle !== undefined)
      errors.push(invalid(SPEC.child('caBundle'), `${caBundle.length} bytes`, `${detail} have a caBundle`));
    if (insecureSkipTLSVerify === true) {
      errors.push(invalid(SPEC.child('insecureSkipTLSVerify'), true, `${detail} have insecureSkipTLSVerify`));
    }
    return errors;
  }
  const place = SPEC.child('service');
  errors.push(...nonEmpty(backend.namespace, place.child('namespace')), ...nonEmpty(backend.name, place.child('name')));
  const port = backend.port ?? 443;
  errors.push(
    ...isValidPortNumber(port).map((message) => invalid(place.child('port'), port, `port is not valid: ${message}`)),
  );
  if (insecureSkipTLSVerify === true && caBundle !== undefined) {
    errors.push(invalid(SPEC.child('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present'));
  }
  return errors;
}

/** Rules of the kinds of apiregistration.k8s.io. */
export const apiregistrationValidation: ValidationByKind = { APIService: validationOf(apiServiceValidation) };
