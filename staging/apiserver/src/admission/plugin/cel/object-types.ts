import { type CelType, type TypeProvider, types } from '@kubescript/cel';

/** The fields of an object type, by name. */
export type ObjectFields = Readonly<Record<string, CelType>>;

/** Declares object types whose values are plain JSON. */
export function newObjectTypes(declared: Readonly<Record<string, ObjectFields>>): TypeProvider {
  return {
    findType: (name) => (Object.hasOwn(declared, name) ? types.object(name) : undefined),
    findField(typeName, field) {
      const fields = declared[typeName];
      return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    },
  };
}
