import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';
import type { ValidationRule } from '@kubescript/api/apiextensions/v1';

import { FieldPathError, resolveFieldPath } from '../../schema/field-path.ts';
import type { StructuralSchema } from '../../schema/structural.ts';
import type { SchemaErrors, SchemaPlace } from './open-api-schema.ts';

/** What compiling the rules of a schema needs to know of the schemas around it. */
export interface RuleContext {
  property(schema: StructuralSchema, name: string): RuleContext;
  items(schema: StructuralSchema): RuleContext;
  values(schema: StructuralSchema): RuleContext;
  /** What is wrong with the expressions of the schema. */
  compile(schema: StructuralSchema, place: SchemaPlace): FieldError[];
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/**
 * Checks the rules of a schema; expressions are compiled if nothing else is wrong here or below.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionOpenAPISchema
 */
export function validateRules(schema: StructuralSchema, place: SchemaPlace, hasErrors: boolean): SchemaErrors {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return { schema: [], cel: [] };
  const path = place.path.child('x-kubernetes-validations');
  const errors = rules.flatMap((rule, index) => validateRule(rule, schema, path.index(index)));
  const context = hasErrors || errors.length > 0 ? undefined : place.rules;
  return { schema: errors, cel: context ? context.compile(schema, place) : [] };
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

function validateRule(
  { rule, message = '', messageExpression = '', reason, fieldPath = '' }: DeepReadonly<ValidationRule>,
  schema: StructuralSchema,
  path: FieldPath,
): FieldError[] {
  const errors = validateMessage(rule, message, path);
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(path.child('messageExpression'), 'must be non-empty if specified'));
  }
  if (reason !== undefined && !reasons.includes(reason)) {
    errors.push(notSupported(path.child('reason'), reason, reasons));
  }
  const at = path.child('fieldPath');
  if (fieldPath === '') return errors;
  if (fieldPath.trim() === '') errors.push(invalid(at, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) errors.push(invalid(at, fieldPath, 'must not contain line breaks'));
  if (!leadsSomewhere(fieldPath, schema)) errors.push(invalid(at, fieldPath, 'must be a valid path'));
  return errors;
}

function validateMessage(rule: string, message: string, path: FieldPath): FieldError[] {
  const trimmed = message.trim();
  const at = path.child('message');
  if (rule.trim() === '') return [required(path.child('rule'), 'rule is not specified')];
  if (message !== '' && trimmed === '') return [invalid(at, message, 'must be non-empty if specified')];
  if (hasLineBreak(trimmed)) return [invalid(at, message, 'must not contain line breaks')];
  if (hasLineBreak(rule.trim()) && trimmed === '') {
    return [required(at, 'must be specified if rule contains line breaks')];
  }
  return [];
}

function leadsSomewhere(fieldPath: string, schema: StructuralSchema): boolean {
  try {
    resolveFieldPath(fieldPath, schema, { allowArrayNotation: true });
    return true;
  } catch (error) {
    if (error instanceof FieldPathError) return false;
    throw error;
  }
}
