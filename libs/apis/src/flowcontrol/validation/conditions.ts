import { duplicate, type FieldError, FieldPath, required } from '@kubescript/apimachinery';

const CONDITIONS = new FieldPath('status').child('conditions');

interface WithConditions {
  readonly status?: { readonly conditions?: readonly { readonly type?: string }[] };
}

/** Each condition of a status has a type, and no two the same. @go flowcontrol/validation#ValidateFlowSchemaStatus */
export function validateConditions({ status }: WithConditions): FieldError[] {
  const seen = new Set<string>();
  return (status?.conditions ?? []).flatMap(({ type = '' }, index) => {
    const path = CONDITIONS.index(index).child('type');
    const errors = seen.has(type) ? [duplicate(path, type)] : [];
    seen.add(type);
    return type === '' ? [...errors, required(path, 'must not be empty')] : errors;
  });
}
