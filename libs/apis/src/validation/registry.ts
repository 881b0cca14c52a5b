import type { DeepReadonly, FieldError, KubeObject } from '@kubescript/apimachinery';

/** The rules of one kind; objects are of the hub version, decoded and defaulted. Nothing is changed. */
export interface KindValidation<T extends KubeObject = KubeObject> {
  readonly validate: (object: DeepReadonly<T>) => FieldError[];
  readonly validateUpdate: (object: DeepReadonly<T>, old: DeepReadonly<T>) => FieldError[];
  /** Where the kind has a status that is written on its own. */
  readonly validateStatusUpdate?: (object: DeepReadonly<T>, old: DeepReadonly<T>) => FieldError[];
}

/** The rules of the kinds of one group, by kind. */
export type ValidationByKind = Readonly<Record<string, KindValidation>>;

/** Makes the rules of one type fit for the table of all kinds, which is keyed so that types cannot be mixed up. */
export function validationOf<T extends KubeObject>(rules: KindValidation<T>): KindValidation {
  const { validate, validateUpdate, validateStatusUpdate } = rules;
  return {
    validate: (object) => validate(object as DeepReadonly<T>),
    validateUpdate: (object, old) => validateUpdate(object as DeepReadonly<T>, old as DeepReadonly<T>),
    ...(validateStatusUpdate === undefined
      ? {}
      : {
          validateStatusUpdate: (object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>) =>
            validateStatusUpdate(object as DeepReadonly<T>, old as DeepReadonly<T>),
        }),
  };
}
