import type { Namespace } from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, FieldPath, invalid, isQualifiedName } from '@kubescript/apimachinery';

import { breaches, labelName } from '../../validation/checks.ts';
import { validateKubeFinalizer, validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const FINALIZERS = new FieldPath('spec').child('finalizers');

/** @go core/validation#ValidateNamespace */
export const namespaceValidation: KindValidation<Namespace> = {
  validate: validateNamespace,
  validateUpdate: (namespace, old) => [
    ...validateNamespace(namespace),
    ...validateObjectMetaUpdate(namespace.metadata, old.metadata, META),
  ],
  validateStatusUpdate: validateNamespaceStatusUpdate,
};

function validateNamespace(namespace: DeepReadonly<Namespace>): FieldError[] {
  return [
    ...validateObjectMeta(namespace.metadata, { namespaced: false, checkName: labelName }, META),
    ...(namespace.spec.finalizers ?? []).flatMap((finalizer) => validateFinalizer(finalizer, FINALIZERS)),
  ];
}

/** @go core/validation#validateFinalizerName */
function validateFinalizer(finalizer: string, path: FieldPath): FieldError[] {
  return [...breaches(path, finalizer, isQualifiedName(finalizer)), ...validateKubeFinalizer(finalizer, path)];
}

/** @go core/validation#ValidateNamespaceFinalizeUpdate */
export function validateNamespaceFinalizeUpdate(
  namespace: DeepReadonly<Namespace>,
  old: DeepReadonly<Namespace>,
): FieldError[] {
  return [
    ...validateObjectMetaUpdate(namespace.metadata, old.metadata, META),
    ...(namespace.spec.finalizers ?? []).flatMap((finalizer, index) =>
      validateFinalizer(finalizer, FINALIZERS.index(index)),
    ),
  ];
}

function validateNamespaceStatusUpdate(namespace: DeepReadonly<Namespace>, old: DeepReadonly<Namespace>): FieldError[] {
  const errors = validateObjectMetaUpdate(namespace.metadata, old.metadata, META);
  const path = new FieldPath('status').child('Phase');
  const { phase = '' } = namespace.status;
  const deleted = namespace.metadata.deletionTimestamp !== undefined;
  if (!deleted && phase !== 'Active') {
    errors.push(invalid(path, phase, "may only be 'Active' if `deletionTimestamp` is empty"));
  }
  if (deleted && phase !== 'Terminating') {
    errors.push(invalid(path, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty"));
  }
  return errors;
}
