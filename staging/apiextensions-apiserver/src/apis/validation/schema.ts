import { type FieldError, type FieldPath, forbidden, invalid } from '@kubescript/apimachinery';

import type { StructuralSchema } from '../../schema/structural.ts';
import { internalSchema } from '../internal-schema.ts';
import { validateDefaults } from './defaults.ts';
import { validateOpenApiSchema } from './open-api-schema.ts';
import type { SpecOptions } from './options.ts';
import { CelRuleContext, TotalCost } from './rule-context.ts';
import { canBeStructural, validateStructural } from './structural.ts';

/** A schema of a definition, and what counts for it. */
export interface SchemaContext {
  readonly options: SpecOptions;
  /** The status is validated apart, by its part of the schema. */
  readonly hasStatus: boolean;
  /** The rules may cost what they cost: they were there before. */
  readonly suppressExpressionCost: boolean;
  readonly path: FieldPath;
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateCustomResourceDefinitionValidation */
export function validateSchemaOf(schema: StructuralSchema, context: SchemaContext): FieldError[] {
  const { options, path } = context;
  const errors = context.hasStatus ? validateRootWithStatus(schema, path) : [];
  if (schema.nullable === true) errors.push(forbidden(path.child('nullable'), 'nullable cannot be true at the root'));
  const structural = options.requireStructural ? structuralErrors(schema, context) : [];
  errors.push(...structural);
  const total = new TotalCost();
  // Expressions are compiled by the types that only a structural schema states.
  const mayCompile = options.requireStructural && structural.length === 0 && canBeStructural(schema);
  const rules = mayCompile ? { rules: CelRuleContext.root(schema, total, context.suppressExpressionCost) } : {};
  const found = validateOpenApiSchema(schema, { path, options, isRoot: true, insideMeta: false, ...rules });
  return [...errors, ...found.schema, ...found.cel, ...total.errors(path)];
}

function structuralErrors(schema: StructuralSchema, { options, path }: SchemaContext): FieldError[] {
  if (!canBeStructural(schema)) return [];
  const errors = validateStructural(schema, path);
  return errors.length > 0 ? errors : validateDefaults(schema, options, path);
}

/** What the root may say, by the names of the reference's type, in its order. */
const allowedAtRoot = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
];

/** Where the status is validated apart, nothing at the root may concern it. */
function validateRootWithStatus(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const { type = '' } = schema;
  if (type !== '' && type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(path.child('type'), type, detail)];
  }
  const internal = internalSchema(schema) as Readonly<Record<string, unknown>>;
  const other = Object.entries(internal).find(([name, value]) => isStated(value) && !allowedAtRoot.includes(name));
  if (!other) return [];
  const detail = `only [${allowedAtRoot.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, internal, detail)];
}

function isStated(value: unknown): boolean {
  return value !== null && value !== '' && value !== false;
}
