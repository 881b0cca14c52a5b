import { type DeepReadonly, jsonEqual } from '@kubescript/apimachinery';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  CustomResourceValidation,
  SelectableField,
} from '@kubescript/api/apiextensions/v1';

import { internalSchema } from './internal-schema.ts';

/** What versions say, or all of them alike. */
export interface VersionParts {
  readonly schema?: DeepReadonly<CustomResourceValidation>;
  readonly subresources?: DeepReadonly<CustomResourceSubresources>;
  readonly columns?: readonly DeepReadonly<CustomResourceColumnDefinition>[];
  readonly selectableFields?: readonly DeepReadonly<SelectableField>[];
}

/** A version without what all versions say alike. */
export interface InternalVersion extends VersionParts {
  readonly version: DeepReadonly<CustomResourceDefinitionVersion>;
}

/**
 * A spec as the reference validates it: what all versions say alike stands once, at the top. Problems are told with
 * the paths of this form.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions#CustomResourceDefinitionSpec
 */
export interface InternalSpec {
  readonly common: VersionParts;
  readonly versions: readonly InternalVersion[];
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1#Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec */
export function internalSpec({ versions }: DeepReadonly<CustomResourceDefinitionSpec>): InternalSpec {
  const parts = versions.map(partsOf);
  const [first = {}] = parts;
  const isCommon = (name: keyof VersionParts): boolean => parts.every((part) => jsonEqual(part[name], first[name]));
  const names = (['schema', 'subresources', 'columns', 'selectableFields'] as const).filter(isCommon);
  const without = (part: VersionParts): VersionParts =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !names.some((common) => common === name)));
  return {
    common: Object.fromEntries(names.flatMap((name) => (first[name] === undefined ? [] : [[name, first[name]]]))),
    versions: versions.map((version, index) => ({ version, ...without(parts[index] ?? {}) })),
  };
}

function partsOf(version: DeepReadonly<CustomResourceDefinitionVersion>): VersionParts {
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version;
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(subresources === undefined ? {} : { subresources }),
    ...(additionalPrinterColumns === undefined ? {} : { columns: additionalPrinterColumns }),
    ...(selectableFields === undefined ? {} : { selectableFields }),
  };
}

/** The versions as messages of the reference show them. */
export function shownVersions(versions: readonly InternalVersion[]): unknown {
  if (versions.length === 0) return null;
  return versions.map(({ version, schema, subresources, columns, selectableFields }) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema:
      schema === undefined
        ? null
        : { OpenAPIV3Schema: schema.openAPIV3Schema ? internalSchema(schema.openAPIV3Schema) : null },
    Subresources: subresources === undefined ? null : shownSubresources(subresources),
    AdditionalPrinterColumns: columns === undefined ? null : columns.map(shownColumn),
    SelectableFields:
      selectableFields === undefined ? null : selectableFields.map(({ jsonPath }) => ({ JSONPath: jsonPath })),
  }));
}

function shownSubresources({ status, scale }: DeepReadonly<CustomResourceSubresources>): unknown {
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath,
            StatusReplicasPath: scale.statusReplicasPath,
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  };
}

function shownColumn(column: DeepReadonly<CustomResourceColumnDefinition>): unknown {
  return {
    Name: column.name,
    Type: column.type,
    Format: column.format ?? '',
    Description: column.description ?? '',
    Priority: column.priority ?? 0,
    JSONPath: column.jsonPath,
  };
}
