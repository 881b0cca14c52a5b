import type { DeepReadonly, FieldError, GroupKind, KubeObject } from '@kubescript/apimachinery';
import { validationFor, type KindValidation as ApiValidation } from '@kubescript/lib-apis';

/** The rules of a kind, as strategies call them. */
export interface KindValidation {
  validate(object: DeepReadonly<KubeObject>): FieldError[];
  validateUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[];
  validateStatusUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[];
}

const noRules: ApiValidation = { validate: () => [], validateUpdate: () => [] };

/** The validation of a kind; a kind without rules takes everything. */
export function kindValidation(kind: GroupKind): KindValidation {
  const rules = validationFor(kind) ?? noRules;
  const { validate, validateUpdate, validateStatusUpdate } = rules;
  return { validate, validateUpdate, validateStatusUpdate: validateStatusUpdate ?? (() => []) };
}
