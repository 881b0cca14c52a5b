import type { DeepReadonly } from '@kubescript/apimachinery';
import type { JSONSchemaProps, ValidationRule } from '@kubescript/api/apiextensions/v1';

import { isSchemaList } from '../schema/structural.ts';

type Schema = DeepReadonly<JSONSchemaProps>;

/** A schema as messages of the reference show it: every member of the internal type by its Go name. */
export function internalSchema(schema: Schema): unknown {
  return {
    ID: schema.id ?? '',
    Schema: schema.$schema ?? '',
    Ref: schema.$ref ?? null,
    Description: schema.description ?? '',
    Type: schema.type ?? '',
    Nullable: schema.nullable ?? false,
    Format: schema.format ?? '',
    Title: schema.title ?? '',
    Default: schema.default ?? null,
    Maximum: schema.maximum ?? null,
    ExclusiveMaximum: schema.exclusiveMaximum ?? false,
    Minimum: schema.minimum ?? null,
    ExclusiveMinimum: schema.exclusiveMinimum ?? false,
    MaxLength: schema.maxLength ?? null,
    MinLength: schema.minLength ?? null,
    Pattern: schema.pattern ?? '',
    MaxItems: schema.maxItems ?? null,
    MinItems: schema.minItems ?? null,
    UniqueItems: schema.uniqueItems ?? false,
    MultipleOf: schema.multipleOf ?? null,
    Enum: schema.enum ?? null,
    MaxProperties: schema.maxProperties ?? null,
    MinProperties: schema.minProperties ?? null,
    Required: schema.required ?? null,
    Items: itemsForm(schema),
    AllOf: listForm(schema.allOf),
    OneOf: listForm(schema.oneOf),
    AnyOf: listForm(schema.anyOf),
    Not: schema.not ? internalSchema(schema.not) : null,
    Properties: mapForm(schema.properties),
    AdditionalProperties: schemaOrBool(schema.additionalProperties),
    PatternProperties: mapForm(schema.patternProperties),
    Dependencies: null,
    AdditionalItems: schemaOrBool(schema.additionalItems),
    Definitions: mapForm(schema.definitions),
    ExternalDocs: schema.externalDocs
      ? { Description: schema.externalDocs.description ?? '', URL: schema.externalDocs.url ?? '' }
      : null,
    Example: schema.example ?? null,
    ...extensionsForm(schema),
  };
}

function extensionsForm(schema: Schema): Record<string, unknown> {
  return {
    XPreserveUnknownFields: schema['x-kubernetes-preserve-unknown-fields'] ?? null,
    XEmbeddedResource: schema['x-kubernetes-embedded-resource'] ?? false,
    XIntOrString: schema['x-kubernetes-int-or-string'] ?? false,
    XListMapKeys: schema['x-kubernetes-list-map-keys'] ?? null,
    XListType: schema['x-kubernetes-list-type'] ?? null,
    XMapType: schema['x-kubernetes-map-type'] ?? null,
    XValidations: schema['x-kubernetes-validations']?.map(internalRule) ?? null,
  };
}

/** A rule as messages of the reference show it. */
export function internalRule(rule: DeepReadonly<ValidationRule>): unknown {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

function itemsForm({ items }: Schema): unknown {
  if (items === undefined) return null;
  if (isSchemaList(items)) return { Schema: null, JSONSchemas: listForm(items) };
  return { Schema: internalSchema(items), JSONSchemas: null };
}

function listForm(schemas: readonly Schema[] | undefined): unknown {
  return schemas?.map(internalSchema) ?? null;
}

function mapForm(schemas: Readonly<Record<string, Schema>> | undefined): unknown {
  if (schemas === undefined) return null;
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, internalSchema(schema)]));
}

function schemaOrBool(value: Schema['additionalProperties']): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return { Allows: value, Schema: null };
  return { Allows: true, Schema: internalSchema(value) };
}
