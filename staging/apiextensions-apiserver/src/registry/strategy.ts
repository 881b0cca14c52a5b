import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  type KubeObject,
  invalid,
  isDns1123Subdomain,
  jsonEqual,
  maskTrailingDash,
  required,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';
import type { Strategy } from '@kubescript/apiserver';

import type { Json } from '../schema/structural.ts';
import { statedVersion } from '../schema/object-meta.ts';
import type { CustomResourceValidator } from './validator.ts';

/** A custom resource: metadata, and members that only its schema knows. */
export type CustomResource = KubeObject & Json;

/** What strategies of one version of a custom resource need to know. */
export interface CustomResourceStrategyOptions {
  readonly namespaced: boolean;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly hasStatus: boolean;
  readonly validator: CustomResourceValidator;
  readonly selectableFields?: Strategy['selectableFields'];
}

/**
 * What is special about storing custom resources: generations, the separation of the status, validation by schema.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#customResourceStrategy
 */
export function newCustomResourceStrategy(options: CustomResourceStrategyOptions): Strategy {
  const { hasStatus, validator, namespaced } = options;
  return {
    namespaced,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    ...(options.selectableFields ? { selectableFields: options.selectableFields } : {}),
    prepareForCreate(object) {
      if (hasStatus) delete (object as CustomResource)['status'];
      object.metadata.generation = 1;
    },
    validate: (object) => {
      const problems = validateTypeMeta(object, options);
      if (problems.length > 0) return problems;
      const rules = { namespaced, checkName };
      return [...validateObjectMeta(object.metadata, rules, new FieldPath('metadata')), ...validator.validate(object)];
    },
    prepareForUpdate(object, old) {
      if (hasStatus) copyMember(object as CustomResource, old, 'status');
      const changed = !jsonEqual(withoutMetadata(object), withoutMetadata(old as KubeObject));
      if (changed) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    },
    validateUpdate: (object, old) => {
      const problems = validateTypeMeta(object, options);
      if (problems.length > 0) return problems;
      const meta = validateObjectMetaUpdate(object.metadata, old.metadata, new FieldPath('metadata'));
      return [...meta, ...validator.validateUpdate(object, old)];
    },
    warningsOnUpdate: (object) => validator.warningsOnUpdate(object),
  };
}

/**
 * Updates through the status subresource: everything but the status stays as it is.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#statusStrategy
 */
export function newStatusStrategy(
  options: CustomResourceStrategyOptions,
): Pick<Strategy, 'prepareForUpdate' | 'validateUpdate' | 'warningsOnUpdate'> {
  return {
    prepareForUpdate(object, old) {
      const { status } = object as CustomResource;
      const { managedFields } = object.metadata;
      const stated = { apiVersion: object.apiVersion, kind: object.kind };
      const target = object as CustomResource;
      for (const name of Object.keys(target)) delete target[name];
      Object.assign(target, structuredClone(old), stated);
      if (managedFields === undefined) delete target.metadata.managedFields;
      else target.metadata.managedFields = managedFields;
      if (status === undefined) delete target['status'];
      else target['status'] = status;
    },
    validateUpdate: (object, old) => {
      const problems = validateTypeMeta(object, options);
      if (problems.length > 0) return problems;
      const meta = validateObjectMetaUpdate(object.metadata, old.metadata, new FieldPath('metadata'));
      return [...meta, ...options.validator.validateStatusUpdate(object, old)];
    },
    warningsOnUpdate: (object) => options.validator.warningsOnUpdate(object),
  };
}

const checkName = (name: string, isPrefix: boolean): readonly string[] =>
  isDns1123Subdomain(isPrefix ? maskTrailingDash(name) : name);

function copyMember(object: CustomResource, old: DeepReadonly<CustomResource>, name: string): void {
  const value = old[name];

  if (value === undefined) delete object[name];
  else object[name] = value;
}

function withoutMetadata({ metadata: _metadata, ...rest }: KubeObject): unknown {
  return rest;
}

/** @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#(customResourceValidator).ValidateTypeMeta */
function validateTypeMeta(
  object: DeepReadonly<KubeObject>,
  { kind: gvk }: Pick<CustomResourceStrategyOptions, 'kind'>,
): FieldError[] {
  const { kind = '', apiVersion = '' } = object;
  const stated = statedVersion({ apiVersion });
  const kindPath = new FieldPath('kind');
  const versionPath = new FieldPath('apiVersion');
  const { group, version } = gvk;
  if (kind === '') return [required(kindPath, `must be ${gvk.kind}`)];
  if (apiVersion === '') return [required(versionPath, `must be ${group}/${version}`)];
  if (kind !== gvk.kind) return [invalid(kindPath, kind, `must be ${gvk.kind}`)];
  if (stated.group !== group || stated.version !== version) {
    return [invalid(versionPath, apiVersion, `must be ${group}/${version}`)];
  }
  return [];
}
