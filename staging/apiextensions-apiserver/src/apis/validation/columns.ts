import { type DeepReadonly, type FieldError, type FieldPath, invalid, required } from '@kubescript/apimachinery';
import type { CustomResourceColumnDefinition } from '@kubescript/api/apiextensions/v1';

import { validateSimplePath } from './simple-path.ts';

const types = ['boolean', 'date', 'integer', 'number', 'string'];
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceColumnDefinition */
export function validateColumns(
  columns: readonly DeepReadonly<CustomResourceColumnDefinition>[],
  path: FieldPath,
): FieldError[] {
  return columns.flatMap((column, index) => validateColumn(column, path.index(index)));
}

function validateColumn(column: DeepReadonly<CustomResourceColumnDefinition>, path: FieldPath): FieldError[] {
  const { name, type, format = '', jsonPath } = column;
  const errors: FieldError[] = [];
  const oneOf = (values: readonly string[]): string => `must be one of ${values.join(',')}`;
  if (name === '') errors.push(required(path.child('name')));
  if (type === '') errors.push(required(path.child('type'), oneOf(types)));
  else if (!types.includes(type)) errors.push(invalid(path.child('type'), type, oneOf(types)));
  if (format !== '' && !formats.includes(format)) errors.push(invalid(path.child('format'), format, oneOf(formats)));
  if (jsonPath === '') errors.push(required(path.child('JSONPath')));
  else errors.push(...validateSimplePath(jsonPath, path.child('JSONPath')));
  return errors;
}
