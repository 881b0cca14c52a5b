import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1035Label,
  isDns1123Subdomain,
  notSupported,
  required,
} from '@kubescript/apimachinery';
import type { CustomResourceDefinitionSpec } from '@kubescript/api/apiextensions/v1';

import { type InternalSpec, type VersionParts, internalSpec, shownVersions } from '../internal.ts';
import { someSchema, type StructuralSchema } from '../../schema/structural.ts';
import { validateColumns } from './columns.ts';
import { validateConversion } from './conversion.ts';
import { validateDeprecation } from './deprecation.ts';
import { validateNames } from './names.ts';
import type { SpecOptions } from './options.ts';
import { validateSchemaOf } from './schema.ts';
import { validateSelectableFields } from './selectable-fields.ts';
import { validateSubresources } from './subresources.ts';

type Spec = DeepReadonly<CustomResourceDefinitionSpec>;

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateCustomResourceDefinitionSpec */
export function validateSpec(spec: Spec, given: SpecOptions, path: FieldPath): FieldError[] {
  const internal = internalSpec(spec);
  const options = { ...given, requireStructural: given.requireStructural || needsStructural(spec) };
  return [
    ...validateGroup(spec.group, path.child('group')),
    ...validateScope(spec.scope, path.child('scope')),
    ...validatePresence(spec, options, path),
    ...validateVersions(spec, internal, options, path),
    ...validateNamesOfSpec(spec, path.child('names')),
    ...validateParts(internal.common, {
      options,
      path,
      schemaField: 'validation',
      hasStatus: hasAnyStatus(spec),
      isUnchanged: options.unchangedVersions.has(spec.versions[0]?.name ?? ''),
    }),
    ...validateConversion(spec, options, path.child('conversion')),
  ];
}

function validateGroup(group: string, path: FieldPath): FieldError[] {
  if (group === '') return [required(path)];
  const problems = isDns1123Subdomain(group);
  if (problems.length > 0) return [invalid(path, group, problems.join(','))];
  return group.includes('.') ? [] : [invalid(path, group, 'should be a domain with at least one dot')];
}

function validateScope(scope: string, path: FieldPath): FieldError[] {
  if (scope === '') return [required(path)];
  return ['Cluster', 'Namespaced'].includes(scope) ? [] : [notSupported(path, scope, ['Cluster', 'Namespaced'])];
}

/** Pruning, defaults and Kubernetes' extensions work by structural schemas only. */
function needsStructural(spec: Spec): boolean {
  if (spec.preserveUnknownFields !== true) return true;
  return spec.versions.some(({ schema }) =>
    someSchema(schema?.openAPIV3Schema, (one) => one.default !== undefined || hasExtension(one)),
  );
}

function hasExtension(schema: StructuralSchema): boolean {
  return (
    schema['x-kubernetes-embedded-resource'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] !== undefined ||
    schema['x-kubernetes-int-or-string'] === true ||
    (schema['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
    schema['x-kubernetes-list-type'] !== undefined ||
    (schema['x-kubernetes-validations'] ?? []).length > 0
  );
}

function validatePresence(spec: Spec, options: SpecOptions, path: FieldPath): FieldError[] {
  const prunes = spec.preserveUnknownFields !== true;
  const errors = spec.versions.flatMap(({ schema, served }, index) => {
    if (schema?.openAPIV3Schema !== undefined) return [];
    const at = path.child('versions').index(index).child('schema', 'openAPIV3Schema');
    if (options.requireSchema) return [required(at, 'schemas are required')];
    return prunes && served ? [required(at, 'because otherwise all fields are pruned')] : [];
  });
  const hasDefaults = spec.versions.some(({ schema }) =>
    someSchema(schema?.openAPIV3Schema, (one) => one.default !== undefined),
  );
  if (prunes || !hasDefaults) return errors;
  const detail = 'must be false in order to use defaults in the schema';
  return [...errors, invalid(path.child('preserveUnknownFields'), true, detail)];
}

function validateVersions(spec: Spec, internal: InternalSpec, options: SpecOptions, path: FieldPath): FieldError[] {
  const { versions } = spec;
  const at = path.child('versions');
  const names = versions.map(({ name }) => name);
  const storageCount = versions.filter(({ storage }) => storage).length;
  const [first = ''] = names;
  const nameProblems = isDns1035Label(first);
  return [
    ...internal.versions.flatMap(({ version, ...parts }, index) => [
      ...validateVersionName(version.name, at.index(index).child('name')),
      ...validateDeprecation(version, at.index(index).child('deprecationWarning')),
      ...validateParts(parts, {
        options,
        path: at.index(index),
        schemaField: 'schema',
        hasStatus: version.subresources?.status !== undefined,
        isUnchanged: options.unchangedVersions.has(version.name),
      }),
    ]),
    ...(new Set(names).size < names.length
      ? [invalid(at, shownVersions(internal.versions), 'must contain unique version names')]
      : []),
    ...(storageCount === 1
      ? []
      : [invalid(at, shownVersions(internal.versions), 'must have exactly one version marked as storage version')]),
    ...(first !== '' && nameProblems.length > 0 ? [invalid(path.child('version'), first, nameProblems.join(','))] : []),
  ];
}

function validateVersionName(name: string, path: FieldPath): FieldError[] {
  const problems = isDns1035Label(name);
  return problems.length > 0 ? [invalid(path, name, problems.join(','))] : [];
}

/** Names that only a spec has to have. */
function validateNamesOfSpec({ names }: Spec, path: FieldPath): FieldError[] {
  const absent = (['plural', 'singular', 'kind', 'listKind'] as const).filter((name) => (names[name] ?? '') === '');
  return [...absent.map((name) => required(path.child(name))), ...validateNames(names, path)];
}

interface PartsContext {
  readonly options: SpecOptions;
  readonly path: FieldPath;
  /** What the reference calls the member that holds the schema. */
  readonly schemaField: 'validation' | 'schema';
  readonly hasStatus: boolean;
  readonly isUnchanged: boolean;
}

function validateParts(parts: VersionParts, context: PartsContext): FieldError[] {
  const { options, path, schemaField, hasStatus, isUnchanged } = context;
  const { schema, subresources, columns = [], selectableFields = [] } = parts;
  return [
    ...(schema?.openAPIV3Schema
      ? validateSchemaOf(schema.openAPIV3Schema, {
          options,
          hasStatus,
          suppressExpressionCost: isUnchanged,
          path: path.child(schemaField, 'openAPIV3Schema'),
        })
      : []),
    ...(subresources ? validateSubresources(subresources, path.child('subresources')) : []),
    ...validateColumns(columns, path.child('additionalPrinterColumns')),
    ...(selectableFields.length > 0
      ? validateSelectableFields(selectableFields, schema?.openAPIV3Schema, path.child('selectableFields'))
      : []),
  ];
}

function hasAnyStatus(spec: Spec): boolean {
  return spec.versions.some(({ subresources }) => subresources?.status !== undefined);
}
