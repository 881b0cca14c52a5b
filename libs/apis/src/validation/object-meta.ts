import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  type ObjectMeta,
  type ObjectMetaRules,
  validateObjectMeta as validateAnyObjectMeta,
  validateObjectMetaUpdate as validateAnyObjectMetaUpdate,
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
  return [
    ...validateAnyObjectMeta(metadata, rules, path),
    ...validateFinalizers(metadata.finalizers, path.child('finalizers')),
  ];
}

/** Checks the metadata of an update of a built-in kind. @go core/validation#ValidateObjectMetaUpdate */
export function validateObjectMetaUpdate(
  metadata: DeepReadonly<ObjectMeta>,
  old: DeepReadonly<ObjectMeta>,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateAnyObjectMetaUpdate(metadata, old, path),
    ...validateFinalizers(metadata.finalizers, path.child('finalizers')),
  ];
}

function validateFinalizers(finalizers: readonly string[] | undefined, path: FieldPath): FieldError[] {
  return (finalizers ?? []).flatMap((finalizer, index) => validateKubeFinalizer(finalizer, path.index(index)));
}

/** A finalizer without a domain must be one of Kubernetes' own. @go core/validation#validateKubeFinalizerName */
export function validateKubeFinalizer(finalizer: string, path: FieldPath): FieldError[] {
  if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return [];
  return [invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')];
}
