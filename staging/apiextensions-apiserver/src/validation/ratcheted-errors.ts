import { type FieldError, formatFieldError } from '@kubescript/apimachinery';

/**
 * The errors without those that the state before had as well. The state before is looked at only if there are any.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#(customResourceStrategy).ValidateUpdate
 */
export function withoutRatchetedErrors(
  errors: readonly FieldError[],
  before: () => readonly FieldError[],
): FieldError[] {
  if (errors.length === 0) return [];
  const known = new Set(before().map(formatFieldError));
  return errors.filter((error) => !known.has(formatFieldError(error)));
}
