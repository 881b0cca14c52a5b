import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  duplicate,
  invalid,
  required,
  tooMany,
} from '@kubescript/apimachinery';
import type { SelectableField } from '@kubescript/api/apiextensions/v1';

import type { StructuralSchema } from '../../schema/structural.ts';
import { FieldPathError, resolveFieldPath } from '../../schema/field-path.ts';

const maxFields = 8;
const types: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceSelectableFields */
export function validateSelectableFields(
  fields: readonly DeepReadonly<SelectableField>[],
  schema: StructuralSchema | undefined,
  path: FieldPath,
): FieldError[] {
  if (!schema) {
    return [invalid(path, '', 'selectableFields may only be set when version.schema.openAPIV3Schema is not included')];
  }
  const seen = new Set<string>();
  const errors = fields.flatMap(({ jsonPath }, index) => {
    const at = path.index(index).child('jsonPath');
    if (jsonPath === '') return [required(at)];
    return validateField(jsonPath, schema, at, seen);
  });
  return seen.size > maxFields ? [...errors, tooMany(path, seen.size, maxFields)] : errors;
}

function validateField(jsonPath: string, root: StructuralSchema, at: FieldPath, seen: Set<string>): FieldError[] {
  try {
    const { path, schema } = resolveFieldPath(jsonPath, root, { allowArrayNotation: false });
    const text = path.join('.');
    const errors: FieldError[] = [];
    if (path[0] === 'metadata') errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'));
    if (!types.has(schema.type ?? '')) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalid(at, jsonPath, detail));
    }
    if (seen.has(text)) errors.push(duplicate(at, jsonPath));
    seen.add(text);
    return errors;
  } catch (error) {
    if (!(error instanceof FieldPathError)) throw error;
    return [invalid(at, jsonPath, `is an invalid path: ${error.message}`)];
  }
}
