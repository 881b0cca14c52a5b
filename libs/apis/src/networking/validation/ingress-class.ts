import type { TypedLocalObjectReference } from '@kubescript/api/core/v1';
import type { IngressClass, IngressClassParametersReference } from '@kubescript/api/networking/v1';
import {
  byteLength,
  type DeepReadonly,
  domainPrefixedPath,
  type FieldError,
  FieldPath,
  forbidden,
  isDns1123Label,
  isDns1123Subdomain,
  isValidPathSegmentName,
  notSupported,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches, immutable, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const MAX_CONTROLLER = 250;

/** @go networking/validation#ValidateIngressClass */
export const ingressClassValidation: KindValidation<IngressClass> = {
  validate: validateClass,
  validateUpdate: (ingressClass, old) => [
    ...validateObjectMetaUpdate(ingressClass.metadata, old.metadata, META),
    ...immutable(ingressClass.spec.controller ?? '', old.spec.controller ?? '', SPEC.child('controller')),
    ...validateClass(ingressClass),
  ],
};

function validateClass({ metadata, spec }: DeepReadonly<IngressClass>): FieldError[] {
  const { controller = '', parameters } = spec;
  const path = SPEC.child('controller');
  return [
    ...validateObjectMeta(metadata, { namespaced: false, checkName: subdomainName }, META),
    ...(byteLength(controller) > MAX_CONTROLLER ? [tooLong(path, controller, MAX_CONTROLLER)] : []),
    ...domainPrefixedPath(controller, path),
    ...(parameters === undefined ? [] : validateParameters(parameters, SPEC.child('parameters'))),
  ];
}

/** @go networking/validation#validateIngressTypedLocalObjectReference */
export function validateTypedReference(
  { apiGroup, kind = '', name = '' }: DeepReadonly<Partial<TypedLocalObjectReference>>,
  path: FieldPath,
): FieldError[] {
  // A group that is not stated is written as null.
  const group: string | null = apiGroup ?? null;
  return [
    ...(group === null ? [] : breaches(path.child('apiGroup'), group, isDns1123Subdomain(group))),
    ...segment(kind, 'kind', path),
    ...segment(name, 'name', path),
  ];
}

function segment(value: string, member: string, path: FieldPath): FieldError[] {
  const place = path.child(member);
  return value === ''
    ? [required(place, `${member} is required`)]
    : breaches(place, value, isValidPathSegmentName(value));
}

const SCOPES: readonly string[] = ['Cluster', 'Namespace'];

/** @go networking/validation#validateIngressClassParametersReference */
function validateParameters(parameters: DeepReadonly<IngressClassParametersReference>, path: FieldPath): FieldError[] {
  const { scope, namespace } = parameters;
  const errors = validateTypedReference(parameters, path);
  const place = path.child('namespace');
  if (scope === undefined) return [...errors, required(path.child('scope'))];
  if (!SCOPES.includes(scope)) return [...errors, notSupported(path.child('scope'), scope, SCOPES)];
  if (scope === 'Cluster') {
    return namespace === undefined ? errors : [...errors, forbidden(place, "`parameters.scope` is set to 'Cluster'")];
  }
  if (namespace === undefined) return [...errors, required(place, "`parameters.scope` is set to 'Namespace'")];
  return [...errors, ...breaches(place, namespace, isDns1123Label(namespace))];
}
