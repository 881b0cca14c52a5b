import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  type ObjectMeta,
  type ObjectMetaRules,
  validateObjectMeta as validateAnyObjectMeta,
} from '@kubescript/apimachinery';

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/**
 * Checks the metadata of a new object of a built-in kind: what holds for all objects, and that finalizers without a
 * domain are Kubernetes' own. @go core/validation#ValidateObjectMeta
 */
export function validateObjectMeta(
  metadata: DeepReadonly<ObjectMeta>,
  rules: ObjectMetaRules,
  path: FieldPath,
): FieldError[] {
  const errors = validateAnyObjectMeta(metadata, rules, path);
  (metadata.finalizers ?? []).forEach((finalizer, index) => {
    if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return;
    const detail = 'name is neither a standard finalizer name nor is it fully qualified';
    errors.push(invalid(path.child('finalizers').index(index), finalizer, detail));
  });
  return errors;
}
