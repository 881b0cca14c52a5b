import type { Namespace } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isQualifiedName,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { breaches, shortName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');

/** @go core/validation#ValidateNamespace */
export const namespaceValidation: KindValidation<Namespace> = {
  validate: (namespace) => [
    ...validateObjectMeta(namespace.metadata, { namespaced: false, checkName: shortName }, META),
    ...validateFinalizers(namespace),
  ],
  validateUpdate: (namespace, old) => validateObjectMetaUpdate(namespace.metadata, old.metadata, META),
  validateStatusUpdate: validateNamespaceStatusUpdate,
};

/** @go core/validation#ValidateNamespaceFinalizeUpdate */
export function validateNamespaceFinalizeUpdate(
  namespace: DeepReadonly<Namespace>,
  old: DeepReadonly<Namespace>,
): FieldError[] {
  return [...validateObjectMetaUpdate(namespace.metadata, old.metadata, META), ...validateFinalizers(namespace)];
}

function validateFinalizers({ spec }: DeepReadonly<Namespace>): FieldError[] {
  return (spec.finalizers ?? []).flatMap((finalizer, index) => {
    const path = new FieldPath('spec').child('finalizers').index(index);
    const errors = breaches(path, finalizer, isQualifiedName(finalizer));
    if (!finalizer.includes('/') && finalizer !== 'kubernetes') {
      errors.push(invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'));
    }
    return errors;
  });
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
