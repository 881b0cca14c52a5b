import type { DeepReadonly, FieldError, GroupKind, KubeObject } from '@kubescript/apimachinery';

/** The rules of a kind, as strategies call them. */
export interface KindValidation {
  validate(object: DeepReadonly<KubeObject>): FieldError[];
  validateUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[];
  validateStatusUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[];
  validateSubresourceUpdate(
    subresource: string,
    object: DeepReadonly<KubeObject>,
    old: DeepReadonly<KubeObject>,
  ): FieldError[];
}

/** The validation of a kind. */
export function kindValidation(_kind: GroupKind): KindValidation {
  return {
    validate: () => [],
    validateUpdate: () => [],
    validateStatusUpdate: () => [],
    validateSubresourceUpdate: () => [],
  };
}
