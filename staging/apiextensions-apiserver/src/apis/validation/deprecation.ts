import { type DeepReadonly, type FieldError, type FieldPath, byteLength, invalid } from '@kubescript/apimachinery';
import type { CustomResourceDefinitionVersion } from '@kubescript/api/apiextensions/v1';

const maxLength = 256;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateDeprecationWarning */
export function validateDeprecation(
  { deprecated, deprecationWarning }: DeepReadonly<CustomResourceDefinitionVersion>,
  path: FieldPath,
): FieldError[] {
  if (deprecationWarning === undefined) return [];
  const refuse = (detail: string): FieldError => invalid(path, deprecationWarning, detail);
  if (deprecated !== true) return [refuse('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (byteLength(deprecationWarning) > maxLength) errors.push(refuse('must be <= 256 characters long'));
  if (deprecationWarning === '') errors.push(refuse('must not be an empty string'));
  const index = indexOfUnprintable(deprecationWarning);
  if (index >= 0) {
    errors.push(
      refuse(`must only contain printable UTF-8 characters; non-printable character found at index ${String(index)}`),
    );
  }
  return errors;
}

/** In bytes, as the reference counts. */
function indexOfUnprintable(text: string): number {
  let index = 0;
  for (const char of text) {
    if (!printable.test(char)) return index;
    index += byteLength(char);
  }
  return -1;
}
