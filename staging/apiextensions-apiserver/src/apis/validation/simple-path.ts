import { type FieldError, type FieldPath, invalid } from '@kubescript/apimachinery';

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateSimpleJSONPath */
export function validateSimplePath(jsonPath: string, path: FieldPath): FieldError[] {
  if (jsonPath === '') return [invalid(path, jsonPath, 'must not be empty')];
  return jsonPath.startsWith('.') ? [] : [invalid(path, jsonPath, 'must be a simple json path starting with .')];
}
