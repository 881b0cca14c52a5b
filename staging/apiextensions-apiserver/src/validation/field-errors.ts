import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from '@kubescript/apimachinery';

import { type StructuralSchema } from '../schema/structural.ts';
import type { SchemaError } from './result.ts';
import { type Ratchet, validateSchema } from './schema-validator.ts';

/**
 * What is wrong with a custom resource by its schema, below `path`.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/validation#ValidateCustomResource
 */
export function validateBySchema(
  value: unknown,
  schema: StructuralSchema,
  path = new FieldPath(''),
  ratchet?: Ratchet,
): FieldError[] {
  return validateSchema(value, schema, '', ratchet).errors.map((error) => toFieldError(error, path));
}

function toFieldError(error: SchemaError, parent: FieldPath): FieldError {
  const path = error.name === '' || error.name === '.' ? parent : parent.child(error.name.replace(/^\./, ''));
  const value = error.value ?? '';
  switch (error.code) {
    case 'required':
      return required(path);
    case 'enum': {
      const allowed = (error.allowed ?? []).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      return notSupported(path, value, allowed);
    }
    case 'tooLong':
      return tooLong(path, value, error.limit ?? -1);
    case 'maxItems':
    case 'maxProperties':
      return tooMany(path, Number(value), error.limit ?? -1);
    case 'type':
      return typeInvalid(path, value, error.message);
    case 'composite':
      return invalid(parent, '', error.message);
    case 'other':
      return invalid(path, value, error.message);
  }
}
