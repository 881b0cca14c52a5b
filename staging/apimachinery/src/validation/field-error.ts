/** Kinds of validation failures, in upstream's words (apimachinery/pkg/util/validation/field). */
export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError'
  | 'FieldValueTypeInvalid';

/** One problem with one field. Validation returns these; it never throws. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** `spec.containers[0].image` */
  readonly path: string;
  readonly badValue?: unknown;
  readonly detail: string;
  /** The rule that failed, so that tests need not match text (`format=dns-label`, `immutable`, …). */
  readonly origin?: string;
}
